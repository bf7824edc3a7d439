"""Compact forms, a board a line; with a family, also bodies of compact forms and grids of several lines.

```text
# comments begin with a sign for numbers
blocks:AAo/ooo/ooo
blocks[step]:AAo/ooo
```

A grid ends with an empty line, and has its goal after a line `>`. Everything is streamed: a line is read and
its board yielded before the next is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.boards.entries import Entry, attempt, failed, failure
from clew.boards.format import SURE, Format, Likeness
from clew.boards.rows import with_family
from clew.errors import BoardError
from clew.puzzles import limits
from clew.puzzles.registry import FAMILIES, from_dict, is_compact, split_family

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from clew.boards.source import Source
    from clew.boards.text import Line
    from clew.puzzles.base import EnginePuzzle


class Compact(Format):
    """Compact forms, and grids in a family that was named."""

    name = "compact"
    about = "a compact form a line"
    example = "blocks:AAo/ooo/ooo\npebbles[grid 1x3]:AB-/-AB\n"
    endings = (".txt",)
    own = True

    def recognise(self, source: Source) -> Likeness:
        for _, text in source.ahead():
            if isinstance(text, BoardError):
                break
            if text.strip() and (not _is_comment(text) or _reads(text, source.family)):
                if is_compact(text):
                    return SURE
                family = source.family is not None and "=" not in text
                return BODIES if family else Likeness(0.1, _NO_FAMILY)
        return Likeness(0)

    def read(self, source: Source) -> Iterator[Entry]:
        return read_compact_lines(source.lines(), source.name, source.family)

    def written(self, puzzle: EnginePuzzle, extra: Mapping[str, Any]) -> str:
        return f"{puzzle}\n"


_NO_FAMILY = "no line begins with a family, such as blocks:, and none was named, such as --family blocks"

BODIES = Likeness(0.99)
"""Lines in a family that was named, if they are in no format of that family."""

FORMAT = Compact()


def read_compact_lines(lines: Iterable[Line], name: str, family: str | None) -> Iterator[Entry]:
    """A board for each line with a compact form, and one for each grid of several lines."""
    grids = family is None or _has_grids(family)
    run: list[tuple[int, str]] = []
    long = False
    for number, text in lines:
        row = "" if isinstance(text, BoardError) else text.rstrip("\r\n")
        if grids and row and _may_be_row(row):
            run.append((number, row))
            if len(run) > limits.GRID_SIDE:
                yield from _read_run(run, name, family, True)
                run, long = [], True
            continue
        yield from _read_run(run, name, family, long)
        run, long = [], False
        if isinstance(text, BoardError):
            yield failed(text, name, number)
        else:
            yield from _read_line(number, text, name, family)
    yield from _read_run(run, name, family, long)


def _has_grids(family: str) -> bool:
    name = split_family(family)[0]
    return name in FAMILIES and "board" in FAMILIES[name]._KEYS


def _may_be_row(text: str) -> bool:
    """Whether a line may be a row of a grid: it has no separators, and no family before a colon."""
    return not any(sign in text for sign in "/:,=")


def _read_line(number: int, board: str, name: str, family: str | None) -> Iterator[Entry]:
    if board.strip() and not (_is_comment(board) and not _reads(board, family)):
        yield attempt(lambda: with_family(board, family), name, number, file=name)


def _read_run(run: list[tuple[int, str]], name: str, family: str | None, long: bool) -> Iterator[Entry]:
    """Consecutive lines without separators. `long`: there are too many for one grid.

    If each is a whole square board of 25 cells or more, each is a board; otherwise they are the rows of a
    grid, below its comments. A line of blanks is a row of free cells, if blanks are free cells and it is as
    long as the others. It ends a grid where free cells have another sign. What could be either is refused.
    """
    texts = [text for _, text in run if text.strip() and not _is_comment(text)]
    if not texts and (family is None or not run):
        return
    wide = len(texts[0].strip()) if texts else 0
    squares = round(wide**0.5) ** 2 == wide >= 25 and {len(text.strip()) for text in texts} == {wide}
    if squares and (long or len(texts) != wide):
        for number, text in run:
            yield from _read_line(number, text, name, family)
        return
    grids = _divided(run)
    if isinstance(grids, BoardError):
        yield failed(grids, name, grids.line or run[0][0])
        return
    for grid in grids:
        try:
            rows, remarks = _without_comments(grid, family)
        except BoardError as error:
            yield failed(error, name, error.line or grid[0][0])
            continue
        if len(rows) == 1:
            yield from _read_line(*rows[0], name, family)
        elif rows:
            yield _grid(rows, name, family, squares, remarks)


def _divided(run: list[tuple[int, str]]) -> list[list[tuple[int, str]]] | BoardError:
    """The grids of a run. An error for a line of blanks that may be a row or the end of a grid."""
    rows = [text for _, text in run if text.strip() and (not _is_comment(text) or _is_wall(text))]
    blank = bool(rows) and not any(sign in text for text in rows for sign in ".o")
    whole = max((len(text if blank else text.rstrip()) for text in rows), default=0)
    found: list[list[tuple[int, str]]] = [[]]
    for number, text in run:
        if text.strip() or (blank and len(text) == whole):
            found[-1].append((number, text))
        elif blank or len(text) == whole:
            return BoardError(
                "holds only blanks: make it empty if it separates two boards, or write a sign for each free "
                "cell, such as `.`",
                line=number,
            )
        else:
            found.append([])
    return [grid for grid in found if grid]


def _grid(
    lines: list[tuple[int, str]], name: str, family: str | None, squares: bool, remarks: list[str]
) -> Entry:
    """The board of a grid, with its goal after a line `>` if it has one."""
    if family is None:
        return failure(
            "is a grid without its family; add --family blocks, for example, or write a compact form, "
            "family:body, such as blocks:AAo/ooo/ooo",
            name,
            lines[0][0],
        )
    rows = [text for _, text in lines]
    keys = _grid_keys(rows)
    middle = len(keys["board"])
    if squares:
        remarks.append(
            f"{len(rows)} lines of {len(rows)} cells are read as one board; put an empty line between them "
            "if each is a board"
        )
    found = attempt(lambda: from_dict(keys, family), name, lines[0][0], None, name, remarks)
    if found.error is not None and found.error.row is not None:
        above = middle + 1 if found.error.key == "goal" and middle < len(rows) else 0
        found.error.line = lines[min(found.error.row - 1 + above, len(lines) - 1)][0]
    return found


def _grid_keys(rows: list[str]) -> dict[str, Any]:
    """The keys of a grid, whose goal may follow a line `>`."""
    middle = next((at for at, text in enumerate(rows) if text.strip() == ">"), len(rows))
    keys: dict[str, Any] = {"board": rows[:middle]}
    if middle < len(rows):
        keys["goal"] = rows[middle + 1 :]
    return keys


def _without_comments(
    lines: list[tuple[int, str]], family: str | None
) -> tuple[list[tuple[int, str]], list[str]]:
    """The rows of a grid below its comments, and what to say of them. Raises `BoardError`, with the line,
    for one that may be either: `#` begins comments, and is a wall.

    As few lines as possible are comments, so that what is below them can be read.
    """
    marked = next((at for at, (_, text) in enumerate(lines) if not _is_comment(text)), len(lines))
    if not marked:
        return lines, []
    if family is None:
        return lines[marked:], []
    begins = (begin for begin in range(marked + 1) if _is_grid([text for _, text in lines[begin:]], family))
    faulty = next((at for at in range(marked) if _is_wall(lines[at][1])), marked)
    begin = next(begins, faulty)
    rows = [text for _, text in lines[begin:]]
    if not rows:
        return [], []
    walls = any(_is_comment(text) and not _is_note(text) for text in rows[1:])
    if begin < marked and _is_note(rows[0]) and not walls:
        raise _either(lines[begin][0])
    remarks = []
    wide, signs = {len(text.rstrip()) for text in rows}, set("#.") | {sign for row in rows for sign in row}
    for number, text in lines[:begin]:
        alike = len(text.rstrip()) in wide
        if _is_wall(text) or (alike and signs & set(text.strip()[1:].replace(" ", ""))):
            raise _either(number)
        if alike:
            remarks.append(_READ_AS.format(number, "a comment", "put an empty line below it to be sure"))
    if begin < marked and not walls and len(rows) > 1:
        told = "put an empty line below it if it is a comment"
        remarks.append(_READ_AS.format(lines[begin][0], "a row of the board", told))
    return lines[begin:], remarks


_READ_AS = "line {}, which begins with `#`, is read as {}; {}"


def _either(number: int) -> BoardError:
    return BoardError(
        "may be a comment or a row that begins with a wall: put an empty line below a comment; write a "
        "sign for each free cell of a row, such as `.`",
        line=number,
    )


def _is_grid(rows: list[str], family: str) -> bool:
    """Whether these rows are a board of the family."""
    try:
        from_dict(_grid_keys(rows), family)
    except BoardError:
        return False
    return True


def _is_note(text: str) -> bool:
    """Whether a line begins as comments usually do: a blank behind its `#`."""
    text = text.strip()
    return text == "#" or text.lstrip("#")[:1] in (" ", "\t")


def _is_wall(text: str) -> bool:
    """Whether a line that begins with `#` is hardly a comment, but a row of a board, perhaps a faulty one."""
    rest = text.strip()[1:]
    return not _is_note(text) and ("#" in rest or ("." in rest and " " not in rest))


def _is_comment(text: str) -> bool:
    return text.lstrip().startswith("#")


def _reads(text: str, family: str | None) -> bool:
    """Whether a line is a board of the named family, valid or not: `#` may begin one too."""
    if family is None or (_is_note(text) and "/" not in text):
        return False
    if "/" in text and len(text.split()) == 1:
        return True
    try:
        with_family(text, family)
    except BoardError:
        return False
    return True
