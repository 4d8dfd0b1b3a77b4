"""The recipes for containers, as their own linters see them."""

import importlib.util
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parent.parent


def test_the_dockerfile_is_clean() -> None:
    hadolint = Path(sys.executable).parent / "hadolint"
    done = subprocess.run([hadolint, "--no-color", PROJECT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_compose_file_is_clean() -> None:
    package = importlib.util.find_spec("compose")
    assert package is not None
    assert package.origin is not None
    compose = Path(package.origin).parent / "docker-compose"
    file = PROJECT / "docker-compose.yml"
    done = subprocess.run([compose, "-f", file, "config", "--quiet"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_image_gets_every_file_that_its_recipe_copies() -> None:
    kept = {line[1:] for line in (PROJECT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    for line in (PROJECT / "Dockerfile").read_text().splitlines():
        words = line.split()
        if words[:1] == ["COPY"] and not words[1].startswith("--"):
            for name in words[1:-1]:
                places = (Path(name), *Path(name).parents)
                assert any(place.match(pattern) for place in places for pattern in kept), name
