"""The words of Cuckooo!: every key that the engine uses, and the data that comes with it.

Pieces are named by their ids (`green-5`, `owl-13`, `cuckoo-6`, `magpie-19-2`, the tokens `spying`, `swap`, `big-hand`,
`order`, `series`), players by their seats. Data in the secret half of an event only reaches the seats it is meant for.
"""

PHASES = {
    "pass": ("holder", "locked"),  # the seat with Big Hand or 0; whether the others' picks are locked
    "flock": ("last", "cuckoo", "final", "then"),  # last card of the row, cuckoo left, last action?, who follows
    "keep": ("owls", "then"),  # the two owls; the seats that follow
    "settlement": (),
    "take": ("then",),  # the seats that take after this one
    "swap": ("then",),
    "over": ("winner",),
}
"""The data of `Turn` by phase: choosing what to pass, turns, which owl to keep, pressing on after the settlement,
taking owls (and tokens), Owl Swap, and the end."""

EVENTS = {
    "owls-dealt": ("owls",),  # a list of owls by seat
    "round-began": ("round",),  # seat: the dealer
    "cuckoos-turned": ("cuckoos",),  # the highest first
    "sparrows-dealt": ("count", "cards"),  # cards: secret
    "pick-made": ("cards",),  # cards: secret
    "pick-changed": ("cards",),  # cards: secret
    "picks-locked": ("from", "cards"),  # seat: who has Big Hand; cards (of seat `from`): secret
    "sparrows-passed": ("count", "passed", "to", "received", "from"),  # all but count: secret
    "row-opened": ("card",),
    "laid": ("card",),
    "series-laid": ("cards",),
    "enlisted": ("card",),
    "enlisted-hidden": ("card",),  # card: secret
    "hand-shown": ("cards",),
    "cuckoo-taken": ("cuckoo",),
    "rest-discarded": ("cards",),
    "owl-kept": ("owl", "returned"),
    "token-returned": ("token",),
    "settlement": ("round",),
    "flocks-revealed": ("flocks",),  # a list of sparrows by seat
    "flock-reckoned": ("owl", "sparrows", "cuckoo", "total"),  # cuckoo: "" if none
    "gold-earned": ("total",),
    "magpie-turned": ("magpie", "wealth"),
    "order-used": ("before",),  # seat: who moved up; before: whom it moved past
    "silver-earned": ("silver", "place"),  # place among the sharers
    "nobody-shares": ("magpie",),
    "game-over": ("ranking",),  # seat: the winner; seats, best first
    "ready": (),
    "owls-offered": ("owls",),
    "owl-taken": ("owl",),
    "owl-and-token-taken": ("owl", "token"),
    "spied": ("magpies",),  # magpies: secret, this round's and the next
    "owls-swapped": ("owls", "seats"),  # two owls, and the seats they came from
    "swap-declined": (),
}

PROMPTS = {
    "pass": ("to", "from", "waiting"),  # seats; waiting: who else has yet to pick
    "pass-again": ("to", "from", "waiting"),  # has picked, may pick anew
    "pass-of-ten": ("to", "from"),  # Big Hand: three of ten
    "await-picks": ("waiting",),  # Big Hand: picks last
    "await-last-pick": ("seat",),  # one's pick is locked, the holder of Big Hand picks
    "turn": ("last", "cuckoo", "final", "series"),  # lay, or enlist
    "turn-lay": ("last", "cuckoo", "final", "series"),  # only lay: the flock is full
    "turn-stuck": ("last", "cuckoo", "final", "series"),  # take the cuckoo, or enlist
    "turn-cuckoo": ("last", "cuckoo", "final", "series"),  # only take the cuckoo
    "keep": ("owls",),
    "take": ("then",),
    "equip": ("then",),  # an owl and a token
    "swap": (),
    "ready": ("round", "waiting"),
    "await-ready": ("round", "waiting"),
    "await-turn": ("seat",),
    "await-keep": ("seat",),
    "await-take": ("seat",),
    "await-swap": ("seat",),
    "over": ("place",),  # one's own
}

REASONS = {
    "picks-locked": ("seat",),  # who has Big Hand
    "picks-last": ("waiting",),
    "picks-passed": (),
    "does-not-fit": ("card", "last"),
    "nothing-fits": ("last",),
    "something-fits": ("cards", "last"),
    "flock-full": ("most",),
    "taken": ("piece", "seat"),
}
"""Reasons beside those that all games share."""

SCORES = {
    "gold": ("coins",),
    "silver": ("coins",),
}
