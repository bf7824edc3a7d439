"""Rush Hour boards on a line: the 36 cells row by row, alone or as in Michael Fogleman's database, with the
number of moves before them and the size of the cluster after them.

`.`, `o`, `0` and `_` are free, `x` is a wall; the red car is A, or X, R, r or Z, and leaves to the right.
The number before the cells becomes `par`, the one after them `cluster`. Other squares, such as 25 or 49
cells, are read too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.boards.format import COMMENTS, SURE, Format, Found, Likeness, reason
from clew.errors import BoardError
from clew.families.blocks.formats._grids import plain, straight_pieces
from clew.puzzles.registry import from_dict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from clew.boards.source import Source

SIDES = (4, 5, 6, 7, 8)
SIGNS = ".o0_-*#x"


class Rush(Format):
    """Lines of 36 cells."""

    name = "rush"
    about = "Rush Hour boards of 36 cells a line, as in Fogleman's database"
    example = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\nBBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN\n"
    family = "blocks"
    endings = (".txt",)

    def recognise(self, source: Source) -> Likeness:
        """The first line must be a board, and at most one in ten of the others may be wrong."""
        rows = [(n, text) for n, text in source.head_lines() if not text.lstrip().startswith(COMMENTS)][:100]
        wrong: dict[int, str] = {}
        for at, (number, text) in enumerate(rows):
            try:
                from_dict({"family": "blocks", **self._keys(text).given()})
            except BoardError as error:
                wrong[at] = f"line {number}: {reason(error)}"
        if len(wrong) == len(rows):
            return Likeness(0, next(iter(wrong.values()), ""))
        if 0 not in wrong and len(wrong) <= max(1, len(rows) // 10):
            return SURE
        return Likeness(0.9 - 0.6 * len(wrong) / len(rows), next(iter(wrong.values())))

    def boards(self, source: Source) -> Iterator[Found]:
        for number, text in source.lines():
            if isinstance(text, BoardError):
                yield Found(text, number)
            elif text.strip() and not text.lstrip().startswith(COMMENTS):
                try:
                    yield self._keys(text)._replace(line=number)
                except BoardError as error:
                    yield Found(error, number)

    def _keys(self, text: str) -> Found:
        words = text.replace(",", " ").replace(";", " ").replace('"', " ").split()
        cells = [word for word in words if not word.isdecimal() or len(word) >= 16]
        if len(cells) != 1:
            raise BoardError(
                f"has {len(cells)} words that may be the cells of a board; write them as one word"
            )
        side = round(len(cells[0]) ** 0.5)
        if side * side != len(cells[0]) or side not in SIDES:
            raise BoardError(f"has {len(cells[0])} cells, and not 36, or another square")
        bad = next(
            (sign for sign in cells[0] if not (sign.isascii() and sign.isalpha()) and sign not in SIGNS), None
        )
        if bad is not None:
            raise BoardError(f"has a {bad!r} among the cells")
        at = words.index(cells[0])
        before, after = words[:at], words[at + 1 :]
        if len(before) > 1 or len(after) > 1:
            raise BoardError("has more than one number before or after the cells")
        grid, remarks = plain([cells[0][i : i + side] for i in range(0, side * side, side)])
        keys: dict[str, Any] = {"board": grid}
        if before:
            keys["par"] = int(before[0]) if len(before[0]) < 10 else None
        extra = {"cluster": int(after[0])} if after and len(after[0]) < 16 else {}
        return Found(keys, None, tuple(remarks), extra)

    def written(self, puzzle: Any, extra: Mapping[str, Any]) -> str:
        if not (straight_pieces(puzzle) and puzzle.rows == puzzle.columns and puzzle.rows in SIDES):
            raise self.refuse(puzzle, "boards that are no square, and other goals, movements and metrics")
        before = "" if puzzle.par is None else f"{puzzle.par} "
        after = f" {extra['cluster']}" if str(extra.get("cluster", "")).isdecimal() else ""
        return f"{before}{puzzle._begins().replace('/', '')}{after}\n"


FORMAT = Rush()
