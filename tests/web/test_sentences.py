"""Every problem has its sentence."""

from inspect import getmembers, isclass

import asyncpg
import pytest
from jinja2 import TemplateNotFound
from sqlalchemy.exc import InterfaceError, OperationalError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout

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


LOST = asyncpg.ConnectionDoesNotExistError("gone")


@pytest.mark.parametrize(
    "error",
    [
        OperationalError("SELECT", {}, LOST),
        InterfaceError("SELECT", {}, LOST),
        PoolTimeout(),
        ConnectionRefusedError(),
    ],
    ids=repr,
)
def test_a_database_that_does_not_answer_is_told_so(error: Exception) -> None:
    problem = problem_of(error)
    assert problem is not None
    assert problem.status == 503
    assert problem.headers["Retry-After"]


@pytest.mark.parametrize(
    "error",
    [TemplateNotFound("gone.html"), FileNotFoundError("gone"), ProgrammingError("SELEC", {}, ValueError()), KeyError()],
    ids=repr,
)
def test_a_mistake_of_ours_is_not_put_on_the_database(error: Exception) -> None:
    assert problem_of(error) is None
