"""Which Chromium drives the tests of the pages, and how it is started.

python -m tests.support.chromium     find it, or install it where that is possible
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MISSING = (
    "The tests of the pages need Chromium: install it, or name its program with TERTULIA_CHROMIUM "
    "(`make test-quick` does without a browser)."
)


def find() -> str | None:
    """The program named by TERTULIA_CHROMIUM, else one on PATH, else Playwright's own."""
    if named := os.environ.get("TERTULIA_CHROMIUM"):
        return named
    for name in NAMES:
        if found := shutil.which(name):
            return found
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def ensure() -> str:
    """The program, installed by apt if there is none and we may.

    Raises:
        SystemExit: there is none and it cannot be installed here.
    """
    if found := find():
        return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Chromium (once) ...", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", *command], env=environment, stdout=subprocess.DEVNULL, check=True)
    if found := find():
        return found
    sys.exit(MISSING)


if __name__ == "__main__":
    print(f"Chromium for the tests: {ensure()}")
