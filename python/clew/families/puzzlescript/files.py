"""Games in files: which texts are games, and a board for each of their levels."""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from clew.boards.files import check_file
from clew.boards.source import Source
from clew.errors import BoardError
from clew.families.puzzlescript.reader import Level, plain, read
from clew.puzzles import limits
from clew.puzzles.fields import shown

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

_DIGEST = "sha256:"
_NEWEST = 4
"""Games that the rows of a level are looked for in, as it is written: as many as are kept read."""
_HEADINGS = frozenset(("objects", "legend", "collisionlayers", "winconditions", "levels"))


def reads(text: str) -> bool:
    """Whether this is the source of a game: at least three headings are on lines of their own."""
    return len(_HEADINGS.intersection(line.strip("= \t\r").lower() for line in text.split("\n"))) >= 3


def boards(text: str, file: str | None = None) -> list[dict[str, Any]]:
    """The keys of each level's board. `file`: the name of the file for errors."""
    return [{"family": "puzzlescript", "game": text, "level": number} for number in levels_of(text, file)]


def levels_of(text: str, file: str | None = None) -> dict[int, Level]:
    """The levels of a game by number. Raises `BoardError` with all errors of the source, if it has any."""
    game, report = read(text)
    if report.errors:
        raise report.refuse(file=file)
    return dict(enumerate((level for level in game.levels if isinstance(level, Level)), 1))


def rules_of(source: str) -> str:
    """All that comes before the levels of a game, with the heading above them."""
    return "\n".join(source.split("\n")[: _ends(source)[0]]) + "\n"


def passage(source: str, number: int) -> str:
    """The lines of one level as its source has them, with the messages and remarks that stand above it; of
    the last level, also those below it. The rules and the passages of all levels are the source.
    """
    lines = source.split("\n")
    ends = _ends(source)
    end = len(lines) if number == len(ends) - 1 else ends[number]
    return "\n".join(lines[ends[number - 1] : end]).removesuffix("\n") + "\n"


@lru_cache(maxsize=_NEWEST)
def _ends(source: str) -> tuple[int, ...]:
    """The line, from 1, with which the heading of the levels ends, and that with which each level ends."""
    game, _ = read(source)
    lines, heading = source.split("\n"), game.levels_line
    underlined = heading < len(lines) and set(lines[heading].strip()) == {"="}
    return heading + underlined, *(level.last for level in game.levels if isinstance(level, Level))


def with_level(source: str, rows: Sequence[str]) -> str:
    """The source of the same game with one level, which has these rows."""
    return "\n".join([rules_of(plain(source)), *rows, ""])


def digest(source: str) -> str:
    """How lines of a set name a game that a line above holds."""
    return f"{_DIGEST}{hashlib.sha256(source.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def named_above(keys: dict[str, Any], above: dict[str, str]) -> dict[str, Any] | None:
    """The keys of a level without its source, if that is one of the sources `above`, which are known by their
    digests: with the digest of that game instead and, if the level is not one of its own, the rows of the
    level. None if they would not be the same level. Rows are looked for in the newest games only.
    """
    source = keys["game"]
    name = digest(source)
    if above.get(name) == source:
        return {**keys, "game": name}
    if not above:
        return None
    levels = list(levels_of(source).values())
    if len(levels) != 1:
        return None
    for name, other in islice(reversed(above.items()), _NEWEST):
        if with_level(other, levels[0].rows) == source:
            return {**keys, "game": name, "level": levels[0].rows}
    return None


def with_game_above(keys: dict[str, Any], above: dict[str, str]) -> dict[str, Any]:
    """The keys of a level with its source, if they name a game by its digest: the one of those `above`."""
    name, level = keys.get("game"), keys.get("level")
    if not isinstance(name, str) or not name.startswith(_DIGEST):
        return keys
    source = above.get(name)
    if source is None:
        raise BoardError(
            f"is the digest {shown(name)} of a game, and no line above holds that game; put the line that "
            "has the source of that game in `game` before this one",
            key="game",
        )
    if not isinstance(level, list):
        return {**keys, "game": source}
    if not level or not all(isinstance(row, str) and row.strip() and "\n" not in row for row in level):
        raise BoardError("must be the rows of a level, a text each, or its number in the game", key="level")
    return {**{key: keys[key] for key in keys if key != "level"}, "game": with_level(source, level)}


def named(keys: dict[str, Any], folder: str) -> list[str]:
    """The paths of the files that the keys of a board file in this folder name."""
    name = keys.get("game")
    is_name = isinstance(name, str) and name.strip() and "\n" not in name.strip()
    return [os.path.join(folder, str(name))] if is_name else []


def with_files(keys: dict[str, Any], folder: str) -> dict[str, Any]:
    """The keys of a board file, with the source of the game that it names; that file is next to it."""
    if not named(keys, folder):
        return keys
    name = str(keys["game"])
    if os.path.basename(name) != name or name in (".", ".."):
        raise BoardError("must be the name of a file next to this one, without a folder", key="game")
    try:
        return {**keys, "game": source_of(os.path.join(folder, name))}
    except BoardError as error:
        line = "" if error.line is None else f", line {error.line}:"
        raise BoardError(f'"{shown(name)}"{line} {error.message}', key="game") from None


def source_of(path: str | PathLike[str]) -> str:
    """The text of a game's file, which is read as every file of boards. Raises `BoardError`."""
    name = str(path)
    try:
        check_file(os.fspath(path))
        with open(path, "rb") as file:
            return small_enough(Source(file, name).text())
    except OSError as error:
        raise BoardError(f"cannot be read: {error.strerror}; give the path of a game", file=name) from None
    except BoardError as error:
        error.file = name
        raise
    except ValueError:  # a NUL byte
        raise BoardError("is not a path; give the path of a game") from None


def small_enough(text: str) -> str:
    """The source of a game. Raises `BoardError` for one that is too large."""
    if len(text) > limits.BOARD_BYTES:
        raise BoardError(f"is larger than {limits.BOARD_BYTES:,} bytes; make it smaller")
    return text
