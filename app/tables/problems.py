"""Why the tables refuse something. Words are not in here: a problem has a key and data, the doors have the sentences.

Each problem says in `KEYS` which keys it comes with and what data they carry; a test holds them to it.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from app.games.session import Reason


class Problem(Exception):  # noqa: N818 - the word of RFC 9457
    """Something that was asked of a table and cannot be done. Nothing has changed unless the class says otherwise."""

    status: ClassVar[int] = 500
    """The HTTP status that fits."""
    KEYS: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Every key of this class with the names of its data."""

    def __init__(self, key: str, **data: Any) -> None:
        super().__init__(key)
        self.key = key
        self.data = data


class NotFound(Problem):
    """There is no such thing, or whoever asks may not know of it."""

    status = 404
    KEYS: ClassVar = {
        "table-unknown": (),
        "seat-unknown": ("seat",),
        "link-unknown": (),
        "code-unknown": (),
        "game-unknown": ("game",),
    }


class Forbidden(Problem):
    """Whoever asks can see this, but may not do it."""

    status = 403
    KEYS: ClassVar = {
        "not-seated": (),
        "not-host": (),
        "not-yours": ("seat",),
        "left-game": (),
        "takeover-early": ("seat", "name", "seconds", "minutes"),
        "takeover-unasked": ("seat", "name"),
        "host-here": ("name", "seconds", "minutes"),
        "not-next-host": ("seat", "name"),
    }


class Conflict(Problem):
    """It does not fit how the table stands now."""

    status = 409
    KEYS: ClassVar = {
        "not-gathering": ("status",),
        "not-playing": ("status",),
        "not-finished": ("status",),
        "full": ("seats",),
        "seat-not-open": ("seat",),
        "seat-not-person": ("seat",),
        "already-seated": ("seat", "table"),
        "name-taken": ("name",),
        "too-few": ("least", "seats"),
        "frozen": (),
        "undo-nothing": (),
        "undo-other": ("seat", "name"),
        "undo-together": (),
        "undo-revealed": (),
        "undo-bot": (),
    }


class Late(Problem):
    """A command that answers an earlier question, or what the state has made impossible since. See the present view.

    `reason` is the game's own reason if there is one.
    """

    status = 409
    KEYS: ClassVar = {"move-late": ("version",), "undo-late": ("version",)}

    def __init__(self, key: str, reason: Reason | None = None, **data: Any) -> None:
        super().__init__(key, **data)
        self.reason = reason


class Illegal(Problem):
    """What was sent is not something that can be done at all now. `reason` is the game's, for a move."""

    status = 422
    KEYS: ClassVar = {
        "move-illegal": (),
        "move-malformed": ("detail",),
        "command-malformed": (),
        "command-reused": (),
        "version-unknown": (),
        "name-missing": (),
        "name-long": ("most",),
        "name-hidden": (),
        "options-malformed": ("detail",),
        "order-malformed": ("seats",),
        "visibility-malformed": (),
        "text-malformed": ("most",),
    }

    def __init__(self, key: str, reason: Reason | None = None, **data: Any) -> None:
        super().__init__(key, **data)
        self.reason = reason


class TooMany(Problem):
    """Tried too often; `seconds` says when to try again."""

    status = 429
    KEYS: ClassVar = {"codes-tried": ("seconds",)}


class Unavailable(Problem):
    """Whether it happened is not known, or the database does not answer: send the same command again in a second."""

    status = 503
    KEYS: ClassVar = {"try-again": ("seconds",)}

    def __init__(self) -> None:
        super().__init__("try-again", seconds=1)
