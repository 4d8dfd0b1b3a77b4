"""What problems are called and how they are told: what was wrong, and what to do."""

from typing import NamedTuple


class Sentence(NamedTuple):
    """`title`: the kind of problem in a few words. `detail`: full sentences, with names of data as `%(name)s`."""

    title: str
    detail: str


def _(text: str) -> str:
    """Marks a text for translation."""
    return text


NOT_FOUND = _("Not found")
NOT_ALLOWED = _("Not allowed")
NOT_NOW = _("Not at this moment")
NOT_POSSIBLE = _("Not possible")
TOO_OFTEN = _("Too often")

SENTENCES = {
    # doors
    "other-site": Sentence(
        NOT_ALLOWED, _("This request did not come from a page of this server. Open the page again and repeat it there.")
    ),
    "too-long": Sentence(_("Too long"), _("What was sent is longer than %(kilobytes)s KB. Send less at once.")),
    "too-often": Sentence(TOO_OFTEN, _("That was a lot in a short time. Wait %(seconds)s seconds, then try again.")),
    "broken": Sentence(
        _("Our mistake"),
        _("Something went wrong on this server, and nothing has been changed. Try again; its log says more."),
    ),
    "page-unknown": Sentence(
        NOT_FOUND, _("There is no such page here. Check the address, or begin at the front page.")
    ),
    "method-unknown": Sentence(NOT_ALLOWED, _("This address does not take such a request.")),
    "malformed": Sentence(_("Malformed"), _("What was sent cannot be read: %(fault)s.")),
    "token-unknown": Sentence(
        _("Unknown token"), _("Nobody is known by this token. Use one that POST /api/people has given.")
    ),
    "person-missing": Sentence(
        _("Who are you?"), _("This needs to know who you are: send the token of POST /api/people, or its cookie.")
    ),
    "password-wrong": Sentence(
        NOT_ALLOWED, _("The host of this server asks for a password to make a table, and it was not this one.")
    ),
    "unavailable": Sentence(
        _("Not available"), _("The database of this server does not answer at the moment. Try again in a few seconds.")
    ),
    # what tables do not have
    "table-unknown": Sentence(
        NOT_FOUND,
        _(
            "There is no such table, or it can only be seen through an invite. If you had a seat there, it was freed. "
            "Ask a friend for the link."
        ),
    ),
    "seat-freed": Sentence(
        _("You no longer sit at this table"),
        _(
            "The host has freed your seat, or you have left it. If that was a mistake, open the invite once more; "
            "if it opens nothing, ask the host for a new one."
        ),
    ),
    "seat-unknown": Sentence(NOT_FOUND, _("There is no seat %(seat)s at this table.")),
    "link-unknown": Sentence(NOT_FOUND, _("This link is not valid any more. Ask a friend at the table for a new one.")),
    "code-unknown": Sentence(
        NOT_FOUND, _("This code is not valid. Codes work once and for 10 minutes: ask for a new one.")
    ),
    "game-unknown": Sentence(
        NOT_FOUND, _("There is no game %(game)s here. GET /api/games lists those that there are.")
    ),
    # what tables do not allow
    "not-seated": Sentence(
        NOT_ALLOWED, _("Only those who sit at this table can do that, and you do not, or not any more.")
    ),
    "not-host": Sentence(NOT_ALLOWED, _("Only the host of this table can do that.")),
    "not-yours": Sentence(NOT_ALLOWED, _("Seat %(seat)s is not yours.")),
    "left-game": Sentence(
        NOT_ALLOWED,
        _(
            "You left this game for good, so there is no seat for you in it any more. "
            "You can sit down again at another table."
        ),
    ),
    "takeover-early": Sentence(
        NOT_ALLOWED,
        _("If nothing comes from %(name)s for %(minutes)s more min, a bot can take over: try again then."),
    ),
    "takeover-unasked": Sentence(
        NOT_ALLOWED,
        _("The game does not wait for %(name)s now. A bot can take over when it has waited for five minutes."),
    ),
    "host-here": Sentence(
        NOT_ALLOWED,
        _("The host, %(name)s, did something not long ago. Try again if nothing more comes for %(minutes)s min."),
    ),
    "not-next-host": Sentence(
        NOT_ALLOWED, _("First comes %(name)s: when %(name)s has been away for as long, you can become the host.")
    ),
    # what does not fit how a table stands
    "not-gathering": Sentence(NOT_NOW, _("That can only be done before the game begins.")),
    "not-playing": Sentence(NOT_NOW, _("That can only be done while the game is being played.")),
    "not-finished": Sentence(NOT_NOW, _("That can only be done when the game is over.")),
    "full": Sentence(NOT_NOW, _("All %(seats)s seats of this table are taken.")),
    "seat-not-open": Sentence(NOT_NOW, _("Seat %(seat)s is taken already.")),
    "seat-not-person": Sentence(NOT_NOW, _("Nobody sits on seat %(seat)s.")),
    "already-seated": Sentence(_("You have a seat here"), _("You sit at this table already, on seat %(seat)s.")),
    "name-taken": Sentence(NOT_NOW, _("Somebody at this table is called %(name)s already. Choose another name.")),
    "too-few": Sentence(
        NOT_NOW, _("The game needs at least %(least)s players, and there are %(seats)s. Invite friends, or add bots.")
    ),
    "frozen": Sentence(
        NOT_NOW,
        _("This game cannot be continued with this version of Tertulia. The host finds more with tertulia doctor."),
    ),
    "undo-nothing": Sentence(NOT_NOW, _("There is nothing to take back.")),
    "undo-other": Sentence(
        NOT_NOW, _("The last action was that of %(name)s (seat %(seat)s), and nobody else can take it back.")
    ),
    "undo-together": Sentence(
        NOT_NOW, _("All choose at the same time, so nothing is taken back. Choose anew, as long as the game asks you.")
    ),
    "undo-revealed": Sentence(
        NOT_NOW, _("The last action cannot be taken back: something was drawn by it, or somebody has seen something.")
    ),
    "undo-bot": Sentence(NOT_NOW, _("The last action was a bot's, and cannot be taken back.")),
    "move-late": Sentence(_("Too late"), _("The table has moved on. This is how it stands now.")),
    "undo-late": Sentence(
        _("Too late"), _("The table has moved on, so this is not taken back. This is how it stands now.")
    ),
    # what cannot be
    "move-illegal": Sentence(NOT_POSSIBLE, _("The rules do not allow this action now.")),
    "move-malformed": Sentence(NOT_POSSIBLE, _("This is not an action of the game: %(detail)s.")),
    "command-malformed": Sentence(
        NOT_POSSIBLE, _("The id of a command is 1 to 64 letters, digits, hyphens and underscores.")
    ),
    "version-unknown": Sentence(
        NOT_POSSIBLE, _("This was decided on a version that the table has not reached. Ask how it stands, then decide.")
    ),
    "command-reused": Sentence(NOT_POSSIBLE, _("This command id was already used for something else. Make a new one.")),
    "name-missing": Sentence(NOT_POSSIBLE, _("A name is missing: write 1 to 24 letters that can be seen.")),
    "name-long": Sentence(NOT_POSSIBLE, _("This name is too long: it can have %(most)s letters at most.")),
    "name-hidden": Sentence(NOT_POSSIBLE, _("This name has characters that cannot be seen: leave them out.")),
    "options-malformed": Sentence(NOT_POSSIBLE, _("These are not options of the game: %(detail)s.")),
    "order-malformed": Sentence(NOT_POSSIBLE, _("A new order must name each of the %(seats)s seats once.")),
    "visibility-malformed": Sentence(NOT_POSSIBLE, _("A table is visible by link or in the lobby.")),
    "text-malformed": Sentence(NOT_POSSIBLE, _("A message has 1 to %(most)s characters that can be seen.")),
    "codes-tried": Sentence(TOO_OFTEN, _("Too many codes were tried. Wait %(seconds)s seconds, then try again.")),
    "try-again": Sentence(
        _("Not certain"),
        _("The database did not answer, so it is not known whether this was done. Send the same again in a second."),
    ),
}
"""Every problem by its key."""
