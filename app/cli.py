"""The `tertulia` command."""

import importlib
import importlib.util
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from importlib.metadata import version

from app.database.binaries import DatabaseError
from app.serving.listener import ListenError
from app.settings import SettingError

COMMANDS = ("serve", "simulate", "replay", "verify", "doctor")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Returns:
        Its exit status: 0 when all went well; 1 when what was asked found a fault; 2 when it cannot be done as asked,
        with one sentence on standard error that says what to do; 130 when it was interrupted.
    """
    parser = ArgumentParser(prog="tertulia", description="Board-game evenings among friends, in the browser.")
    parser.add_argument("--version", action="version", version=f"Tertulia {version('tertulia')}")
    commands = parser.add_subparsers(title="commands", dest="command", required=True, metavar="COMMAND")
    for name in COMMANDS:
        if importlib.util.find_spec(f"app.commands.{name}") is None:
            continue
        module = importlib.import_module(f"app.commands.{name}")
        first, *_ = (module.__doc__ or "").splitlines()
        command = commands.add_parser(name, help=first[:1].lower() + first[1:].rstrip("."), description=first)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    arguments = parser.parse_args(argv)
    try:
        status: int = arguments.run(arguments)
    except (SettingError, DatabaseError, ListenError) as error:
        print(f"tertulia: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return status


if __name__ == "__main__":
    sys.exit(main())
