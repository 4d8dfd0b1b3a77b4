"""Addresses are made in one place."""

import pytest
from starlette.requests import Request

from app.settings import Settings
from app.web.addresses import PATHS, Addresses


def request(host: str = "games.example.org", scheme: str = "http") -> Request:
    """A request as a server sees it."""
    headers = [(b"host", host.encode())]
    name, _, port = host.partition(":")
    return Request(
        {"type": "http", "method": "GET", "path": "/", "query_string": b"", "scheme": scheme, "headers": headers,
         "server": (name, int(port or 80))}
    )  # fmt: skip


def test_a_path_begins_with_the_base_path() -> None:
    assert Addresses(Settings(base_path="/t")).path("table", table="ab") == "/t/tables/ab"
    assert Addresses(Settings()).path("home") == "/"


def test_parts_of_a_path_are_quoted() -> None:
    assert Addresses(Settings()).path("join", invite="a/b?c#d é") == "/join/a%2Fb%3Fc%23d%20%C3%A9"
    assert Addresses(Settings()).path("static", path="x/frame.css") == "/static/x/frame.css"


def test_an_unknown_address_is_an_error() -> None:
    with pytest.raises(KeyError):
        Addresses(Settings()).path("nowhere")
    with pytest.raises(KeyError):
        Addresses(Settings()).path("table")


def test_links_for_friends_have_the_host_by_which_the_reader_came() -> None:
    addresses = Addresses(Settings(base_path="/t"))
    assert addresses.url(request("192.168.1.5:8000"), "join", invite="x") == "http://192.168.1.5:8000/t/join/x"
    assert addresses.url(request(scheme="wss"), "home") == "https://games.example.org/t/"


def test_links_for_friends_have_the_address_that_the_host_named() -> None:
    addresses = Addresses(Settings(url="https://games.example.org"))
    assert addresses.url(request("127.0.0.1:8000"), "watch", watch="x") == "https://games.example.org/watch/x"


@pytest.mark.parametrize(("host", "local"), [("localhost:8000", True), ("127.0.0.1", True), ("192.168.1.5", False)])
def test_a_link_that_only_works_here_is_known(host: str, local: bool) -> None:
    assert Addresses(Settings()).only_local(request(host)) is local
    assert not Addresses(Settings(url="https://games.example.org")).only_local(request(host))


def test_no_two_addresses_are_the_same() -> None:
    assert len(set(PATHS.values())) == len(PATHS)
