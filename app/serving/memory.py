"""Which memory a process that answers looks through, and when.

Python frees nearly everything at once; its garbage collector is for what refers to itself in a circle, such as sockets
and pages that were closed. Left alone it looks through all that lives again and again: with a hundred tables a tenth to
a third of a second in which nobody is answered. So it looks often through what is new, which takes a few milliseconds,
and through the rest when there is little to do.
"""

import asyncio
import gc
import time

YOUNG = 2_000
"""So many objects more than at the last look, and those made since then are looked through."""
MOST = 1_000
"""After so many such looks what outlived them is looked through, too, whatever there is to do: minutes without rest."""
LOOK_SECONDS = 1.0
"""Seconds between two moments at which there may be little to do."""
QUIET = 0.1
"""There is little to do when less than this share of the time was used."""
WORTH = 5
"""After fewer looks through what is new there is hardly anything to find in what outlived them."""
ALL = 20
"""After so many looks through that, everything that lives is looked through."""


def settle() -> None:
    """Set what lives now apart for good: the program itself. To be called once everything is loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MOST, ALL)


async def tidy() -> None:
    """Look whenever it is quiet, until cancelled."""
    while True:
        before = time.process_time()
        await asyncio.sleep(LOOK_SECONDS)
        look((time.process_time() - before) / LOOK_SECONDS)


def look(used: float) -> bool:
    """Look through what is no longer new if it is worth it and there is time; whether that was so.

    Args:
        used: which share of a processor this process has used lately.
    """
    _, young, looks = gc.get_count()
    if young < WORTH or used > QUIET:
        return False
    gc.collect(2 if looks >= ALL else 1)
    return True
