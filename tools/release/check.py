"""What is in a wheel: everything that it promises, nothing else, and no library that a user may lack."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
import zipfile
from collections.abc import Sequence
from email import message_from_string
from email.message import Message
from pathlib import Path

from tools.release import ROOT, Fault
from tools.studio_parts import PAGE_ENGINES

MOST = 8_000_000
"""Bytes that a wheel may have (docs/decisions/0029-size-of-the-wheel.md)."""
NEEDED = (
    "clew/_engine",
    "clew/py.typed",
    "clew/schema/board-1.json",
    "clew/maps/static/map.js",
    "licenses/LICENSE",
    "sboms/",
)
"""Beginnings, or parts, of names that a wheel of clew has."""
STUDIO = (
    "clew_studio/static/studio/.vite/manifest.json",
    "clew_studio/static/studio/worker.js",
    "clew_studio/pages/static/puzzle.js",
    "clew_studio/pages/static/clew-board.js",
    *(f"clew_studio/pages/static/{engine.name}" for engine in PAGE_ENGINES),
    "clew_studio/example_boards/blocks/gar-1.toml",
    "clew_studio/locale/fr/LC_MESSAGES/django.mo",
    "clew_studio/templates/studio/shell.html",
    "licenses/LICENSE",
)
"""The same of the wheel of clew-studio."""
UNWANTED = re.compile(r"(^|/)(tests?|__pycache__|node_modules|bench)/|\.(pyc|rs|map)$")


def check(wheel: Path) -> str:
    """Looks into a wheel of clew. Returns a line about it; raises `Fault` for the first fault."""
    names, about = _contents(wheel, NEEDED)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if set(about.get_all("Provides-Extra", [])) != set(project["optional-dependencies"]):
        raise Fault(f"{wheel.name}: its extras are not those of pyproject.toml")
    plain = [needed for needed in about.get_all("Requires-Dist", []) if "extra ==" not in needed]
    if plain:
        raise Fault(f"{wheel.name} needs {plain[0]}: the package needs no other package")
    return f"{_size(wheel, names)}{_libraries(wheel)}"


def check_studio(wheel: Path) -> str:
    """The same for the wheel of clew-studio, which may need other packages."""
    names, _ = _contents(wheel, STUDIO)
    return _size(wheel, names)


def _contents(wheel: Path, needed: Sequence[str]) -> tuple[list[str], Message]:
    """The files of a wheel, which has what is needed and nothing for developers, and its metadata."""
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        about = message_from_string(packed.read(metadata).decode())
    lacking = [part for part in needed if not any(part in name for name in names)]
    if lacking:
        raise Fault(f"{wheel.name} lacks {', '.join(lacking)}")
    if unwanted := [name for name in names if UNWANTED.search(name)]:
        raise Fault(f"{wheel.name} has {unwanted[0]}, which nobody needs")
    return names, about


def _size(wheel: Path, names: list[str]) -> str:
    size = wheel.stat().st_size
    if size > MOST:
        raise Fault(f"{wheel.name} has {size:,} bytes; at most {MOST:,}")
    return f"{wheel.name}: {size / 1e6:.1f} MB, {len(names)} files"


def _libraries(wheel: Path) -> str:
    """Has auditwheel compare the libraries and symbols of a Linux wheel with its tag."""
    if "linux" not in wheel.name or shutil.which("auditwheel") is None:
        return ""
    said = subprocess.run(["auditwheel", "show", str(wheel)], capture_output=True, text=True, check=False)
    return f", {granted(wheel.name, said.stdout)} by auditwheel"


def granted(name: str, said: str) -> str:
    """The tag that auditwheel grants a wheel. Raises `Fault` if that needs a newer glibc than the wheel's."""
    found = re.search(r'following platform tag: "(\w+)"', " ".join(said.split()))
    if found is None:
        raise Fault(f"auditwheel cannot judge {name}: {said}")
    asked, given = (re.search(r"manylinux_2_(\d+)", tag) for tag in (name, found[1]))
    if asked and (given is None or int(given[1]) > int(asked[1])):
        raise Fault(f"{name} promises more systems than auditwheel grants: {found[1]}")
    return found[1]
