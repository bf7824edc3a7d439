"""The cache folder, which keeps results for later processes. It may be deleted at any time."""

from __future__ import annotations

import os


def folder(name: str) -> str | None:
    """The folder of that name under `CLEW_CACHE`, or else under `clew` in the user's cache folder
    (XDG_CACHE_HOME; https://specifications.freedesktop.org). None if `CLEW_CACHE` is empty: then nothing is
    kept.
    """
    home = os.environ.get("CLEW_CACHE")
    if home is None:
        users = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(users):
            users = os.path.join(os.path.expanduser("~"), ".cache")
        home = os.path.join(users, "clew")
    return os.path.join(home, name) if home else None


def made(name: str) -> str | None:
    """Return the folder of that name, created if it is missing; None if it cannot be used. It must belong to
    this user, and nobody else may have write access.
    """
    path = folder(name)
    if path is None:
        return None
    try:
        os.makedirs(path, mode=0o700, exist_ok=True)
    except OSError:
        return None
    return path if is_ours(path) else None


def is_ours(path: str) -> bool:
    """Whether the folder exists, belongs to this user, and nobody else can write to it."""
    try:
        about = os.stat(path)
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        return True
    return about.st_uid == os.getuid() and not about.st_mode & 0o022
