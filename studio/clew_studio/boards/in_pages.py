"""A board for the engine in a page: what the page needs to play and judge it and to give hints offline.

Pages request only the worker's script and the engines here; no answer contains what a player has done.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, cast

from typing_extensions import TypedDict

from clew.boards.graded import graded
from clew.errors import ClewError
from clew.scenes import FAMILIES
from clew_studio.pages import built, content
from clew_studio.puzzles.reading import read_puzzle
from clew_studio.shapes import ForEngine, Name, Position, Scene, Text, Title

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

ENGINES = "/engine/"
"""The address below which the worker's script and the engines are served."""
BUILT = Path(__file__).parent.parent / "static" / "studio"
WORKER = "worker.js"


class Translated(TypedDict):
    """A text in each language."""

    en: Text
    fr: Text


class PageBoard(ForEngine):
    """A board as a page with an engine reads it."""

    title: Title
    author: Name | None
    source: Title | None
    par: int | None
    caption: Translated
    scene: Scene
    position: Position


def board_in_page(puzzle: EnginePuzzle) -> PageBoard | None:
    """The board as a page with an engine reads it, and where that engine is; None if there is none for it."""
    worker, engine = file_of(WORKER), file_of(f"{puzzle.family}.wasm")
    if worker is None or engine is None:
        return None
    found = {
        **content.board(puzzle),
        "worker": _address(WORKER, worker),
        "engine": _address(f"{puzzle.family}.wasm", engine),
    }
    return cast(PageBoard, found)


PATTERNS = 40
"""Of how many graded boards of a family a page makes others."""


@cache
def patterns(family: str) -> list[PageBoard]:
    """Graded boards of a family, from easy to hard, for a page that makes boards like them; none if there are
    none, or no engine.
    """
    boards = graded().get(family, [])
    step = max(1, len(boards) // PATTERNS)
    found = [board_in_page(read_puzzle(board.puzzle)) for board in boards[::step]]
    chosen = [board for board in found if board is not None]
    for board, one in zip(chosen, boards[::step], strict=False):
        board["par"] = one.par
    return chosen


def for_engine(puzzle: EnginePuzzle) -> ForEngine | None:
    """What an engine in a page needs to search from the start; None if there is no engine for the board."""
    found = board_in_page(puzzle)
    if found is None:
        return None
    return {
        "worker": found["worker"],
        "engine": found["engine"],
        "made": found["made"],
        "numbers": found["numbers"],
    }


def file_of(name: str) -> bytes | None:
    """The script of the worker, or the engine of a family; None if it was not built or does not exist."""
    return _worker() if name == WORKER else _engine(name.removesuffix(".wasm"))


@cache
def _worker() -> bytes | None:
    path = BUILT / WORKER
    return path.read_bytes() if path.is_file() else None


def _engine(family: str) -> bytes | None:
    return _read_engine(family) if family in FAMILIES else None


@cache
def _read_engine(family: str) -> bytes | None:
    try:
        return built.engine(family)
    except ClewError:
        return None


def _address(name: str, file: bytes) -> str:
    """The address of a file, which changes with it."""
    return f"{ENGINES}{name}?v={sha256(file).hexdigest()[:12]}"
