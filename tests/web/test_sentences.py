"""Every problem has its sentence."""

from inspect import getmembers, isclass

import pytest

from app.tables import problems as tables
from app.web.problems import problem_of
from app.web.sentences import SENTENCES

KEYS = {
    key: (kind, names)
    for _, kind in getmembers(tables, isclass)
    if issubclass(kind, tables.Problem)
    for key, names in kind.KEYS.items()
}


@pytest.mark.parametrize("key", sorted(KEYS))
def test_whatever_tables_refuse_is_told_in_a_sentence(key: str) -> None:
    kind, names = KEYS[key]
    problem = problem_of(kind() if kind is tables.Unavailable else kind(key, **dict.fromkeys(names, "7")))
    assert problem is not None
    assert problem.status == kind.status
    assert problem.detail.endswith(".")
    assert problem.title


@pytest.mark.parametrize("key", sorted(SENTENCES))
def test_a_sentence_is_whole_and_begins_with_a_capital(key: str) -> None:
    title, detail = SENTENCES[key]
    assert title[0].isupper()
    assert detail[0].isupper()
    assert detail.endswith(".")
