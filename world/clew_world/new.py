"""A level to start from: a small commented level and a script, in a new folder."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from clew.errors import WorldError

LEVEL, SCRIPT = "level.toml", "chicken.lua"


def write_new(folder: str | Path) -> list[Path]:
    """Writes the level and its script into a folder, which is created if necessary, and returns the files.

    Raises `WorldError` if one of them exists already, `OSError` if they cannot be written.
    """
    place = Path(folder)
    paths = [place / LEVEL, place / SCRIPT]
    for path in paths:
        if path.exists():
            raise WorldError(f"{path} exists already and was not changed; name a new folder")
    place.mkdir(parents=True, exist_ok=True)
    title = place.resolve().name.replace("-", " ").replace("_", " ").capitalize()
    for path in paths:
        text = (files("clew_world") / "template" / path.name).read_text(encoding="utf-8")
        path.write_text(text.replace("{title}", _quotable(title)), encoding="utf-8")
    return paths


def _quotable(title: str) -> str:
    """The title without characters that a TOML string cannot contain."""
    return "".join(c for c in title if c.isprintable() and c not in '"\\') or "My level"
