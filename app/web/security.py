"""The doorkeeper: where a request came from, how long it may be, and what a browser is told to guard against."""

import logging
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.identity import COOKIE, Identity
from app.web.problems import Problem, problem_of

logger = logging.getLogger("tertulia.web")

BODY_BYTES = 64 * 1024
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex, nofollow",
    # Not no-referrer: with it browsers send `Origin: null` with our own forms.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HSTS = "max-age=31536000"

Answer = Callable[[Request, Exception], Awaitable[Response]]


class BasePath:
    """Lets the server live below a path, whether the proxy in front passes that path on or takes it away."""

    def __init__(self, app: ASGIApp, base: str) -> None:
        self._app = app
        self._base = base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._base and scope["type"] in ("http", "websocket"):
            path = scope["path"]
            if path != self._base and not path.startswith(f"{self._base}/"):
                path = self._base + path
            scope = {**scope, "path": path, "root_path": self._base}
        await self._app(scope, receive, send)


class Doorkeeper:
    """Stands before everything else: refuses what another site sends, limits bodies, adds the headers and the cookie.

    An error that nothing else has caught ends here: it is logged, and the visitor gets a problem without its insides.
    """

    def __init__(self, app: ASGIApp, *, url: str | None, identity: Identity, answer: Answer) -> None:
        self._app = app
        self._url = url
        self._identity = identity
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope.setdefault("state", {})
        request = Request(scope)
        secure = scope["scheme"] == "https"
        started = False

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if secure:
                    headers.setdefault("Strict-Transport-Security", HSTS)
                headers.setdefault("Cache-Control", "no-cache")
                html = headers.get("Content-Type", "").startswith("text/html")
                if cookie := self._identity.cookie(request, renew=html):
                    headers.append("Set-Cookie", cookie)
            await send(message)

        try:
            self._check(request)
            if scope["method"] == "HEAD":  # all that GET says but the body, which the server leaves out
                scope = {**scope, "method": "GET"}
            await self._app(scope, _limited(receive), guarded)
        except Exception as error:
            if started:
                raise
            if problem_of(error) is None:
                logger.exception("A request has failed.")
                error = Problem(500, "broken")
            response = await self._answer(request, error)
            await response(scope, receive, guarded)

    def _check(self, request: Request) -> None:
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > BODY_BYTES:
            raise Problem(413, "too-long", {"kilobytes": BODY_BYTES // 1024})
        if request.method not in SAFE_METHODS and not same_origin(request, self._url):
            raise Problem(403, "other-site")


def same_origin(request: HTTPConnection, url: str | None) -> bool:
    """Whether something that changes the state comes from our own pages, or from a program that no site can misuse.

    A browser says where a request comes from by `Sec-Fetch-Site` or `Origin`. Who says neither is believed only without
    a cookie: a bearer token is never sent by itself.

    Args:
        url: the address under which the server is reached, if that is known.
    """
    headers = request.headers
    if headers.get("authorization", "").lower().startswith("bearer "):
        return True
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return site is not None or COOKIE not in request.cookies
    if url is not None and origin == url:
        return True
    parts = urlsplit(origin)
    secure = request.url.scheme in ("https", "wss")
    return parts.netloc == headers.get("host") and parts.scheme in (("https",) if secure else ("http", "https"))


def _limited(receive: Receive) -> Receive:
    left = BODY_BYTES

    async def counted() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise Problem(413, "too-long", {"kilobytes": BODY_BYTES // 1024})
        return message

    return counted
