"""Every key that the engine speaks in, with the names of its data. The sentences are in the game's templates.

Data are ids of cards (`b01`, `door-3`), tokens (`plus_10`, `plus_20`, `extra_turn`, `extra_action`, `relocate`),
colours, objectives, seats and whole numbers.
"""

from collections.abc import Mapping

Names = tuple[str, ...]

PHASES: Mapping[str, Names] = {
    "start": ("day",),  # all choose a roof, and perhaps a personal objective, to keep
    "bids": ("day",),  # all choose two cards to bid and one to play
    "tokens": ("day",),  # those with +10 or +20 choose which to add
    "turns": ("day", "seat", "order", "at", "free"),  # one after another; at: whose turn in `order`, free: free builds
    "roofs": ("day",),  # all choose where to build the starting roof
    "over": ("day",),
}
"""The data of `Turn` by phase."""

EVENTS: Mapping[str, Names] = {
    # set-up; `first` is the seat that ties of round 1 count from
    "began": ("first", "day_2", "day_3"),
    "first-doorway": (),
    "kept": ("roof", "objective"),  # both for the own seat only
    "keep-changed": ("roof", "objective"),  # both for the own seat only
    "all-kept": ("returned",),
    "market-laid": ("day", "cards"),
    "objective-shown": ("objective",),
    "cards-dealt": ("day", "count", "cards"),  # cards: for the own seat only
    # bidding
    "round-began": ("day", "round"),
    "bid-made": ("high", "low", "play"),  # for the own seat only
    "bid-changed": ("high", "low", "play"),  # for the own seat only
    "bids-closed": ("asked",),  # seats that may add tokens
    "add-made": ("tokens",),  # for the own seat only
    "add-changed": ("tokens",),  # for the own seat only
    "bid-shown": ("place", "high", "low", "play", "tokens", "total", "both", "beats"),
    # turns
    "turn-began": ("play", "both"),
    "bought": ("card",),
    "built": ("card", "place", "level", "source"),  # source: hand
    "built-free": ("card", "place", "level", "source"),  # source: hand or market
    "line-completed": ("cards",),
    "token-gained": ("token",),
    "objective-reached": ("objective", "points"),
    "declined": ("left",),
    "lapsed": ("count",),
    "raised": ("colour", "value"),
    "lowered": ("colour", "value"),
    "stock-reached": ("colour", "value"),
    "token-used": ("token",),
    "relocated": ("cards",),
    "doorway-moved": ("end",),  # the end that it left: left or right
    "discarded": ("cards",),
    "turn-ended": (),
    # between rounds and days
    "round-ended": ("day", "round"),
    "cards-drawn": ("count", "cards"),  # cards: for the own seat only
    "deck-remade": ("deck", "count"),  # deck: roofs or floors
    "market-filled": ("cards",),
    "day-ended": ("day",),
    "market-cleared": ("cards",),
    "day-token": ("day", "token"),
    # the end
    "roofs-asked": ("asked",),  # seats that have a place for their roof
    "roof-chosen": ("place",),  # for the own seat only; 0 for nowhere
    "roof-changed": ("place",),  # for the own seat only
    "roof-built": ("card", "place", "level"),
    "roof-left": ("card",),
    "scored": ("line", "points", "of"),  # line: a key of SCORES, of: its data
    "ended": ("winners", "points"),
}

PROMPTS: Mapping[str, Names] = {
    "keep": ("personal",),  # whether there are objectives to choose from, too
    "keep-made": ("waiting",),  # seats still to choose; the own choice may be changed
    "bid": ("day", "round"),
    "bid-made": ("waiting",),
    "add": ("high", "low", "tokens"),
    "add-made": ("waiting",),
    "await-tokens": ("waiting",),  # has no token to add
    "turn": ("buy", "build", "value", "either"),  # how often each can be done, so many of them either
    "turn-over": (),  # no action is left
    "stuck": (),  # the hand is full and nothing of it can be built
    "free": ("count",),  # free builds that wait
    "await-turn": ("seat", "next"),  # whose turn it is; whether the own one is next
    "roof": ("roof",),
    "roof-made": ("waiting",),
    "await-roofs": ("waiting",),  # has no place for the starting roof
    "over": ("winners",),
}

REASONS: Mapping[str, Names] = {
    "over": (),
    "not-asked": (),
    "not-offered": (),
    "free-build-waits": ("count",),
    "not-on-card": ("deed", "play"),
    "no-action-left": ("deed",),
    "hand-full": ("limit",),
    "market-empty": (),
    "hand-empty": (),
    "no-floor-place": ("card",),
    "no-roof-place": ("card",),
    "not-there": ("card",),
    "value-highest": ("colour", "value"),
    "value-lowest": ("colour", "value"),
    "nothing-to-swap": (),
    "not-stuck": (),
}

SCORES: Mapping[str, Names] = {
    "height": ("heights", "points"),  # both by building; 0 where there is no roof
    "blue": ("group", "value"),
    "yellow": ("group", "value"),
    "white": ("group", "value"),
    "red": ("group", "value"),
    "fibre": ("connected", "bonus"),
    "balconies": ("count", "times"),
    "neighbours": ("count", "times"),
    "chimneys": ("count", "times"),
    "objective": ("objective",),
    "personal": ("objective",),
}
