"""What the news has cost so far."""

from dataclasses import dataclass


@dataclass(slots=True)
class Counts:
    """How often something was made since the process began. None of it grows with the number of viewers of a table.

    `renders` are regions made into HTML, `diffs` comparisons of two views, `views` private views made plain, `messages`
    texts put together; `dropped` are viewers that did not take their news in time.
    """

    renders: int = 0
    diffs: int = 0
    views: int = 0
    messages: int = 0
    dropped: int = 0
