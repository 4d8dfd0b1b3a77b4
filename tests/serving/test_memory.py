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


def test_a_look_is_put_off_while_there_is_much_to_do() -> None:
    ring = weakref.ref(Ring())
    much: list[list[int]] = [[] for _ in range(2 * memory.WORTH)]
    assert not memory.look(used=memory.QUIET + 0.01)
    assert ring() is not None
    assert memory.look(used=memory.QUIET)
    assert ring() is None
    assert len(much) == 2 * memory.WORTH


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
        much: list[list[int]] = [[] for _ in range(2 * memory.WORTH)]
        assert memory.look(used=0.0)
        del much
    assert freed() is None
