"""Who somebody is: a random token, in a cookie for browsers or as a bearer for programs. No account, no password."""

from starlette.requests import HTTPConnection, Request

from app.tables.people import People, Person
from app.web.addresses import Addresses
from app.web.limits import Limits
from app.web.problems import Problem

COOKIE = "tertulia"
AGE = 400 * 24 * 60 * 60
# Longer ones are nobody's.
TOKEN_LENGTH = 64


class Identity:
    """Finds and makes the people behind requests.

    Args:
        people: where they are stored.
        addresses: says for which path the cookie is.
        limits: how many people an address may make.
    """

    def __init__(self, people: People, addresses: Addresses, limits: Limits) -> None:
        self._people = people
        self._path = addresses.cookie_path
        self._limits = limits

    async def visitor(self, request: HTTPConnection) -> Person | None:
        """The person behind a request, if it is anybody that is known. Makes nobody.

        Raises: Problem 401 when a bearer token is given that is nobody's.
        """
        state = request.scope.setdefault("state", {})
        if "person" in state:
            return state["person"]  # type: ignore[no-any-return]
        bearer = _bearer(request)
        token = request.cookies.get(COOKIE, "") if bearer is None else bearer
        person = await self._people.find(token) if 0 < len(token) <= TOKEN_LENGTH else None
        if person is None and bearer is not None:
            raise Problem(401, "token-unknown", headers={"WWW-Authenticate": "Bearer"})
        state["person"] = person
        if person is not None and bearer is None:
            state["token"] = token
        return person

    async def known(self, request: HTTPConnection) -> Person:
        """The person behind a request. Raises: Problem 401 when it is nobody that is known."""
        person = await self.visitor(request)
        if person is None:
            raise Problem(401, "person-missing", headers={"WWW-Authenticate": "Bearer"})
        return person

    async def welcome(self, request: Request, name: str | None = None) -> Person:
        """The person behind a request that changes something; a new one if it is nobody yet. The cookie goes with the
        response.

        Raises: Problem 429 when too many were made from this address.
        """
        person = await self.visitor(request)
        if person is None:
            person, token = await self.make(request, name)
            request.scope["state"] |= {"person": person, "token": token, "new": True}
        return person

    async def make(self, request: Request, name: str | None = None) -> tuple[Person, str]:
        """A new person with the token, and without a cookie.

        Raises: Problem 429 when too many were made from this address.
        """
        self._limits.take("people", None, address(request))
        return await self._people.make(name)

    def cookie(self, request: Request, *, renew: bool) -> str | None:
        """The Set-Cookie header for the response: for a new person, and with `renew` for one who came with a cookie."""
        state = request.scope["state"]
        if "token" not in state or not (renew or state.get("new")):
            return None
        secure = "; Secure" if request.url.scheme == "https" else ""
        return f"{COOKIE}={state['token']}; Max-Age={AGE}; Path={self._path}; HttpOnly; SameSite=Lax{secure}"


def address(request: HTTPConnection) -> str:
    """The address that a request came from, as far as trusted proxies tell."""
    return request.client.host if request.client else "unknown"


def _bearer(request: HTTPConnection) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


async def visitor(request: HTTPConnection) -> Person | None:
    """The person behind a request to this application, if it is anybody that is known. Makes nobody."""
    identity: Identity = request.app.state.identity
    return await identity.visitor(request)


async def welcome(request: Request, name: str | None = None) -> Person:
    """The person behind a form, a new one if it is nobody yet."""
    identity: Identity = request.app.state.identity
    return await identity.welcome(request, name)
