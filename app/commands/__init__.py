"""The commands of `tertulia`, one module each; `app.cli` has a line of help for each.

A module offers `add_arguments(parser)` and `run(arguments) -> int`, the exit status.
"""
