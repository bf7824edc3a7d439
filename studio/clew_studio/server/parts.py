"""The parts of a site, each of which may run in processes of its own: pages, jobs, worlds, upkeep."""

from __future__ import annotations

import json
import os
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import django

from clew.errors import ClewError
from clew.optional import needed
from clew_studio.server import prepare, serve
from clew_studio.shared import profile
from clew_studio.shared.config import to_environment

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from clew_studio.shared.config import Config


def check_settings(config: Config) -> None:
    """Raise `Incomplete` if a site of several processes lacks a setting, with all that are missing."""
    mail = os.environ.get("CLEW_MAIL") or os.environ.get("CLEW_STUDIO_MAIL", "")
    profile.check({**os.environ, "CLEW_URL": config.url or "", "CLEW_MAIL": mail})


def web(config: Config, held: socket.socket, ready: Callable[[], None]) -> None:
    """Serve pages and the API. Raises `Behind`."""
    prepare.open_site(config)
    serve.serve(config, held, ready, works=False, has_worlds=False)


def worlds(config: Config, held: socket.socket, ready: Callable[[], None]) -> None:
    """Serve worlds: the proxy in front sends `/api/v1/worlds` here. Raises `Behind`."""
    prepare.open_site(config)
    serve.serve(config, held, ready, works=False)


def work(config: Config, ready: Callable[[], None]) -> None:
    """Run jobs. Raises `Behind`."""
    prepare.open_site(config)
    serve.work(config, ready)


def migrate(config: Config) -> str:
    """Bring the tables up to date, and fill a new site. Returns what was done, in words."""
    brought = prepare.prepare(config)
    return f"a new site with {brought} boards" if brought else "the database is up to date"


def dump(config: Config, name: str) -> str:
    """Write a whole site into a file. Returns what was written, in words."""
    prepare.open_site(config)
    from clew_studio.server import moving

    return f"{name}: {_rows(moving.dump(Path(name)))}"


def forecast(config: Config) -> str:
    """Fit the forecasts to the site's own players. Returns what they were fitted to, in words."""
    needed("clew_lab", "a forecast of one's own", "study")
    prepare.open_site(config)
    from clew_studio.boards.forecasts import own_model
    from clew_studio.research.refitting import refit

    fitted = refit().fitted
    found = fitted["errors"]["seconds"]["model"]
    r2 = "unknown" if found["r2"] is None else f"{found['r2']:.2f}"
    return (
        f"{own_model()}: fitted to {fitted['levels']} boards and {fitted['players']} players, R² of time {r2}"
    )


def load(config: Config, name: str) -> str:
    """Bring a whole site from a file into an empty database. Returns what was loaded, in words."""
    with prepare.lock(config) if config.shared is None else nullcontext():
        to_environment(config)
        config.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        django.setup()
        from clew_studio.server import moving, roles

        counts = moving.load(Path(name))
        roles.grant()
    return f"{name}: {_rows(counts)}"


def second_step_off(config: Config, name: str) -> str:
    """Take the second step off an account, by its name or address. Returns what was done, in words. Raises
    `ClewError`.
    """
    prepare.open_site(config)
    from clew_studio.accounts import second_step, signing_in

    user = signing_in.find_user(name)
    if user is None:
        raise ClewError(f"{name}: there is no such account")
    if not second_step.turn_off(user, at_once=True):
        raise ClewError(f"{name}: this account has no second step")
    return f"{name}: the second step is off; the password is enough to sign in"


def person(config: Config, name: str, *, erase: bool) -> str:
    """Everything that is stored about the person of an account, as JSON, or its deletion; what was done, in
    words. Raises `ClewError`.
    """
    prepare.open_site(config)
    from django.core.serializers.json import DjangoJSONEncoder

    from clew_studio.accounts import account, erasing, signing_in
    from clew_studio.database import overwrite_deleted
    from clew_studio.models import Player

    user = signing_in.find_user(name)
    if user is None:
        raise ClewError(f"{name}: there is no such account")
    if erase:
        erasing.leave(user)
        overwrite_deleted()
        return f"{name}: the account is deleted, and its name with it"
    player, _ = Player.objects.get_or_create(user=user)
    return json.dumps(account.data_of(player), cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)


def _rows(counts: dict[str, int]) -> str:
    return ", ".join(f"{what} {count}" for what, count in counts.items()) or "nothing"


def faults(config: Config) -> list[str]:
    """What a site of several processes lacks, in words: settings, database, Redis; empty if it may start."""
    try:
        check_settings(config)
    except profile.Incomplete as error:
        return str(error).splitlines()
    told = [fault for fault in (_database(config), _redis(config)) if fault]
    return told


def _database(config: Config) -> str:
    from django.db.utils import Error

    try:
        prepare.open_site(config)
    except (ClewError, Error) as error:
        return f"the database: {str(error).strip()}"
    return ""


def _redis(config: Config) -> str:
    import redis

    from clew_studio.shared.engines import redis_of

    try:
        redis_of(config).ping()
    except (redis.RedisError, ValueError) as error:
        return f"Redis: {error}"
    return ""
