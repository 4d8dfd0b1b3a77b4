"""Every rule of the catalogues (docs/rules/) is named by at least one test."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PROJECT = TESTS.parent
GAMES = sorted(path.stem for path in (PROJECT / "docs" / "rules").glob("*.md"))


def numbers_in_the_catalogue(game: str) -> set[str]:
    """The numbers of a game's rules, such as CK-10."""
    return set(re.findall(r"^- (C[KDB]-\d+)\b", (PROJECT / "docs" / "rules" / f"{game}.md").read_text(), re.MULTILINE))


def numbers_in_the_tests() -> set[str]:
    """The numbers that the tests' `rule` marks name."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and is_test(node):
                for decorator in node.decorator_list:
                    found.update(numbers_in(decorator))
            elif isinstance(node, ast.Assign) and any(ast.unparse(name) == "pytestmark" for name in node.targets):
                found.update(number for call in ast.walk(node.value) for number in numbers_in(call))
    return found


def is_test(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    return node.name.lower().startswith("test")


def numbers_in(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
        return [str(argument.value) for argument in node.args if isinstance(argument, ast.Constant)]
    return []


@pytest.mark.parametrize("game", [game for game in GAMES if (PROJECT / "app" / "games" / game / "session.py").exists()])
def test_every_rule_of_the_catalogue_has_a_test_that_names_it(game: str) -> None:
    missing = numbers_in_the_catalogue(game) - numbers_in_the_tests()
    assert sorted(missing, key=lambda number: int(number.split("-")[1])) == []


def test_every_rule_that_a_test_names_is_in_a_catalogue() -> None:
    known = set().union(*(numbers_in_the_catalogue(game) for game in GAMES))
    assert numbers_in_the_tests() - known == set()


def test_the_catalogues_have_rules() -> None:
    for game in GAMES:
        assert len(numbers_in_the_catalogue(game)) > 20, game
