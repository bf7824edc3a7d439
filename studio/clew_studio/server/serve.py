"""Serving: one process with the site, its job runner and its solvers as children."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from clew_studio.server.systemd import tell_ready

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clew_studio.shared.config import Config

BACKLOG = 512
END_SECONDS = 3
MOST_HEAD = 16 << 10
"""Bytes of the head of a request."""

SWITCH_SECONDS = 0.001
"""How long a computing thread may keep the others waiting: a request needs dozens of turns."""

WAKE_SECONDS = 0.5
"""How long a signal may go unheard."""


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises `OSError` if the address is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol must be given: only then does asyncio set TCP_NODELAY, which saves small answers 40 ms.
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
    """Tells systemd when it serves. Ends the worlds first: their pages get a last event, and no stream delays
    the shutdown.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to answer, and says so."""
        await super().startup(sockets)
        tell_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stops all worlds, then the server."""
        from clew_studio.worlds.manager import manager

        await manager.stop()
        await super().shutdown(sockets)


def serve(
    config: Config,
    held: socket.socket,
    ready: Callable[[], None],
    *,
    works: bool = True,
    has_worlds: bool = True,
) -> None:
    """Serve until Ctrl-C or SIGTERM; `ready` is called once the site answers. `works`: run jobs here too.
    `has_worlds`: worlds may be started here.
    """
    from clew_studio.puzzles import elsewhere
    from clew_studio.shared import news
    from clew_studio.web.asgi import Application
    from clew_studio.web.connections import Connection, raise_files

    elsewhere.keep_out()
    raise_files(config.bounds)
    sys.setswitchinterval(SWITCH_SECONDS)
    _own_temporary(config)
    server = Server(
        uvicorn.Config(
            Application(has_worlds=has_worlds),
            http=Connection,
            ws="none",
            timeout_keep_alive=config.bounds.idle_seconds,
            h11_max_incomplete_event_size=MOST_HEAD,
            log_level="warning",
            lifespan="on",
            timeout_graceful_shutdown=END_SECONDS,
            proxy_headers=bool(config.proxies),
            forwarded_allow_ips=list(config.proxies),
            server_header=False,
        )
    )
    with news.listening(), working(config) if works else nullcontext():
        ready()
        with suppress(KeyboardInterrupt):
            server.run(sockets=[held])


def work(config: Config, ready: Callable[[], None]) -> None:
    """Run jobs until Ctrl-C or SIGTERM, without serving pages."""
    from clew_studio.puzzles import elsewhere
    from clew_studio.shared import news

    def end(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one must not keep jobs from being given back
        raise KeyboardInterrupt

    elsewhere.keep_out()
    _own_temporary(config)
    signal.signal(signal.SIGTERM, end)
    with news.listening(), working(config), suppress(KeyboardInterrupt):
        ready()
        tell_ready()
        while True:
            # Handlers run in this thread, when it runs. A signal that another thread gets does not wake it.
            time.sleep(WAKE_SECONDS)


@contextmanager
def working(config: Config) -> Iterator[None]:
    """Run jobs and delete outdated data, as long as the context lasts."""
    from clew_studio.jobs.dispatcher import Dispatcher
    from clew_studio.server.cleanup import Cleaner

    dispatcher, cleaner = Dispatcher(config.workers), Cleaner()
    dispatcher.start()
    cleaner.start()
    try:
        yield
    finally:
        cleaner.stop()
        dispatcher.stop()


def _own_temporary(config: Config) -> None:
    """Make this process and its children put temporary files where the next start finds leftovers.

    An embedded site uses the whole folder; each of several processes of a site has a subfolder.
    """
    place = config.temporary
    if config.shared is None:
        shutil.rmtree(place, ignore_errors=True)  # left by a server that was killed
        place.mkdir(mode=0o700)
    else:
        place.mkdir(mode=0o700, exist_ok=True)
        place = Path(tempfile.mkdtemp(prefix=f"{os.getpid()}.", dir=place))
    os.environ["TMPDIR"] = tempfile.tempdir = os.fspath(place)
