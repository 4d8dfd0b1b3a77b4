"""Problems: every key that is raised is announced, with its data, so that the doors have a sentence for it."""

import ast
from pathlib import Path

import app.tables
from app.tables import problems
from app.tables.problems import Problem

FOLDER = Path(app.tables.__file__).parent
CLASSES = {
    name: value for name, value in vars(problems).items() if isinstance(value, type) and issubclass(value, Problem)
}


def raised() -> list[tuple[str, str, set[str]]]:
    """Each problem that is made anywhere in the tables: class, key, names of data."""
    found = []
    for file in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CLASSES):
                continue
            if node.args and isinstance(node.args[0], ast.Constant):
                names = {word.arg for word in node.keywords if word.arg is not None}
                found.append((node.func.id, str(node.args[0].value), names))
    return found


def test_every_problem_has_a_key_that_its_class_announces_with_its_data() -> None:
    assert len(raised()) > 30
    for name, key, data in raised():
        announced = CLASSES[name].KEYS
        assert key in announced, f"{name} does not announce {key}"
        assert set(announced[key]) == data, f"{name}({key!r}) has other data than it announces"


def test_no_key_is_announced_in_vain() -> None:
    made_of_parts = {"undo-bot", "undo-revealed", "undo-together", "link-unknown", "code-unknown", "try-again"}
    raised_at_the_doors = {"not-yours"}
    used = {key for _, key, _ in raised()} | made_of_parts | raised_at_the_doors
    for problem in CLASSES.values():
        assert set(problem.KEYS) <= used, set(problem.KEYS) - used
