"""The market: filling, clearing, and decks made anew (CD-4, CD-13, CD-23, CD-24)."""

from app.games.cudillero.state import Play
from app.games.session import Flight


def _draw(play: Play, kind: str) -> str:
    """The top card of the `roof` or `floor` deck; "" when there is none, nor any discard (CD-23)."""
    state = play.state
    deck: tuple[str, ...] = getattr(state, f"{kind}_deck")
    if not deck:
        discards: tuple[str, ...] = getattr(state, f"{kind}_discards")
        if not discards:
            return ""
        makes = getattr(state, f"{kind}_makes") + 1
        deck = play.chance.shuffle(f"{kind}s-anew", sorted(discards), number=makes)
        setattr(state, f"{kind}_makes", makes)
        setattr(state, f"{kind}_discards", ())
        play.tell("deck-remade", 0, {"deck": f"{kind}s", "count": len(deck)})
    setattr(state, f"{kind}_deck", deck[1:])
    return deck[0]


def fill(play: Play) -> tuple[str, ...]:
    """Fill the gaps of the market. Returns: the new cards."""
    state = play.state
    play.drew = True
    old = {*state.roofs, *state.floors}
    state.roofs = tuple([card or _draw(play, "roof") for card in state.roofs])
    state.floors = tuple([card or _draw(play, "floor") for card in state.floors])
    return tuple(card for card in state.roofs + state.floors if card and card not in old)


def flights(play: Play, cards: tuple[str, ...]) -> tuple[Flight, ...]:
    """Cards flying from their decks to the market."""
    roofs = play.content.faces.roofs
    return tuple(Flight("deck-roofs" if card in roofs else "deck-floors", "market", card) for card in cards)


def lay(play: Play) -> None:
    """Lay a new market of the size for so many players (CD-4)."""
    stalls = play.content.market[play.seats]
    play.state.roofs = ("",) * stalls.roofs
    play.state.floors = ("",) * stalls.floors
    cards = fill(play)
    play.tell("market-laid", 0, {"day": play.state.day, "cards": list(cards)}, flights(play, cards))


def refill(play: Play) -> None:
    """Fill the gaps at the beginning of a round (CD-23)."""
    cards = fill(play)
    if cards:
        play.tell("market-filled", 0, {"cards": list(cards)}, flights(play, cards))


def discard(play: Play, cards: tuple[str, ...]) -> None:
    """Put cards on the discards of their kind."""
    roofs = play.content.faces.roofs
    play.state.roof_discards += tuple(card for card in cards if card in roofs)
    play.state.floor_discards += tuple(card for card in cards if card not in roofs)


def clear(play: Play) -> None:
    """Discard the market's roofs and floors at the end of a day (CD-24)."""
    state = play.state
    cards = tuple(card for card in state.roofs + state.floors if card)
    discard(play, cards)
    state.roofs = state.floors = ()
    play.tell("market-cleared", 0, {"cards": list(cards)}, tuple(Flight("market", "discards", card) for card in cards))


def take(play: Play, card: str) -> None:
    """Take a card from the market, which leaves a gap, or the top doorway (CD-13)."""
    state = play.state
    if card in state.floors:
        state.floors = tuple("" if other == card else other for other in state.floors)
    elif card in state.roofs:
        state.roofs = tuple("" if other == card else other for other in state.roofs)
    else:
        state.doorways -= 1
        state.doors += 1
