"""Where the studio keeps its data, how it is reached and what it may run: from a TOML file, or from the
environment, which overrides it.

Imports nothing of Django: solver processes read it too.
"""

from __future__ import annotations

import os
import secrets
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from clew.errors import ClewError
from clew_studio import bounds
from clew_studio.bounds import Bounds, name_of
from clew_studio.shared import profile
from clew_studio.shared.profile import FILE, Shared

SECRET_BYTES = 48
MOST_DIGITS = 5
SAME = ("CLEW_URL", "CLEW_MAIL", "CLEW_MAIL_FROM")
"""Short names of settings; processes that this one starts get them under their long names."""

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
ANY_HOST = "*"
THIS_MACHINE = "127.0.0.1"


class Retention(NamedTuple):
    """For how many days the site keeps outdated data; 0 means for ever.

    `guests`: what guests made who have not returned since. `empty_guests`: guests who have done nothing.
    `jobs`: jobs that are over. `answers`: what jobs found out. `mail`: mails that were written into files.
    `classes`: classes, with their pupils, where neither the teacher nor a pupil has been since.
    """

    guests: int = 90
    empty_guests: int = 1
    jobs: int = 30
    answers: int = 180
    mail: int = 7
    classes: int = 365


class Config(NamedTuple):
    """`folder` holds database, key and lock. `url`: the address of the site (None: whatever address a request
    uses).

    `workers` solvers may run at once, each with `memory` bytes. `limited`: whether rate limits apply.
    `puzzles`: classes of users' own puzzles (``"module:Class"``) that may be named to be solved.
    `bounds`: how much of the machine visitors may take.
    `address`: the interface on which it listens. `mail`: ``"file"``, ``"console"`` or
    ``"smtp://user:password@host:port"``. `guests`: how many new guests an address may create per hour.
    `keep`: for how long things are kept. `shared`: the database and more of a site with several processes;
    None for the embedded profile.
    """

    folder: Path
    url: str | None = None
    workers: int = 2
    memory: int = 1 << 30
    limited: bool = True
    puzzles: tuple[str, ...] = ()
    bounds: Bounds = Bounds()
    address: str | None = None
    mail: str = "file"
    mail_from: str = ""
    guests: int = 200
    keep: Retention = Retention()
    shared: Shared | None = None

    @property
    def proxies(self) -> tuple[str, ...]:
        """The networks of proxies whose word about where a request comes from is trusted."""
        if self.shared is not None:
            return self.shared.proxies
        return () if self.url is None else (THIS_MACHINE,)

    @property
    def is_secure(self) -> bool:
        """Whether people reach the site over HTTPS, so that cookies are sent over HTTPS only."""
        return self.url is not None and self.url.startswith("https://")

    @property
    def origin(self) -> str:
        """The address with which links in e-mails begin; never taken from a request."""
        return self.url or self.address or "http://localhost"

    @property
    def sender(self) -> str:
        """The sender of e-mails."""
        return self.mail_from or f"studio@{urlsplit(self.origin).hostname}"

    @property
    def hosts(self) -> list[str]:
        """The names by which requests may call the site."""
        named = urlsplit(self.origin).hostname or ""
        if self.url is None and named in ("0.0.0.0", "::"):
            return [ANY_HOST]  # in a private network, people use host names that the site does not know
        return [*LOCAL_HOSTS, f"[{named}]" if ":" in named else named]

    @property
    def database(self) -> Path:
        """The path of the SQLite database."""
        return self.folder / "studio.sqlite3"

    @property
    def temporary(self) -> Path:
        """The folder for temporary files of server and solvers, where those of a killed process are found
        again.
        """
        return self.folder / "tmp"

    def secret_key(self) -> str:
        """The key that signs sessions; made at the first start, readable by its owner alone."""
        if self.shared is not None:
            return self.shared.secret_key
        path = self.folder / "secret.key"
        try:
            return path.read_text(encoding="ascii")
        except FileNotFoundError:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
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
    """Pass the configuration on to `from_environment`, in this process and in those that it starts."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "clew_studio.settings"
    os.environ["CLEW_STUDIO_DATA"] = str(config.folder)
    profile.to_environment(config.shared)
    os.environ["CLEW_STUDIO_URL"] = config.url or ""
    os.environ["CLEW_STUDIO_WORKERS"] = str(config.workers)
    os.environ["CLEW_STUDIO_MEMORY"] = str(config.memory)
    os.environ["CLEW_STUDIO_LIMITED"] = "1" if config.limited else "0"
    os.environ["CLEW_STUDIO_PUZZLES"] = " ".join(config.puzzles)
    bounds.to_environment(config.bounds)
    os.environ["CLEW_STUDIO_ADDRESS"] = config.address or ""
    os.environ["CLEW_STUDIO_MAIL"] = config.mail
    os.environ["CLEW_STUDIO_MAIL_FROM"] = config.mail_from
    os.environ["CLEW_STUDIO_GUESTS"] = str(config.guests)
    for name, days in config.keep._asdict().items():
        os.environ[keep_variable(name)] = str(days)
    for name in SAME:
        os.environ.pop(name, None)


def from_environment() -> Config:
    """Read the configuration from the environment."""
    environment = os.environ
    plain = Config(default_folder())
    return Config(
        folder=Path(environment.get("CLEW_STUDIO_DATA") or plain.folder),
        url=_told("URL").rstrip("/") or None,
        workers=int(environment.get("CLEW_STUDIO_WORKERS") or plain.workers),
        memory=int(environment.get("CLEW_STUDIO_MEMORY") or plain.memory),
        limited=environment.get("CLEW_STUDIO_LIMITED", "1") != "0",
        puzzles=tuple(environment.get("CLEW_STUDIO_PUZZLES", "").split()),
        bounds=bounds.bounds_from_environment(),
        address=environment.get("CLEW_STUDIO_ADDRESS") or None,
        mail=_told("MAIL") or plain.mail,
        mail_from=_told("MAIL_FROM") or plain.mail_from,
        guests=_whole("CLEW_STUDIO_GUESTS", plain.guests),
        keep=Retention(
            **{name: _whole(keep_variable(name), days) for name, days in plain.keep._asdict().items()}
        ),
        shared=profile.shared_of(environment),
    )


def _told(name: str) -> str:
    """The value of a setting under its short name, else under its long one."""
    return os.environ.get(f"CLEW_{name}") or os.environ.get(f"CLEW_STUDIO_{name}", "")


def _whole(variable: str, plain: int) -> int:
    """A number from the environment, 0 or more. Raises `ClewError`."""
    told = os.environ.get(variable) or str(plain)
    if not (told.isascii() and told.isdigit() and len(told) <= MOST_DIGITS):
        raise ClewError(
            f"{variable}={told}: write a whole number, 0 or more, of at most {MOST_DIGITS} digits"
        )
    return int(told)


def keep_variable(name: str) -> str:
    """The environment variable that says for how many days something is kept."""
    return f"CLEW_STUDIO_KEEP_{name.upper()}"


VARIABLES = {
    "url": "CLEW_URL",
    "database_url": "CLEW_DATABASE_URL",
    "redis_url": "CLEW_REDIS_URL",
    "secret_key": "CLEW_SECRET_KEY",
    "mail": "CLEW_MAIL",
    "mail_from": "CLEW_MAIL_FROM",
    "proxies": "CLEW_PROXIES",
    "world_host": "CLEW_WORLD_HOST",
    "data": "CLEW_STUDIO_DATA",
    "workers": "CLEW_STUDIO_WORKERS",
    "guests": "CLEW_STUDIO_GUESTS",
    "bounds": "",
    "keep": "",
}
"""The keys of the file, and the variable of the environment that stands for each; the last two are tables."""


def read_file() -> None:
    """Copy the settings of the file that `CLEW_CONFIG` names into the environment; variables already set take
    precedence.

    Raises `ClewError` if the file cannot be read or has an unknown key.
    """
    named = os.environ.get(FILE)
    if not named:
        return
    try:
        told = tomllib.loads(Path(named).read_text(encoding="utf-8"))
    except OSError as error:
        raise ClewError(f"{FILE}={named}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ClewError(f"{named}: {error}") from error
    for variable, text in _settings(named, told).items():
        os.environ.setdefault(variable, text)


def _settings(named: str, told: dict[str, Any]) -> dict[str, str]:
    tables = {"bounds": (Bounds._fields, name_of), "keep": (Retention._fields, keep_variable)}
    found: dict[str, str] = {}
    for key, value in told.items():
        _check_key(named, key, VARIABLES)
        if key in tables:
            fields, variable_of = tables[key]
            for field, number in value.items() if isinstance(value, dict) else ((key, value),):
                _check_key(named, field, fields)
                found[variable_of(field)] = _text(named, field, number)
        else:
            found[VARIABLES[key]] = _text(named, key, value)
    return found


def _check_key(named: str, key: str, known: Any) -> None:
    if key not in known:
        near = get_close_matches(key, list(known), 1)
        advice = f"; did you mean {near[0]}?" if near else f"; the keys are {', '.join(known)}"
        raise ClewError(f"{named}: there is no setting {key}{advice}")


def _text(named: str, key: str, value: Any) -> str:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return " ".join(value)
    if isinstance(value, str | int) and not isinstance(value, bool):
        return str(value)
    raise ClewError(f"{named}: {key} must be a text, a whole number or a list of texts")
