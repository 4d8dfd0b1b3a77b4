"""What the documents name is there: links, files, modules, targets of make, tests."""

import ast
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
TESTS = PROJECT / "tests"
PAGES = sorted(
    [*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md"), *(PROJECT / "translations").glob("*.md")],
)
ROOTS = ("app/", "bench/", "docs/", "migrations/", "static/", "templates/", "tests/", "tools/", "translations/")
MADE = ("static/vendor", "data", "translations/tertulia.pot")
"""What is not kept in git."""
RELIABILITY = (PROJECT / "docs" / "reliability.md").read_text("utf-8")


@cache
def names_of_tests(file: Path) -> frozenset[str]:
    """The names of the tests in a module, and of the checks in one that tests call."""
    tree = ast.parse(file.read_text("utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(node.name for node in functions)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(PROJECT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(PROJECT).as_posix())
def test_every_file_module_and_target_of_make_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:`|^|\s{4})make ([a-z-]+)", text, re.MULTILINE)) <= targets
    for module in re.findall(r"python -m ([a-z_.]+)", text):
        assert find_spec(module) is not None, module
    for name in re.findall(r"`([\w./-]+)`", text):
        if name.startswith(ROOTS) and not name.startswith(MADE) and "threecards" not in name:
            assert (PROJECT / name).exists(), name


def test_every_failure_that_must_never_happen_has_tests_that_are_there() -> None:
    rows = re.findall(r"^\| [a-z][^|]* \| (`[^|]+) \|$", RELIABILITY, re.MULTILINE)
    assert len(rows) > 30
    for row in rows:
        for file, named in re.findall(r"`([\w/]+\.py)`([^`]*)", row):
            known = names_of_tests(TESTS / file)
            assert known, file
            for name in re.findall(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+", named):
                assert any(one.removeprefix("test_").startswith(name) for one in known), f"{file}: {name}"


def test_the_map_of_the_house_has_every_folder_and_no_other() -> None:
    drawn = (PROJECT / "docs" / "architecture.md").read_text("utf-8").split("```")[1]
    ignored = {line.strip("/") for line in (PROJECT / ".gitignore").read_text().splitlines()}
    folders = {path.name for path in PROJECT.iterdir() if path.is_dir() and "." not in path.name}
    assert set(re.findall(r"^([a-z]+)/", drawn, re.MULTILINE)) == folders - ignored - {"docs"}
    parts = {path.parent.name for path in (PROJECT / "app").glob("*/__init__.py")}
    assert set(re.findall(r"^  ([a-z]+)/", drawn, re.MULTILINE)) == parts
