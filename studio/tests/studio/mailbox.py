"""A mail server that takes what it is sent and keeps it."""

from __future__ import annotations

import socketserver
import threading

from clew.errors import ClewError
from tests.promptness import HANGS


class _Session(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self._say("220 here")
        while line := self.rfile.readline():
            word = line.split()[0].upper()
            if word == b"DATA":
                self._say("354 go on")
                self._take()
            self._say("221 bye" if word == b"QUIT" else "250 good")
            if word == b"QUIT":
                return

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())

    def _take(self) -> None:
        lines = []
        while (line := self.rfile.readline().rstrip(b"\r\n")) != b".":
            lines.append(line)
        assert isinstance(self.server, Mailbox)
        self.server.take(b"\n".join(lines).decode())


class Mailbox(socketserver.ThreadingTCPServer):
    """Listens on a free port of this machine; `mails` are those that came."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.mails: list[str] = []
        self._news = threading.Condition()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def take(self, mail: str) -> None:
        with self._news:
            self.mails.append(mail)
            self._news.notify_all()

    def wait_for(self, address: str, seconds: float = HANGS) -> str:
        """The first mail to an address."""
        with self._news:
            found = self._news.wait_for(lambda: [mail for mail in self.mails if address in mail], seconds)
            if not found:
                raise ClewError(f"no mail to {address} within {seconds:g} s")
            return str(found[0])
