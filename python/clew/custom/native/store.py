"""Machine code cached in files, so that a process need not compile what another has compiled.

Code is read from a folder that belongs to this user and that nobody else can write to; otherwise it is
neither read nor cached. A file is replaced as a whole and verified when it is read.
"""

from __future__ import annotations

import json
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    Objects = dict[str, tuple[str, bytes]]  # of each rule: the symbol and the object file

MOST_FILES = 256
"""The most files; beyond, the oldest are deleted."""


def folder() -> str:
    """`clew/compiled` under the user's cache folder (XDG_CACHE_HOME; https://specifications.freedesktop.org)."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(home):
        home = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(home, "clew", "compiled")


def read(key: str) -> Objects | None:
    """The code with that digest; None if there is none, or the file is damaged."""
    from hashlib import sha256

    if not _is_ours(folder()):
        return None
    try:
        with open(os.path.join(folder(), key), "rb") as file:
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
    try:
        os.makedirs(folder(), mode=0o700, exist_ok=True)
        if not _is_ours(folder()):
            return
        with NamedTemporaryFile("wb", dir=folder(), prefix=".part-", delete=False) as file:
            file.write(sha256(content).digest() + content)
        os.replace(file.name, os.path.join(folder(), key))
        _tidy()
    except OSError:
        return


def _is_ours(path: str) -> bool:
    try:
        about = os.stat(path)
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        return True
    return about.st_uid == os.getuid() and not about.st_mode & 0o022


def _tidy() -> None:
    files = sorted(os.scandir(folder()), key=lambda entry: entry.stat().st_mtime)
    for entry in files[:-MOST_FILES]:
        os.unlink(entry.path)
