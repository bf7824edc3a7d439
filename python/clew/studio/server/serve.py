"""Serving: one process with the site, its job runner and its solvers as children."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import uvicorn

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.studio.config import Config

BACKLOG = 512
END_SECONDS = 3


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; `OSError` where the address is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, since asyncio lets small answers go at once (TCP_NODELAY) only where that is said: 40 ms.
    held = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        held.bind((host, port))
        held.listen(BACKLOG)
    except OSError:
        held.close()
        raise
    return held


class Server(uvicorn.Server):
    """Ends the worlds first: their pages are told, and nothing holds up the end."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from clew.studio.worlds.keeper import keeper

        await keeper.stop()
        await super().shutdown(sockets)


def serve(config: Config, held: socket.socket, ready: Callable[[], None]) -> None:
    """Serves until Ctrl-C or SIGTERM; `ready` is called once it answers."""
    from clew.studio.jobs.dispatcher import Dispatcher
    from clew.studio.web.asgi import Application

    dispatcher = Dispatcher(config.workers)
    server = Server(
        uvicorn.Config(
            Application(),
            log_level="warning",
            lifespan="on",
            timeout_graceful_shutdown=END_SECONDS,
            proxy_headers=config.url is not None,
            forwarded_allow_ips="127.0.0.1",
            server_header=False,
        )
    )
    dispatcher.start()
    ready()
    try:
        server.run(sockets=[held])
    except KeyboardInterrupt:
        pass
    finally:
        dispatcher.stop()
