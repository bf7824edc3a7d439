"""Machine code cached in files, so that a process need not compile what another has compiled.

Code is read from a folder that belongs to this user and that nobody else can write to; otherwise it is
neither read nor cached. A file is replaced as a whole and verified when it is read.
"""

from __future__ import annotations

import json
import os

from clew.puzzles import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    Objects = dict[str, tuple[str, bytes]]  # of each rule: the symbol and the object file

MOST_FILES = 256
"""The most files; beyond, the oldest are deleted."""


def read(key: str) -> Objects | None:
    """The code with that digest; None if there is none, or the file is damaged."""
    from hashlib import sha256

    folder = cache.folder("compiled")
    if folder is None or not cache.is_ours(folder):
        return None
    try:
        with open(os.path.join(folder, key), "rb") as file:
            checksum, content = file.read(32), file.read()
    except OSError:
        return None
    if sha256(content).digest() != checksum:
        return None
    head, _, code = content.partition(b"\n")
    objects: Objects = {}
    for name, symbol, length in json.loads(head):
        objects[name], code = (symbol, code[:length]), code[length:]
    return objects


def write(key: str, objects: Objects) -> None:
    """Caches the code; does nothing if the folder cannot be written."""
    from hashlib import sha256
    from tempfile import NamedTemporaryFile

    head = json.dumps([[name, symbol, len(code)] for name, (symbol, code) in objects.items()])
    content = head.encode() + b"\n" + b"".join(code for _, code in objects.values())
    folder = cache.made("compiled")
    if folder is None:
        return
    try:
        with NamedTemporaryFile("wb", dir=folder, prefix=".part-", delete=False) as file:
            file.write(sha256(content).digest() + content)
        os.replace(file.name, os.path.join(folder, key))
        _tidy(folder)
    except OSError:
        return


def _tidy(folder: str) -> None:
    files = sorted(os.scandir(folder), key=lambda entry: entry.stat().st_mtime)
    for entry in files[:-MOST_FILES]:
        os.unlink(entry.path)
