"""Where the studio keeps its data, how it is reached and what it may run, from the environment.

Imports nothing of Django: solver processes read it too.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import NamedTuple

SECRET_BYTES = 48


class Config(NamedTuple):
    """`folder` holds database, key and lock. `url`: how people reach the site (None: as they ask).

    `workers` solvers may run at once, each with `memory` bytes. `limited`: whether callers are held to rates.
    `puzzles`: classes of users' own puzzles (``"module:Class"``) that may be named to be solved.
    """

    folder: Path
    url: str | None = None
    workers: int = 2
    memory: int = 1 << 30
    limited: bool = True
    puzzles: tuple[str, ...] = ()

    @property
    def is_secure(self) -> bool:
        """Whether people reach the site through https, so that cookies are for https alone."""
        return self.url is not None and self.url.startswith("https://")

    @property
    def database(self) -> Path:
        return self.folder / "studio.sqlite3"

    def secret_key(self) -> str:
        """The key that signs sessions; made at the first start, readable by its owner alone."""
        path = self.folder / "secret.key"
        try:
            return path.read_text(encoding="ascii")
        except FileNotFoundError:
            self.folder.mkdir(parents=True, exist_ok=True)
            key = secrets.token_urlsafe(SECRET_BYTES)
            with open(
                os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii"
            ) as file:
                file.write(key)
            return key


def default_folder() -> Path:
    """``$XDG_DATA_HOME/clew/studio``, by default ``~/.local/share/clew/studio``."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "clew" / "studio"


def to_environment(config: Config) -> None:
    """Hands the configuration on to `from_environment`, in this process and in those that it starts."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "clew.studio.settings"
    os.environ["CLEW_STUDIO_DATA"] = str(config.folder)
    os.environ["CLEW_STUDIO_URL"] = config.url or ""
    os.environ["CLEW_STUDIO_WORKERS"] = str(config.workers)
    os.environ["CLEW_STUDIO_MEMORY"] = str(config.memory)
    os.environ["CLEW_STUDIO_LIMITED"] = "1" if config.limited else "0"
    os.environ["CLEW_STUDIO_PUZZLES"] = " ".join(config.puzzles)


def from_environment() -> Config:
    """The configuration that the environment tells."""
    environment = os.environ
    plain = Config(default_folder())
    return Config(
        folder=Path(environment.get("CLEW_STUDIO_DATA") or plain.folder),
        url=environment.get("CLEW_STUDIO_URL") or None,
        workers=int(environment.get("CLEW_STUDIO_WORKERS") or plain.workers),
        memory=int(environment.get("CLEW_STUDIO_MEMORY") or plain.memory),
        limited=environment.get("CLEW_STUDIO_LIMITED", "1") != "0",
        puzzles=tuple(environment.get("CLEW_STUDIO_PUZZLES", "").split()),
    )
