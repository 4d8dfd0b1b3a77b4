"""One process that answers: started by `crew`, with the listening socket and a link to its parent.

    python -m app.serving.worker LISTENER LINK APP

LISTENER and LINK are file descriptors, APP names the function that makes the application (`module:name`). The worker
gets ready while its parent still prepares the database, and waits on the link for the word to begin. Then it says there
that it answers. It stops when the other end is closed: it never outlives its parent.
"""

import asyncio
import importlib
import socket
import sys

import uvicorn

from app.serving import logs, memory
from app.settings import Settings
from app.web import packing

BEGIN = b"begin"
READY = b"ready"
DRAIN_SECONDS = 10
MESSAGE_BYTES = 64 * 1024


class Worker(uvicorn.Server):
    """A uvicorn that tells its parent when it is ready, and notices the parent's end."""

    def __init__(self, config: uvicorn.Config, link: socket.socket) -> None:
        super().__init__(config)
        self._link = link

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to answer, then say so."""
        asyncio.get_running_loop().add_reader(self._link, self._parent_has_ended)
        await super().startup(sockets)
        memory.settle()
        self._tidying = asyncio.create_task(memory.tidy())
        if self.started:
            self._link.send(READY)

    def _parent_has_ended(self) -> None:
        asyncio.get_running_loop().remove_reader(self._link)
        self.should_exit = True


def run(listener: int, link: int, app: str) -> None:
    """Answer until told to stop."""
    settings = Settings.read()
    logs.configure(settings)
    module, _, name = app.partition(":")
    create_app = getattr(importlib.import_module(module), name)
    parent = socket.socket(fileno=link)
    if parent.recv(len(BEGIN)) != BEGIN:
        return
    config = uvicorn.Config(
        create_app(settings),
        loop="uvloop",
        http="httptools",
        ws=packing.Socket,
        ws_max_size=MESSAGE_BYTES,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=DRAIN_SECONDS,
        timeout_keep_alive=65,  # longer than the minute after which proxies give up idle connections
    )
    with parent, socket.socket(fileno=listener) as listening:
        Worker(config, parent).run(sockets=[listening])


if __name__ == "__main__":
    run(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
