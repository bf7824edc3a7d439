"""Which files and folders are read as boards, and how many: a path may lead to a device or a whole disk."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from clew.errors import BoardError
from clew.puzzles import limits

if TYPE_CHECKING:
    from collections.abc import Iterator

SETS = (".txt", ".csv", ".tsv", ".json", ".jsonl")
"""The endings of files with several boards."""

ENDINGS = (".toml", *SETS)
"""The endings of files with boards, in any case."""


def check_file(path: str) -> None:
    """Raises `BoardError` for a path that is neither a file nor a pipe, and for a file larger than any set.

    Pipes are what shells make of ``<(command)`` and of ``/dev/stdin``. Raises `OSError` if there is nothing.
    """
    found = os.stat(path)
    if stat.S_ISREG(found.st_mode):
        if found.st_size > limits.SET_BYTES:
            raise BoardError(f"has {found.st_size:,} bytes; {too_large()}")
    elif not (stat.S_ISFIFO(found.st_mode) or stat.S_ISDIR(found.st_mode) or _is_own_terminal(found)):
        raise BoardError(
            "is a device, not a file; name a file of boards, a folder, or `-` for standard input"
        )


def too_large() -> str:
    """The end of the message about a set that is too large."""
    return f"a set of boards has at most {limits.SET_BYTES:,} bytes; split it into several files"


def _is_own_terminal(found: os.stat_result) -> bool:
    """Whether this is the terminal in which boards are typed, as ``/dev/stdin``."""
    try:
        return os.isatty(0) and os.path.samestat(found, os.fstat(0))
    except OSError:
        return False


def boards_below(folder: str) -> list[str]:
    """The board files in a folder and its subfolders, sorted by name.

    A folder that cannot be listed is in the list itself: reading it says why. Raises `BoardError` if there is
    more in them than a collection of boards has.
    """
    entries = 0

    def below(folder: str) -> Iterator[str]:
        nonlocal entries
        found = []
        try:
            with os.scandir(folder) as listed:
                for entry in listed:
                    entries += 1
                    if entries > limits.FOLDER_ENTRIES:
                        raise BoardError(
                            f"contains more than {limits.FOLDER_ENTRIES:,} files and folders; "
                            "name the folder with the boards, or put them into one set file"
                        )
                    found.append((entry.name, entry.is_dir(follow_symlinks=False)))
        except OSError:
            yield folder
            return
        for name, is_folder in sorted(found):
            path = os.path.join(folder, name)
            if name.startswith("."):
                continue
            if is_folder:
                yield from below(path)
            elif name.lower().endswith(ENDINGS):
                yield path

    return list(below(folder))
