"""The locks: each pins whatever its list asks for, by checksum, from no certain address; notices tell of licences."""

import re
from importlib.metadata import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).parent.parent
LOCKS = {
    "requirements.lock": ("requirements.in", "requirements-build.in"),
    "requirements-embedded.lock": ("requirements-embedded.in",),
    "requirements-dev.lock": ("requirements-dev.in",),
    "requirements-node.lock": ("requirements-node.in",),
    "requirements-fonts.lock": ("requirements-fonts.in",),
    "bench/rivals.lock": ("bench/rivals.in",),
}
RUN = ("requirements.lock", "requirements-embedded.lock")
PIN = re.compile(
    r"^(?P<name>[\w.-]+)(?:\[[\w,-]+\])?==(?P<version>[\w.!+-]+)(?P<rest>[^\n]*(?:\n +[^\n]*)*)", re.MULTILINE
)


def wanted(file: Path) -> list[Requirement]:
    """What a list asks for, with the lists that it takes in."""
    found = []
    for line in file.read_text().splitlines():
        if line.startswith("-r "):
            found += wanted(file.with_name(line.removeprefix("-r ")))
        elif line and not line.startswith("#"):
            found.append(Requirement(line))
    return found


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_what_its_list_asks_for(lock: str) -> None:
    pinned = {canonicalize_name(pin["name"]): pin["version"] for pin in PIN.finditer((PROJECT / lock).read_text())}
    for requirement in (one for name in LOCKS[lock] for one in wanted(PROJECT / name)):
        assert requirement.specifier.contains(pinned[canonicalize_name(requirement.name)]), requirement.name


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_knows_checksums_and_no_addresses(lock: str) -> None:
    text = (PROJECT / lock).read_text()
    assert all("--hash=sha256:" in pin["rest"] for pin in PIN.finditer(text))
    assert "://" not in text
    assert "--index-url" not in text


def test_what_runs_and_what_develops_are_the_same_versions() -> None:
    develops = {pin["name"]: pin["version"] for pin in PIN.finditer((PROJECT / "requirements-dev.lock").read_text())}
    for lock in RUN:
        for pin in PIN.finditer((PROJECT / lock).read_text()):
            assert develops[pin["name"]] == pin["version"], pin["name"]


def test_every_package_that_runs_is_told_of_with_its_licence() -> None:
    notices = (PROJECT / "THIRD_PARTY_NOTICES.md").read_text()
    told = dict(re.findall(r"^\| ([\w-]+) \| ([^|]+) \|$", notices, re.MULTILINE))
    assert told.keys() - {"package"} == {
        pin["name"] for lock in RUN for pin in PIN.finditer((PROJECT / lock).read_text())
    }
    for name, licence in told.items():
        if name != "package" and (own := metadata(name).json.get("license_expression")):
            assert licence == own, name
