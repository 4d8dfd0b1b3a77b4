"""The `tertulia` command."""

import importlib
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from importlib.metadata import version

from app.database.binaries import DatabaseError
from app.serving.listener import ListenError
from app.settings import SettingError

# Each is a module of app.commands, read only when it is asked for.
COMMANDS = {
    "serve": "start the server, with a database of its own if none is named",
    "simulate": "play games without a browser and tell how fast and how they end",
    "replay": "show a recorded game at any of its moves",
    "verify": "check that a recorded game was played by the rules and dealt as promised",
    "doctor": "replay all stored tables and name those that do not replay",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Returns:
        Its exit status: 0 when all went well; 1 when what was asked found a fault; 2 when it cannot be done as asked,
        with one sentence on standard error that says what to do; 130 when it was interrupted.
    """
    try:
        return _run(list(sys.argv[1:] if argv is None else argv))
    except (SettingError, DatabaseError, ListenError) as error:
        print(f"tertulia: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _run(words: list[str]) -> int:
    parser = ArgumentParser(prog="tertulia", description="Board-game evenings among friends, in the browser.")
    parser.add_argument("--version", action="version", version=f"Tertulia {version('tertulia')}")
    commands = parser.add_subparsers(title="commands", dest="command", required=True, metavar="COMMAND")
    for name, text in COMMANDS.items():
        command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        if name in words:
            module = importlib.import_module(f"app.commands.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    arguments = parser.parse_args(words)
    status: int = arguments.run(arguments)
    return status


if __name__ == "__main__":
    sys.exit(main())
