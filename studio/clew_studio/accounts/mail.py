"""How the site sends e-mail: through an SMTP server or, without one, into files or the log.

Imports nothing of Django: the command line reads it before the site is set up.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from clew.errors import ClewError

BACKENDS = {"file": "filebased", "console": "console", "smtp": "smtp", "smtps": "smtp"}
HERE = ("localhost", "127.0.0.1", "::1")
RIGHT = (
    "write smtp://USER:PASSWORD@HOST:587 (encrypted from STARTTLS on), smtps://USER:PASSWORD@HOST:465 "
    "(encrypted from the start), file or console"
)


class Mail(NamedTuple):
    """Where e-mail goes. `tls`: encrypted from the start; `starttls`: encrypted after a greeting in plain
    text.
    """

    kind: str
    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    tls: bool = False
    starttls: bool = False

    @property
    def backend(self) -> str:
        """The path of the Django e-mail backend to use."""
        return f"django.core.mail.backends.{BACKENDS[self.kind]}.EmailBackend"

    @property
    def is_sent(self) -> bool:
        """Whether e-mail leaves this machine."""
        return bool(self.host)


def mail_of(setting: str) -> Mail:
    """Reads the setting. Raises `ClewError`, which never shows a password."""
    if setting in ("file", "console"):
        return Mail(setting)
    try:
        parts = urlsplit(setting)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = None
    if host is None or parts.scheme not in ("smtp", "smtps") or parts.path.strip("/") or parts.query:
        raise ClewError(f"the mail setting is not valid: {RIGHT}")
    tls = parts.scheme == "smtps"
    starttls = not tls and host not in HERE  # a server on this machine needs no certificate
    return Mail(
        parts.scheme,
        host,
        port or (465 if tls else 587 if starttls else 25),
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        tls,
        starttls,
    )
