"""The settings of a site in a TOML file, which the environment overrides."""

from __future__ import annotations

import os
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from clew.errors import ClewError
from clew_studio.bounds import Bounds, name_of
from clew_studio.shared.config import Retention, keep_variable
from clew_studio.shared.profile import FILE

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
