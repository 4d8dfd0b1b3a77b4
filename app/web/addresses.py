"""Every address of Tertulia, from one place: below the base path, and for links that are passed on, with a host."""

from urllib.parse import quote

from starlette.requests import HTTPConnection

from app.settings import Settings

PATHS = {
    "home": "/",
    "table": "/tables/{table}",
    "join": "/join/{invite}",
    "seat": "/seat/{link}",
    "watch": "/watch/{watch}",
    "code": "/code",
    "rules": "/rules/{game}",
    "static": "/static/{path}",
    "docs": "/docs",
    "openapi": "/api/openapi.json",
    "api-table": "/api/tables/{table}",
    "news": "/api/tables/{table}/news",
    "moves": "/api/tables/{table}/moves",
    "undo": "/api/tables/{table}/undo",
    "messages": "/api/tables/{table}/messages",
    "record": "/api/tables/{table}/record",
    "history": "/api/tables/{table}/history",
    "healthz": "/healthz",
    "readyz": "/readyz",
}
LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})


class Addresses:
    """Makes addresses from their names in `PATHS`."""

    def __init__(self, settings: Settings) -> None:
        self.base = settings.base_path
        self._url = settings.url

    def path(self, name: str, **parts: object) -> str:
        """The path that a browser asks for. Raises: KeyError when there is no such address or a part is missing."""
        quoted = {key: quote(str(part), safe="/" if key == "path" else "") for key, part in parts.items()}
        return self.base + PATHS[name].format(**quoted)

    def url(self, request: HTTPConnection, name: str, **parts: object) -> str:
        """The whole address, for friends: with `TERTULIA_URL`, else with the host by which the reader came."""
        return self.origin(request) + self.path(name, **parts)

    def origin(self, request: HTTPConnection) -> str:
        """Scheme and host, such as `https://games.example.org`."""
        if self._url:
            return self._url
        return f"{request.url.scheme.replace('ws', 'http')}://{request.headers.get('host') or request.url.netloc}"

    def only_local(self, request: HTTPConnection) -> bool:
        """Whether a link made for this reader works on this machine alone, so that friends could not open it."""
        return not self._url and request.url.hostname in LOCAL_HOSTS

    @property
    def cookie_path(self) -> str:
        """The path for which the browser keeps the cookie."""
        return self.base or "/"
