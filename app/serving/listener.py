"""The socket on which the server listens, opened before anything else so that a taken port costs nothing."""

import errno
import socket

from app.settings import Settings


class ListenError(Exception):
    """The server cannot listen where it should; the text is one full sentence that says what to do."""


def listen(settings: Settings) -> socket.socket:
    """A socket bound to the host and port of the settings, for the workers to inherit.

    Raises:
        ListenError: the port is taken or not allowed, or the host is not of this machine.
    """
    host, port = settings.host, settings.port
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise ListenError(f"There is no address {host} to listen on: set TERTULIA_HOST or --host.") from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise ListenError(_sentence(error, host, port)) from error
    return listener


def _sentence(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken by another program: stop that one, or choose another with --port or TERTULIA_PORT."
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"Port {port} is not allowed to this user: choose one above 1023 with --port or TERTULIA_PORT."
    return f"Tertulia cannot listen on {host}, port {port} ({error.strerror}): set --host and --port."


def address(listener: socket.socket) -> str:
    """The address to open in a browser on this machine."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{host}:{port}"


def network_address(listener: socket.socket) -> str | None:
    """The address to open on other machines of the network; None if they are not let in, or it cannot be told."""
    host, port = listener.getsockname()[:2]
    if host not in ("0.0.0.0", "::"):  # noqa: S104
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only finds out which way that would go
        except OSError:
            return None
        return f"http://{probe.getsockname()[0]}:{port}"
