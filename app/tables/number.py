"""The number of a table's state: what every message, address and command carries."""

from typing import NamedTuple


class Number(NamedTuple):
    """Where a table stands: `version` counts its moves, `revision` everything else that is stored. Both only grow."""

    version: int
    revision: int

    def reached(self, other: "Number") -> bool:
        """Whether nothing of `other` is missing here. Of two numbers neither may have reached the other."""
        return self.version >= other.version and self.revision >= other.revision
