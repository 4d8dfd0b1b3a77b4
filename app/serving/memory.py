"""Which memory a process that answers looks through, and how often.

Python frees nearly everything at once; its garbage collector is for what refers to itself in a circle. Left alone it
looks through everything that lives, again and again: with a hundred tables a quarter of a second in which nobody is
answered.
"""

import gc

YOUNG = 10_000
"""So many more objects than before, and the new ones are looked through: a millisecond."""
MIDDLE = 20
"""After so many such looks, what outlived them is looked through, too."""
ALL = 50
"""After so many of these, everything that lives is: in tens of thousands of moves."""


def settle() -> None:
    """Set what lives now apart for good: the program itself. To be called once everything is loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, ALL)
