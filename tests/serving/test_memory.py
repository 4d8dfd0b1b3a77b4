"""When the garbage collector looks through memory."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from app.serving import memory


class Ring:
    """Refers to itself, so that only the garbage collector frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def left_alone() -> Iterator[None]:
    """The collector of this process looks only when it is told to."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def grow_old() -> None:
    """As many looks through what is new as make the next one worth it."""
    for _ in range(memory.WORTH):
        gc.collect(0)


def test_a_look_is_put_off_while_there_is_much_to_do() -> None:
    ring = Ring()
    freed = weakref.ref(ring)
    grow_old()
    del ring
    assert not memory.look(used=memory.QUIET + 0.01)
    assert freed() is not None
    assert memory.look(used=memory.QUIET)
    assert freed() is None


def test_nobody_looks_for_next_to_nothing() -> None:
    ring = weakref.ref(Ring())
    assert not memory.look(used=0.0)
    assert ring() is not None


def test_what_has_lived_for_long_is_looked_through_in_the_end() -> None:
    ring = Ring()
    freed = weakref.ref(ring)
    gc.collect()
    del ring
    for _ in range(memory.ALL + 1):
        grow_old()
        assert memory.look(used=0.0)
    assert freed() is None
