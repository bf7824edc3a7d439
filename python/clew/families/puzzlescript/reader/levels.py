"""The levels, and the messages between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.puzzlescript.reader.game import Level, Message

if TYPE_CHECKING:
    from clew.families.puzzlescript.reader.game import Game
    from clew.families.puzzlescript.reader.lines import Line
    from clew.families.puzzlescript.reader.report import Report

SIDE = 250
"""Rows and columns of a level."""
CELLS = 1_000_000
"""Cells of all levels together."""


def read_levels(lines: list[Line], game: Game, report: Report) -> None:
    """Reads the section LEVELS, maps and messages, into the game."""
    for name in (*game.things, *game.aggregates, *game.synonyms):
        meant = game.meant(name)
        if len(name) == 1 and meant not in game.properties:
            game.glyphs[name] = game.masks.get(meant, 0)
    rows: list[Line] = []
    room = CELLS
    for line in lines:
        if line.lower.startswith("message"):
            room = _close(rows, room, game, report)
            text = line.text[len("message") :]
            if text[:1].strip():
                report.warning(line.number, "put a space after `message`; this is read as a message anyway")
            game.levels.append(Message(line.number, text.strip()))
        elif line.blank:
            room = _close(rows, room, game, report)
        else:
            rows.append(line)
    _close(rows, room, game, report)
    if not game.levels:
        report.error(lines[0].number if lines else 1, "there are no levels; draw at least one below LEVELS")


def _close(rows: list[Line], room: int, game: Game, report: Report) -> int:
    """Adds the level of these rows and clears them; returns how many more cells levels may have."""
    if not rows:
        return room
    texts = [row.lower for row in rows]
    width, line = len(texts[0]), rows[0].number
    size, refusal = width * len(rows), ""
    if width > SIDE or len(rows) > SIDE:
        refusal = f"a level has at most {SIDE} rows and columns; this one has {len(rows)} and {width}"
    elif size > room:
        refusal = f"all levels of a game together have at most {CELLS:,} cells; with this one it has more"
    if refusal:
        report.warning(line, f"this level cannot be played: {refusal}")
        game.levels.append(Level(line, [], [], refusal, last=max(rows[-1].number, rows[-1].end)))
        rows.clear()
        return room
    for row, text in zip(rows, texts, strict=True):
        if len(text) != width:
            report.warning(
                row.number,
                f"this row is {len(text)} wide, but the first of its level is {width}; make them equal",
            )
    level = level_of(rows, game, report)
    level.last = max(rows[-1].number, rows[-1].end)
    game.levels.append(level)
    rows.clear()
    return room - size


def level_of(rows: list[Line], game: Game, report: Report) -> Level:
    """The level of these rows."""
    texts = [row.lower for row in rows]
    width = len(texts[0])
    cells = [
        [_cell(sign, row, x, game, report) for x, sign in enumerate(_even(text, width))]
        for row, text in zip(rows, texts, strict=True)
    ]
    _lay_background(cells, game)
    places = [(row.number, row.columns().start) for row in rows]
    return Level(rows[0].number, texts, cells, places=places)


def _even(text: str, width: int) -> str:
    """A row cut or filled up to the width of its level."""
    return text[:width] + text[-1] * (width - len(text))


def _cell(sign: str, row: Line, x: int, game: Game, report: Report) -> int:
    if sign in game.glyphs:
        return game.glyphs[sign]
    line, at = row.number, row.columns(x, x + 1)
    if game.meant(sign) in game.properties:
        report.error(
            line, f'"{sign}" is defined with OR, so it is ambiguous in a level; use AND, or one object', at
        )
    elif sign.isspace():
        report.error(line, "there are no spaces in a level; write a sign of the legend for each cell", at)
    else:
        report.error(line, f'"{sign}" is not in the legend; add an entry such as {sign} = Wall', at)
    return 0


def _lay_background(cells: list[list[int]], game: Game) -> None:
    """Puts a background into each cell that has none: the first that the level shows, by columns."""
    if not game.order or not game.layers:
        return
    layer = game.layers[game.background_layer]
    columns = (cells[y][x] & layer for x in range(len(cells[0])) for y in range(len(cells)))
    ground = next((found for found in columns if found), 1 << game.background)
    for row in cells:
        for x, cell in enumerate(row):
            if not cell & layer:
                row[x] = cell | ground
