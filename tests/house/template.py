"""A copy of this repository in `build/tower`, with a family `tower` made from the template, and built.

Files are written only where they differ, so that a second build finds what the first one made.
"""

from __future__ import annotations

import faulthandler
import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from tools import new_family

ROOT = Path(__file__).resolve().parents[2]
COPY = ROOT / "build" / "tower"
NAME = "tower"


def _tracked() -> list[str]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]


@contextmanager
def _alone() -> Iterator[None]:
    """Lets one process at a time write to the copy: two workers may run its tests at once."""
    COPY.parent.mkdir(exist_ok=True)
    with open(COPY.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _write(path: Path, content: bytes) -> None:
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _make() -> None:
    """Writes the copy with the new family in it."""
    wanted = {name: (ROOT / name).read_bytes() for name in _tracked()}
    pairs = new_family.files(NAME)
    for old, new in pairs.items():
        wanted[str(new)] = new_family.renamed(wanted[str(old)].decode(), NAME).encode()
    for path in new_family.LISTS:
        wanted[str(path)] = new_family.listed(path, wanted[str(path)].decode(), NAME).encode()
    python = ("python/clew", "studio/clew_studio", "tests")
    for folder in ("engine", "bindings/src", *python, "studio/client/src"):
        for path in (COPY / folder).rglob("*"):
            if path.suffix in (".rs", ".py", ".svelte", ".ts") and str(path.relative_to(COPY)) not in wanted:
                path.unlink()
    for name, content in wanted.items():
        _write(COPY / name, content)


def _library() -> Path | None:
    found = (ROOT / "target" / "debug").glob("*_engine.*")
    return next((path for path in found if path.suffix in (".so", ".dylib")), None)


def _ages() -> str:
    """When each file was built that both trees write."""
    debug = ROOT / "target" / "debug"
    both = sorted([*debug.glob("*_engine.*"), *debug.glob("deps/libclew_families-*.rlib")])
    return "\n".join(f"{path.name} {path.stat().st_mtime_ns}" for path in both)


def _patiently(command: list[str], where: Path, variables: dict[str, str] | None = None) -> None:
    """Runs a build, which takes as long as the machine needs: it is not a test that hangs."""
    faulthandler.cancel_dump_traceback_later()
    subprocess.run(command, cwd=where, env=variables, check=True)


@cache
def built() -> Path:
    """The copy with its engine built, as for tests, without optimisation: that takes a minute at first."""
    faulthandler.cancel_dump_traceback_later()
    with _alone():
        _make()
        _build()
    return COPY


def _build() -> None:
    mark = COPY / ".engine-made"
    # Both trees write the same files, and cargo takes the copy's for fresh where this repository's lie there.
    if not mark.exists() or mark.read_text() != _ages():
        for path in (*(COPY / "engine").glob("*/src/lib.rs"), COPY / "bindings/src/lib.rs"):
            path.touch()
    environment = {**os.environ, "CARGO_TARGET_DIR": str(ROOT / "target")}
    command = ["cargo", "build", "--locked", "--quiet", "--package", "clew-bindings"]
    # The other families would take a minute to compile.
    command += ["--no-default-features", "--features", f"clew-families/{NAME},clew-families/null"]
    _patiently(command, COPY, environment)
    library = _library()
    assert library is not None
    mark.write_text(_ages())
    # Renamed when it is complete: another worker's tests may have the old one loaded.
    engine = COPY / "python" / "clew" / "_engine.abi3.so"
    whole = engine.with_suffix(".new")
    shutil.copy2(library, whole)
    whole.replace(engine)


@cache
def with_client() -> Path:
    """The copy with its engine and its client built; the client's packages are those of this repository."""
    copy = built()
    packages = copy / "studio" / "client" / "node_modules"
    if not packages.exists():
        packages.symlink_to(ROOT / "studio" / "client" / "node_modules")
    command = ["npm", "run", "--silent", "build", "--", "--logLevel", "warn"]
    _patiently(command, copy / "studio" / "client")
    return copy


def environment() -> dict[str, str]:
    """The variables with which Python finds the copy's package and tests, and no other."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(COPY / "python"), str(COPY / "studio"), str(COPY)]),
        "NO_COLOR": "1",
    }


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """`python -m ...` in the copy."""
    where = built()
    faulthandler.cancel_dump_traceback_later()
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=where, env=environment(), capture_output=True, text=True, check=False)
