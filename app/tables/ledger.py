"""What a table knows about its game besides the state: since when each question stands, and whose action was last."""

from datetime import datetime

import msgspec

from app.games.session import GameSession


class Question(msgspec.Struct, frozen=True, array_like=True):
    """What a seat is asked (`""`: nothing), the version since which it stands, and since when."""

    name: str
    since: int
    at: datetime


class Last(msgspec.Struct, frozen=True, array_like=True):
    """The last action that stands: its number, whose it was, whether a bot did it, whether it revealed anything.

    `together`: others were asked at the same time, and still were after it.
    """

    number: int
    seat: int
    bot: bool
    reveals: bool
    together: bool = False


class Ledger(msgspec.Struct, frozen=True):
    """The questions by seat (seat 1 first), and the last action, None before the first."""

    questions: tuple[Question, ...]
    last: Last | None = None

    @classmethod
    def opening(cls, session: GameSession, at: datetime) -> "Ledger":
        """The ledger of a game that has just begun."""
        return cls(tuple(Question(session.question(seat), 0, at) for seat in range(1, session.seats + 1)))

    def moved(self, session: GameSession, number: int, seat: int, bot: bool, at: datetime) -> "Ledger":
        """The ledger after that seat's action led to this state: a question that is still the same keeps its number."""
        questions = []
        together = False
        for asked, old in enumerate(self.questions, 1):
            name = session.question(asked)
            if name != old.name:
                questions.append(Question(name, number, at))
            else:
                questions.append(old)
                together = together or (name != "" and asked != seat)
        return Ledger(tuple(questions), Last(number, seat, bot, session.reveals, together))

    def returned(self, number: int, at: datetime) -> "Ledger":
        """The ledger when an undo of that number led back to its state: every question stands from now on."""
        return Ledger(tuple(Question(old.name, number, at) for old in self.questions), self.last)


encode = msgspec.json.encode
decode = msgspec.json.Decoder(Ledger).decode
