"""The environment of the templates: where they lie, what they may call, and that drawings are made only once."""

import gettext
import hashlib
import json
import sys
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined, Template
from jinja2.bccache import Bucket
from jinja2.environment import TemplateModule
from jinja2.runtime import Context
from markupsafe import Markup

from app.web import compiling
from app.web.assets import TEMPLATES
from app.web.compiling import called
from app.web.glances import Word, You
from app.web.languages import translations
from app.web.problems import Problem
from app.web.sentences import Sentence
from app.web.swift import SwiftContext, escape, looking, new, sentences

ART = "art.html"
KEPT = 4096
"""So many drawings of an art file are kept."""
LARGE = 16
"""A mapping of more keys is known to drawings by being the same one."""


class Compiled(FileSystemBytecodeCache):
    """Compiled templates, kept beside them, as Python keeps its modules, where that can be written.

    What they are compiled by is part of the place, so nothing stale is taken.
    """

    def __init__(self) -> None:
        own = b"".join(Path(str(module)).read_bytes() for module in (__file__, compiling.__file__))
        compiler = hashlib.sha256(version("jinja2").encode() + own).hexdigest()[:12]
        folder = TEMPLATES / "__pycache__" / f"{sys.implementation.cache_tag}-{compiler}"
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        super().__init__(str(folder))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


class Same:
    """A large mapping, known by being the same one: such are the components of a game, and never change."""

    __slots__ = ("_mapping",)

    def __init__(self, mapping: Mapping[str, Any]) -> None:
        self._mapping = mapping

    def __eq__(self, other: object) -> bool:
        return type(other) is Same and other._mapping is self._mapping

    def __hash__(self) -> int:
        return id(self._mapping)


def mark(value: Any) -> Any:
    """What an argument of a drawing is known by, in a form that can be hashed if all that is in it can."""
    kind = type(value)
    if kind is list or kind is tuple:
        return tuple(map(mark, value))
    if kind is dict:
        return Same(value) if len(value) > LARGE else (dict, *((key, mark(each)) for key, each in value.items()))
    return value.number if kind is You else str(value) if kind is Word else value


class Drawings:
    """The macros of an art file. They are pure functions of their arguments: each drawing is made once and kept."""

    def __init__(self, module: TemplateModule) -> None:
        self._module = module
        self._kept: dict[Any, Markup] = {}

    def __getattr__(self, name: str) -> Any:
        value, kept = getattr(self._module, name), self._kept
        if not hasattr(value, "arguments"):
            self.__dict__[name] = value
            return value

        def draw(*arguments: Any, **named: Any) -> Any:
            try:
                return kept[name, arguments, tuple(named.items())]
            except (KeyError, TypeError):
                return self._drawn(name, value, arguments, named)

        self.__dict__[name] = draw
        return draw

    def _drawn(self, name: str, macro: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """A drawing that is new, or has lists or mappings among its arguments."""
        key = name, mark(arguments), tuple((word, mark(each)) for word, each in named.items())
        try:
            made = self._kept.get(key)
        except TypeError:
            return called(macro, arguments, named)
        if made is None:
            made = called(macro, arguments, named)
            if len(self._kept) >= KEPT:
                self._kept.clear()
            if "caller" not in named:
                self._kept[key] = made
        return made


class HouseTemplate(Template):
    """A template whose art, when another imports it, draws each thing once."""

    _drawings: Drawings | None = None

    @classmethod
    def _from_namespace(
        cls,
        environment: Environment,
        namespace: MutableMapping[str, Any],
        globals: MutableMapping[str, Any],  # noqa: A002
    ) -> Template:
        named = {"escape": escape, "get": environment.look, "Macro": compiling.macro, "new": new}  # type: ignore[attr-defined]
        namespace.update(named)
        return super()._from_namespace(environment, namespace, globals)

    def _get_default_module(self, ctx: Context | None = None) -> Any:
        module = super()._get_default_module(ctx)
        if not (self.name or "").endswith(ART):
            return module
        if self._drawings is None:
            self._drawings = Drawings(module)
        return self._drawings


class HouseEnvironment(Environment):
    """Autoescapes, refuses unknown names, and does not look whether files have changed."""

    template_class = HouseTemplate
    context_class = SwiftContext
    code_generator_class = compiling.SwiftGenerator

    def __init__(self, language: str, **names: Any) -> None:
        super().__init__(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=StrictUndefined,
            auto_reload=False,
            cache_size=-1,
            bytecode_cache=Compiled(),
            extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
        )
        self.look = looking(self)
        self.policies["json.dumps_kwargs"] = {"sort_keys": True, "default": dict}
        self.install_gettext_translations(translations(language), newstyle=True)  # type: ignore[attr-defined]
        self.globals |= sentences(translations(language))
        self.globals |= {"do": do, "name": name, "told": partial(told, translations(language)), **names}
        self.globals["art"] = self.get_template(ART).module
        self.globals["house"] = self.get_template("frame/sentences.html").module


def do(**fields: object) -> Markup:
    """The attribute that makes an element carry out an action: `{{ do(type="lay", side="left") }}`."""
    return Markup('data-do="{}"').format(json.dumps(fields, separators=(",", ":")))


def name(table: Mapping[str, Any], seat: int) -> str:
    """The name at a seat."""
    return str(table["seats"][seat - 1]["name"])


def told(tongue: gettext.NullTranslations, problem: Problem) -> Sentence:
    """What was wrong, in the reader's language, as plain text: names stand in it, which may hold anything.

    Templates must not hand the whole sentence to `_()`, which takes all its words for safe HTML.
    """
    title, detail = map(tongue.gettext, problem.sentence)
    return Sentence(title, detail % problem.data)
