"""What is in a wheel: everything that it promises, nothing else, and no library that a user may lack."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
import zipfile
from email import message_from_string
from pathlib import Path

from tools.release import ROOT, Fault

MOST = 8_000_000
"""Bytes that a wheel may have (docs/decisions/0029-size-of-the-wheel.md)."""
NEEDED = (
    "clew/_engine",
    "clew/py.typed",
    "clew/schema/board-1.json",
    "clew/studio/static/studio/.vite/manifest.json",
    "clew/maps/static/map.js",
    "clew/studio/example_boards/blocks/gar-1.toml",
    "clew/studio/locale/fr/LC_MESSAGES/",
    "licenses/LICENSE",
    "sboms/",
)
"""Beginnings, or parts, of names that a wheel has."""
UNWANTED = re.compile(r"(^|/)(tests?|__pycache__|node_modules|bench)/|\.(pyc|rs|map)$")


def check(wheel: Path) -> str:
    """Looks into a wheel. Returns a line about it; raises `Fault` for the first thing that is wrong."""
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        about = message_from_string(packed.read(metadata).decode())
    lacking = [part for part in NEEDED if not any(part in name for name in names)]
    if lacking:
        raise Fault(f"{wheel.name} lacks {', '.join(lacking)}")
    if unwanted := [name for name in names if UNWANTED.search(name)]:
        raise Fault(f"{wheel.name} has {unwanted[0]}, which nobody needs")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if set(about.get_all("Provides-Extra", [])) != set(project["optional-dependencies"]):
        raise Fault(f"{wheel.name}: its extras are not those of pyproject.toml")
    plain = [needed for needed in about.get_all("Requires-Dist", []) if "extra ==" not in needed]
    if plain:
        raise Fault(f"{wheel.name} needs {plain[0]}: the package needs no other package")
    size = wheel.stat().st_size
    if size > MOST:
        raise Fault(f"{wheel.name} has {size:,} bytes; at most {MOST:,}")
    return f"{wheel.name}: {size / 1e6:.1f} MB, {len(names)} files{_libraries(wheel)}"


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
