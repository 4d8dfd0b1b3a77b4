"""What our templates say is what Jinja says."""

from typing import Any

import jinja2
import pytest
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from app.web.environment import HouseEnvironment
from app.web.languages import translations

SNIPPETS = {
    "text": "{{ hostile }} {{ number }} {{ half }} {{ safe }} {{ nothing }} {{ yes }} {{ listed }}",
    "macro": "{% macro m(a, b=hostile, c='&') %}{{ a }}{{ b }}{{ c }}{% endmacro %}{{ m(safe) }}{{ m(1, c=2) }}",
    "loop": "{% macro m(x) %}<{{ x }}>{% endmacro %}{% for x in listed %}{{ m(x) }}{{ loop.index }}{% endfor %}",
    "named": "{% macro m(a, b=1) %}{{ a }}{{ b }}{% endmacro %}{% for x in listed %}{{ m(x, b=x) }}{% endfor %}",
    "macros": "{% macro n(a) %}[{{ a }}]{% endmacro %}{% macro m(a) %}{{ n(n(a)) }}{% endmacro %}{{ m(hostile) }}",
    "optional": "{% macro m(a, b) %}{{ 'yes' if b is defined else 'no' }}{{ a }}{% endmacro %}{{ m(1) }}{{ m(1, 2) }}",
    "places": "{% for x in listed %}{{ loop.index0 }}{{ loop.last }}{{ loop.length }}{% endfor %}{{ listed[0] }}",
    "methods": "{{ hostile.upper() }}{{ view.get('row') }}{{ view.nested.get('none', hostile) }}",
    "caller": "{% macro m(x) %}{{ x }}{{ caller(x) }}{% endmacro %}{% call(y) m(hostile) %}[{{ y }}]{% endcall %}",
    "varying": "{% macro m() %}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1, hostile, k=2) }}",
    "join": "{{ safe ~ hostile }}{{ listed | join(safe) }}{% set all %}{{ hostile }}{% endset %}{{ all }}",
    "sentence": "{{ _('%(who)s & 100%% of %(num)s', who=hostile, num=number) }}{{ _('50%% <b>') }}",
    "safe words": "{{ _('%(x)s of %(y)s', x=safe, y=half) }}",
    "count": "{{ ngettext('%(num)s card of %(who)s', '%(num)s cards', number, who=hostile) }}",
    "count one": "{{ ngettext('%(num)s card of %(who)s', '%(num)s cards', 1, who=hostile) }}",
    "trans": "{% trans who=hostile %}For {{ who }}.{% endtrans %}",
    "keys": "{{ view.row }}{{ view.nested.deep }}{% for k, v in view.nested.items() %}{{ k }}{{ v }}{% endfor %}",
    "lacking": "{{ view.none_such | default('?') }}{{ 'yes' if view.none_such is defined else 'no' }}",
    "function": "{{ plain(hostile) }}{{ listed.index(safe) }}{% for i in range(3) %}{{ plain(i) }}{% endfor %}",
    "names": "{% set box = namespace(n=1) %}{% for x in listed %}{% set box.n = box.n + 1 %}{% endfor %}{{ box.n }}",
}
VALUES: dict[str, Any] = {
    "hostile": "<b>&'\"Ana",
    "safe": Markup("<i>x</i>"),
    "number": 3,
    "half": 0.5,
    "nothing": None,
    "yes": True,
    "listed": ["<", Markup("<i>x</i>"), 7],
    "view": {"row": "<row>", "nested": {"deep": 1}},
    "plain": lambda value: f"<{value}>",
}


def usual() -> Environment:
    """Jinja as it comes, set as ours is."""
    extensions = ["jinja2.ext.i18n", "jinja2.ext.do"]
    environment = Environment(autoescape=True, undefined=StrictUndefined, extensions=extensions)
    environment.install_gettext_translations(translations("en"), newstyle=True)  # type: ignore[attr-defined]
    return environment


@pytest.fixture(scope="module")
def ours() -> HouseEnvironment:
    """The environment of the house, without what the templates of the house ask for."""
    names = ("address", "asset", "assets", "base", "book", "books", "build", "game_art", "game_final", "options")
    return HouseEnvironment("en", **dict.fromkeys((*names, "refusal", "sentence")))


@pytest.mark.parametrize("what", SNIPPETS)
def test_it_says_what_jinja_says(ours: HouseEnvironment, what: str) -> None:
    said = ours.from_string(SNIPPETS[what]).render(VALUES)
    assert said == usual().from_string(SNIPPETS[what]).render(VALUES)
    assert "<b>" not in said.replace("50% <b>", "")


@pytest.mark.parametrize(
    "wrong",
    ["{% macro m(a) %}{% endmacro %}{{ m(1, 2) }}", "{% macro m(a) %}{% endmacro %}{{ m(b=2) }}", "{{ none_such }}",
     "{{ _('%(who)s', who=none_such) }}", "{{ view.none_such }}", "{{ none_such() }}"],
)  # fmt: skip
def test_what_jinja_refuses_is_refused(ours: HouseEnvironment, wrong: str) -> None:
    for environment in (ours, usual()):
        with pytest.raises((TypeError, jinja2.UndefinedError)):
            environment.from_string(wrong).render(VALUES)
