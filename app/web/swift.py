"""Jinja without what our templates never need: a page of pieces is thousands of small calls, and each of them counts.

Everything means what it means in Jinja, with autoescaping always on; tests/web/test_swift.py compares the two.
"""

import gettext
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType
from typing import Any

import markupsafe
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup

KEPT = 4096
_new = str.__new__


def escape(value: Any) -> str:
    """A value as safe HTML: text escaped, what is safe already as it is."""
    kind = type(value)
    if kind is Markup:
        text: str = value
        return text
    return str(value) if kind is int else markupsafe.escape(value)


class SwiftContext(Context):
    """Calls macros and functions without asking first what they want to have passed."""

    def call(self, called: Any, /, *args: Any, **named: Any) -> Any:
        """What a template gets when it calls something."""
        kind = type(called)
        if kind is Macro:
            if named:
                named.pop("_loop_vars", None)
                named.pop("_block_vars", None)
            lacking = called._argument_count - len(args)
            if named or lacking < 0 or called.caller or called.catch_kwargs or called.catch_varargs:
                return called(*args, **named)
            return _new(Markup, called._func(*args, *((missing,) * lacking)))
        if kind is BuiltinFunctionType or (kind is FunctionType and not hasattr(called, "jinja_pass_arg")):
            if named:
                named.pop("_loop_vars", None)
                named.pop("_block_vars", None)
            return called(*args, **named)
        return super().call(called, *args, **named)


def sentences(tongue: gettext.NullTranslations) -> dict[str, Callable[..., Markup]]:
    """The functions `_`, `gettext` and `ngettext` of a language: what stands in a sentence is escaped."""
    kept: dict[str, Markup] = {}

    def translate(message: str, /, **values: Any) -> Markup:
        if values:
            return _filled(tongue.gettext(message), values)
        made = kept.get(message)
        if made is None:
            made = _filled(tongue.gettext(message), values)
            if len(kept) < KEPT:
                kept[message] = made
        return made

    def count(one: str, many: str, num: int, /, **values: Any) -> Markup:
        return _filled(tongue.ngettext(one, many, num), {"num": num, **values})

    return {"_": translate, "gettext": translate, "ngettext": count}


def _filled(sentence: str, values: dict[str, Any]) -> Markup:
    safe = {name: value if type(value) in {int, float} else escape(value) for name, value in values.items()}
    return _new(Markup, sentence % safe)
