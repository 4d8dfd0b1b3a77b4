"""Which memory a process that answers looks through, and when.

Python frees nearly everything at once; its garbage collector is for what refers to itself in a circle. Left alone it
looks through all that is new, again and again, and through everything that lives: with a hundred tables 10 and 110 ms
in which nobody is answered. Moves leave nothing for it to find, so it waits until there is little to do.
"""

import asyncio
import gc
import time

LOOK_SECONDS = 1.0
"""Seconds between two moments at which it may look."""
QUIET = 0.1
"""There is little to do when less than this share of the time was used."""
WORTH = 10_000
"""With fewer objects more than at the last look there is hardly anything to find."""
MOST = 500_000
"""With so many more it looks at once, whatever there is to do: they take 50 to 100 MB."""
ALL = 20
"""After so many looks at what is new, everything that lives is looked through."""


def settle() -> None:
    """Set what lives now apart for good: the program itself. To be called once everything is loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(MOST, 1, ALL)


async def tidy() -> None:
    """Look whenever it is quiet, until cancelled."""
    while True:
        before = time.process_time()
        await asyncio.sleep(LOOK_SECONDS)
        look((time.process_time() - before) / LOOK_SECONDS)


def look(used: float) -> bool:
    """Look through what is new if it is worth it and there is time; whether that was so.

    Args:
        used: which share of a processor this process has used lately.
    """
    new, _, looks = gc.get_count()
    if new < WORTH or used > QUIET:
        return False
    gc.collect(2 if looks >= ALL else 1)
    return True
