"""Imports run one way: web -> live -> tables -> games; bots -> tables; tables -> database. The rules are pure."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

APP = Path(__file__).parent.parent / "app"

# What the modules of each part may import of ours. What stands beside them (main, cli, commands, serving) sees all.
MAY_IMPORT = {
    "games": {"games"},
    "database": {"database", "settings"},
    "tables": {"tables", "games", "database", "settings"},
    "live": {"live", "tables", "games", "database", "settings"},
    "bots": {"bots", "tables", "games", "database", "settings"},
    "web": {"web", "live", "tables", "games", "settings"},
    "settings": set(),
}
# A rulebook has no clock, no file, no network, and no randomness but chance.py; the shelf alone reads component files.
IMPURE = {
    "asyncio", "datetime", "ftplib", "glob", "http", "io", "multiprocessing", "os", "pathlib", "random", "secrets",
    "shutil", "smtplib", "socket", "sqlite3", "ssl", "subprocess", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
NOT_OURS = {"node_modules", "vendor", "built", ".rivals"}
ALLOWED_IMPURE = {("shelf.py", "os"), ("shelf.py", "pathlib"), ("shelf.py", "io")}


def modules(part: str) -> list[Path]:
    """The files of a part."""
    single = APP / f"{part}.py"
    return [single] if single.exists() else sorted((APP / part).rglob("*.py"))


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """The full names that a module imports, and whether for the type checker alone."""
    tree = ast.parse(path.read_text())
    guarded = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name, id(node) in guarded
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            for name in node.names:
                yield f"{node.module}.{name.name}", id(node) in guarded


@pytest.mark.parametrize("part", sorted(MAY_IMPORT))
def test_imports_run_one_way(part: str) -> None:
    wrong = [
        f"{path.relative_to(APP)} imports {name}"
        for path in modules(part)
        for name, _ in imports(path)
        if name.startswith("app.") and name.split(".")[1] not in MAY_IMPORT[part]
    ]
    assert wrong == []


def test_the_rules_import_the_standard_library_and_msgspec_alone() -> None:
    wrong = [
        f"{path.relative_to(APP)} imports {name}"
        for path in modules("games")
        for name, _ in imports(path)
        if name.split(".")[0] not in {"app", "msgspec"} and name.split(".")[0] not in sys.stdlib_module_names
    ]
    assert wrong == []


def test_the_rules_are_pure() -> None:
    wrong = [
        f"{path.relative_to(APP)} imports {name}"
        for path in modules("games")
        for name, for_types in imports(path)
        if name.split(".")[0] in IMPURE
        and not for_types
        and name != "random.Random"  # the type of what callers hand in
        and path.name != "chance.py"
        and (path.name, name.split(".")[0]) not in ALLOWED_IMPURE
    ]
    assert wrong == []


def test_the_rules_open_no_files_and_make_no_randomness() -> None:
    wrong = [
        f"{path.relative_to(APP)}:{node.lineno}"
        for path in modules("games")
        if path.name not in {"shelf.py", "chance.py"}
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"open", "print", "input", "eval", "exec", "Random"}
    ]
    assert wrong == []


def test_one_game_knows_nothing_of_another() -> None:
    games = sorted(path.name for path in (APP / "games").iterdir() if (path / "__init__.py").exists())
    wrong = [
        f"{path.relative_to(APP)} imports {name}"
        for game in games
        for path in (APP / "games" / game).rglob("*.py")
        for name, _ in imports(path)
        if name.startswith("app.games.") and name.split(".")[2] in set(games) - {game}
    ]
    assert wrong == []


def test_no_module_has_outgrown_one_idea() -> None:
    project = APP.parent
    wrong = [
        f"{path.relative_to(project)} has {lines} lines"
        for folder in ("app", "tests", "migrations", "tools", "bench", "static", "templates")
        for path in (project / folder).rglob("*")
        if path.suffix in {".py", ".js", ".mjs", ".cjs", ".css", ".html"} and not NOT_OURS.intersection(path.parts)
        if (lines := len(path.read_text().splitlines())) > 500
    ]
    assert wrong == []
