"""The files that browsers load: scripts, style sheets, fonts, pictures; each address names the build that it is of.

`static/` holds those of the house (`vendor/` what others made), `templates/<game>/` the style sheet, script and picture
of a game. All of them have one hash, the build: a page and its files always fit together, files may be kept for ever,
and links between files are plain relative ones.
"""

import gzip
import hashlib
import mimetypes
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.web.addresses import Addresses

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "static"
TEMPLATES = ROOT / "templates"
GAME_FILES = (".css", ".js", ".svg", ".webp", ".woff2")
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
PACKED = (".woff2", ".webp", ".png")
VENDOR = "vendor/"
IMPORT = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)
"""Stands for the whole of another style sheet, by its name among all files: browsers get one."""
STYLE = re.compile(r"""/\*.*?\*/|("[^"]*"|'[^']*')|\s*([{};,])\s*|(:)\s+|\s+""", re.DOTALL)
"""What a style sheet could do without: comments and space. Strings stand in the first group, punctuation in others."""
FOREVER = "public, max-age=31536000, immutable"


class File(NamedTuple):
    """A file as it is sent: its bytes, the same packed by gzip if that helps, its media type."""

    content: bytes
    packed: bytes | None
    media_type: str


class Assets:
    """All files by name, such as `frame.css` or `games/cuckooo/picture.svg`; also the ASGI application that sends them.

    Args:
        addresses: makes the paths.
        static: the folder of the house's files.
        templates: the folder of the templates; their text is part of the build, too.
    """

    def __init__(self, addresses: Addresses, static: Path = STATIC, templates: Path = TEMPLATES) -> None:
        self._addresses = addresses
        self._paths = dict(_house(static)) | dict(_games(templates))
        self.build = _build(self._paths, templates)
        self._file = cache(self._read)

    def __contains__(self, name: str) -> bool:
        return name in self._paths or (name.endswith("/vignette.svg") and _picture_of(name) in self._paths)

    def path(self, name: str) -> str:
        """The path under which browsers load a file. Raises: KeyError when there is no such file."""
        if name not in self:
            raise KeyError(f"There is no file {name} to serve.")
        return self._addresses.path("static", path=f"{self.build}/{name}")

    def scripts(self, game: str) -> list[str]:
        """The names of a game's own scripts, that which the others hang on last."""
        own = f"games/{game}/{game}.js"
        names = (name for name in self._paths if name.startswith(f"games/{game}/") and name.endswith(".js"))
        return sorted(names, key=lambda name: (name == own, name))

    def file(self, name: str) -> File:
        """A file. Raises: KeyError when there is none of that name."""
        return self._file(name)

    def _read(self, name: str) -> File:
        if name.endswith("/vignette.svg"):
            content = _vignette(self._paths[_picture_of(name)].read_text("utf-8")).encode()
        else:
            content = self._paths[name].read_bytes()
        suffix = Path(name).suffix
        if suffix == ".css":
            content = IMPORT.sub(lambda found: self._paths[found[1]].read_text("utf-8"), content.decode()).encode()
        if suffix in THIN and not name.startswith(VENDOR):
            content = THIN[suffix](content.decode()).encode()
        packed = None if suffix in PACKED else gzip.compress(content, 9, mtime=0)
        return File(content, packed, TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file `/<build>/<name>`. Of another build the present file is sent, but not to be kept."""
        build, _, name = scope["path"].removeprefix(scope.get("root_path", "")).removeprefix("/").partition("/")
        if scope["method"] not in ("GET", "HEAD") or name not in self:
            await Response("There is no such file.\n", 404, media_type="text/plain")(scope, receive, send)
            return
        file = self.file(name)
        headers = {
            "Cache-Control": FOREVER if build == self.build else "no-cache",
            "Vary": "Accept-Encoding",
        }
        content = file.content
        if file.packed is not None and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            content = file.packed
            headers["Content-Encoding"] = "gzip"
        await Response(content, headers=headers, media_type=file.media_type)(scope, receive, send)


def _house(static: Path) -> list[tuple[str, Path]]:
    files = (path for path in static.rglob("*") if path.is_file())
    return [(path.relative_to(static).as_posix(), path) for path in files if not path.name.startswith(".")]


def _games(templates: Path) -> list[tuple[str, Path]]:
    files = (path for path in templates.glob("*/*") if path.suffix in GAME_FILES)
    return [(f"games/{path.parent.name}/{path.name}", path) for path in files]


def _build(paths: dict[str, Path], templates: Path) -> str:
    digest = hashlib.sha256()
    texts = {f"templates/{path.relative_to(templates)}": path for path in templates.rglob("*.html")}
    for name, path in sorted((paths | texts).items()):
        digest.update(f"{name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def _thin_script(text: str) -> str:
    """A script without indentation and without the comments that have lines of their own."""
    kept = (line.strip() for line in text.splitlines())
    return "".join(f"{line}\n" for line in kept if line and not line.startswith("//"))


def _thin_style(text: str) -> str:
    """A style sheet without comments, and with space only where it says something."""

    def short(found: re.Match[str]) -> str:
        string, mark, colon = found.groups()
        return string or mark or colon or ("" if found[0].startswith("/*") else " ")

    return STYLE.sub(short, text)


THIN = {".js": _thin_script, ".css": _thin_style}


def _picture_of(name: str) -> str:
    return name.removesuffix("vignette.svg") + "picture.svg"


def _vignette(picture: str) -> str:
    """The square cut of a picture that its `data-vignette` names, for lists."""
    found = re.search(r'data-vignette="([\d .]+)"', picture)
    if not found:
        return picture
    head, rest = picture[: found.end()], picture[found.end() :]
    head = re.sub(r'viewBox="[^"]+" width="\d+" height="\d+"', f'viewBox="{found[1]}" width="60" height="60"', head)
    return head + rest
