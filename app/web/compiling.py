"""Templates as Python: Jinja's own compiler, but calls and looks at keys become what Python does fastest.

A page of pieces is thousands of small calls. Jinja asks each time what is called and what it may want to have passed;
our templates call macros and plain functions, which need nothing but their arguments. So a macro is a Python function
here, and calling one is calling it. Everything means what it means in Jinja; tests/web/test_swift.py compares the two.
"""

from types import FunctionType
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, optimizeconst
from jinja2.environment import Environment
from jinja2.runtime import Macro
from jinja2.utils import missing

WORDS = {"_", "gettext", "ngettext"}


class SwiftGenerator(CodeGenerator):
    """Writes `get(x, "key")` for `x.key`, and `f(x)` for `f(x)`.

    Keywords are left to the context, which knows the names of a macro's parameters; sentences take theirs directly.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._modules: set[str] = set()

    def visit_Import(self, node: nodes.Import, frame: Frame) -> None:  # noqa: N802 - a visitor's name
        """`{% import "file.html" as x %}`"""
        super().visit_Import(node, frame)
        if frame.toplevel:
            self._modules.add(frame.symbols.ref(node.target))

    @optimizeconst
    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """`x.key`; of an imported file it is an attribute of its module."""
        if isinstance(node.node, nodes.Name) and frame.symbols.find_ref(node.node.name) in self._modules:
            self.write(f"{frame.symbols.ref(node.node.name)}.{node.attr}")
            return
        self.write("get(")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r})")

    @optimizeconst
    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """`f(x)`"""
        words = isinstance(node.node, nodes.Name) and node.node.name in WORDS
        if forward_caller or node.dyn_args or node.dyn_kwargs or (node.kwargs and not words):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for part in (*node.args, *node.kwargs):
            self.visit(part, frame)
            self.write(", ")
        self.write(")")

    def return_buffer_contents(self, frame: Frame, force_unescaped: bool = False) -> None:
        """What a macro has made is safe: everything in it was escaped."""
        self.writeline(f"return new(Markup, concat({frame.buffer}))")


def macro(
    environment: Environment,
    function: FunctionType,
    name: str,
    arguments: tuple[str, ...],
    catch_kwargs: bool,
    catch_varargs: bool,
    caller: bool,
    autoescape: bool,
) -> Any:
    """A macro as the function that it was compiled to, with its `name` and the names of its `arguments`.

    One that takes a block, or whatever comes, stays what it is in Jinja.
    """
    if catch_kwargs or catch_varargs or caller:
        return Macro(environment, function, name, list(arguments), catch_kwargs, catch_varargs, caller, autoescape)
    function.__defaults__ = (missing,) * len(arguments)
    function.name, function.arguments = name, arguments  # type: ignore[attr-defined]
    return function


def called(made: Any, positional: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """What a macro makes of arguments some of which are named. Raises: TypeError for a name that it does not have."""
    if type(made) is not FunctionType:
        return made(*positional, **named)
    names = made.arguments[len(positional) :]  # type: ignore[attr-defined]
    if not named.keys() <= set(names):
        strange = min(named.keys() - set(names))
        raise TypeError(f"macro {made.name!r} takes no keyword argument {strange!r}")  # type: ignore[attr-defined]
    return made(*positional, *(named.get(name, missing) for name in names))
