"""Jinja without what our templates never need: a page of pieces is thousands of small calls, and each of them counts.

Everything means what it means in Jinja, with autoescaping always on; tests/web/test_swift.py compares the two.
"""

import gettext
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType
from typing import Any

import markupsafe
from jinja2.environment import Environment
from jinja2.runtime import Context
from markupsafe import Markup

from app.web.compiling import called as called_by_names
from app.web.glances import Glass

KEPT = 4096
"""So many sentences of a language are kept as they came out."""
# A text that is known to be safe becomes `Markup` so: its own constructor would first ask whether it can tell its HTML.
new = str.__new__


def escape(value: Any) -> str:
    """A value as safe HTML: text escaped, what is safe already as it is."""
    kind = type(value)
    if kind is Markup:
        text: str = value
        return text
    return str(value) if kind is int else markupsafe.escape(value)


def looking(environment: Environment) -> Callable[[Any, str], Any]:
    """How templates look at `x.key`: the value of a key, or an attribute; of views, the key."""
    lacking = environment.undefined

    def get(value: Any, key: str) -> Any:
        kind = type(value)
        if kind is Glass:
            known = value.known.get(key)
            if known is not None:
                return known
        if kind is dict or kind is Glass:
            try:
                return value[key]
            except KeyError:
                pass
        try:
            return getattr(value, key)
        except AttributeError:
            pass
        try:
            return value[key]
        except (TypeError, LookupError, AttributeError):
            return lacking(obj=value, name=key)

    return get


class SwiftContext(Context):
    """Calls macros and functions without asking first what they want to have passed."""

    def call(self, called: Any, /, *args: Any, **named: Any) -> Any:
        """What a template gets when it calls something with named arguments, or out of the ordinary."""
        kind = type(called)
        if kind is BuiltinFunctionType or (kind is FunctionType and not hasattr(called, "jinja_pass_arg")):
            named.pop("_loop_vars", None)
            named.pop("_block_vars", None)
            if named and hasattr(called, "arguments"):
                return called_by_names(called, args, named)
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
    return new(Markup, sentence % safe)
