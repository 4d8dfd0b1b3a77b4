"""Where the server listens, and what it says when it cannot."""

import socket
from contextlib import closing

import pytest

from app.serving.listener import ListenError, address, listen, network_address
from app.settings import Settings


def test_port_0_takes_one_that_is_free() -> None:
    with closing(listen(Settings(port=0))) as listener:
        assert address(listener) == f"http://127.0.0.1:{listener.getsockname()[1]}"


def test_a_taken_port_is_named_with_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(ListenError, match=rf"Port {port} is taken .* --port or TERTULIA_PORT"):
            listen(Settings(port=port))


def test_a_host_of_no_machine_is_refused_with_a_sentence() -> None:
    with pytest.raises(ListenError, match="TERTULIA_HOST"):
        listen(Settings(host="no.such.host.invalid", port=0))


def test_a_host_of_another_machine_is_refused_with_a_sentence() -> None:
    with pytest.raises(ListenError, match=r"cannot listen on 192\.0\.2\.1"):
        listen(Settings(host="192.0.2.1", port=0))


def test_listening_everywhere_is_shown_as_an_address_that_a_browser_can_open() -> None:
    with closing(listen(Settings(host="0.0.0.0", port=0))) as listener:
        assert address(listener).startswith("http://127.0.0.1:")


def test_other_machines_are_told_an_address_only_where_they_are_let_in() -> None:
    with closing(listen(Settings(port=0))) as listener:
        assert network_address(listener) is None
    with closing(listen(Settings(host="0.0.0.0", port=0))) as listener:
        port = listener.getsockname()[1]
        shown = network_address(listener)
        assert shown is None or shown.endswith(f":{port}")
        assert shown != f"http://0.0.0.0:{port}"
