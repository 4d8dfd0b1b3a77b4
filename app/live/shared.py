"""What many tables show alike, kept once."""

from collections import OrderedDict
from typing import Generic, TypeVar

Key = TypeVar("Key", str, bytes)
Value = TypeVar("Value")


class Shared(Generic[Key, Value]):
    """Large values, of which many tables have the same ones: the first that came stands for all.

    Args:
        least: values with shorter keys are not worth it.
        most: so many are kept; those that came least recently go first.
    """

    __slots__ = ("_kept", "_least", "_most")

    def __init__(self, least: int, most: int) -> None:
        self._least = least
        self._most = most
        self._kept: OrderedDict[Key, Value] = OrderedDict()

    def one(self, key: Key, value: Value) -> Value:
        """The value that stands for all that have this key: an earlier one, or else this."""
        if len(key) < self._least:
            return value
        value = self._kept.setdefault(key, value)
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return value
