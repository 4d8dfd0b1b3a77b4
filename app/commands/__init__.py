"""The commands of `tertulia`, one module each.

A module offers `add_arguments(parser)` and `run(arguments) -> int`, the exit status; the first line of its docstring
is its help.
"""
