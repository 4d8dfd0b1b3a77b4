"""The start of rounds 2 to 4: owls, and the action tokens that come with them (CK-6, CK-20, CK-24 to CK-26)."""

from app.games.cuckooo.actions import Decline, Equip, Pair, Swap, Take
from app.games.cuckooo.components import SPYING, SWAP
from app.games.cuckooo.state import Cards, Game, Placed, State, left, magpie_name, put
from app.games.cuckooo.tokens import tokens_left
from app.games.domains import OneOf
from app.games.session import Action, Choice, Event, Flight, Half, Reason, Refusal


def begin(game: Game) -> tuple[Event, ...]:
    """The dealer moves left; as many owls as players are turned up (CK-6, CK-20)."""
    state, seats = game.state, game.state.seats
    state.round += 1
    state.dealer = state.turn = left(state.dealer, seats)
    state.phase = "take"
    offer, state.owl_deck = state.owl_deck[:seats], state.owl_deck[seats:]
    state.buried = min(state.buried, len(state.owl_deck))
    state.offer = tuple(Placed(owl) for owl in offer)
    state.cuckoos = state.row = state.discards = ()
    state.hands = state.picks = state.flocks = ((),) * seats
    state.passed = False
    state.late = 0
    flights = tuple(Flight("deck-owls", "offer", owl) for owl in offer)
    return (
        Event("round-began", state.dealer, {"round": state.round}),
        Event("owls-offered", data={"owls": list(offer)}, flights=flights),
    )


def question(state: State, seat: int) -> str:
    """Which owl (and token) to take, or which owls to swap."""
    return f"{state.phase}/{state.round}" if seat == state.turn else ""


def choices(game: Game, seat: int) -> tuple[Choice, ...]:
    """An owl of those left and, with tokens, a token of those left; or a swap of two owls."""
    state = game.state
    if seat != state.turn:
        return ()
    if state.phase == "swap":
        return (Choice(Swap, {"owls": Pair(state.owls)}), Choice(Decline))
    owls = OneOf(tuple(owl.piece for owl in state.offer if not owl.seat))
    if state.options.tokens == "on":
        return (Choice(Equip, {"owl": owls, "token": OneOf(tokens_left(game))}),)
    return (Choice(Take, {"owl": owls}),)


def refusals(game: Game, seat: int) -> tuple[Refusal, ...]:
    """Owls and tokens that another seat has."""
    state = game.state
    if seat != state.turn or state.phase != "take":
        return ()
    kind = "equip" if state.options.tokens == "on" else "take"
    taken = [(owl.piece, owl.seat) for owl in state.offer if owl.seat]
    taken += [(token, owner) for owner, token in enumerate(state.tokens, start=1) if token]
    return tuple(Refusal(kind, Reason("taken", {"piece": piece, "seat": owner}), piece) for piece, owner in taken)


def carry_out(game: Game, seat: int, action: Action) -> tuple[Event, ...]:
    """An owl is taken, or two are swapped; then the next seat takes, or the round goes on."""
    state = game.state
    game.reveals = False
    if isinstance(action, Swap):
        _go_on(game, seat)
        return (_swap(state, seat, action.owls),)
    if isinstance(action, Decline):
        _go_on(game, seat)
        return (Event("swap-declined", seat),)
    assert isinstance(action, Take | Equip)
    owl = action.owl
    state.offer = tuple(Placed(owl, seat) if other.piece == owl else other for other in state.offer)
    state.owls = put(state.owls, seat, (*state.owls[seat - 1], owl))
    flight = Flight("offer", f"owls-{seat}", owl)
    if isinstance(action, Take):
        _go_on(game, seat)
        return (Event("owl-taken", seat, {"owl": owl}, (flight,)),)
    token = action.token
    state.tokens = put(state.tokens, seat, token)
    flights = (flight, Flight("tokens", f"token-{seat}", token))
    events = [Event("owl-and-token-taken", seat, {"owl": owl, "token": token}, flights)]
    if token == SWAP:
        state.phase = "swap"
        return tuple(events)
    if token == SPYING:
        state.spies = put(state.spies, state.round, seat)
        game.reveals = True
        seen = [magpie_name(state.magpies, position) for position in (state.round - 1, state.round)]
        events.append(Event("spied", seat, secret={seat: Half({"magpies": seen})}))
    _go_on(game, seat)
    return tuple(events)


def _swap(state: State, seat: int, owls: Cards) -> Event:
    """Two owls change owners; action tokens stay where they are (CK-26)."""
    one, other = owls
    owners = [next(at for at, mine in enumerate(state.owls, start=1) if owl in mine) for owl in owls]
    exchange = {one: other, other: one}
    state.owls = tuple(tuple(exchange.get(owl, owl) for owl in mine) for mine in state.owls)
    flights = (
        Flight(f"owls-{owners[0]}", f"owls-{owners[1]}", one),
        Flight(f"owls-{owners[1]}", f"owls-{owners[0]}", other),
    )
    return Event("owls-swapped", seat, {"owls": [one, other], "seats": owners}, flights)


def _go_on(game: Game, seat: int) -> None:
    """The seat to the left takes next, until all have."""
    state = game.state
    state.phase, state.turn = "take", left(seat, state.seats)
    game.finished = state.turn == state.dealer
