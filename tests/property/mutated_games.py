"""Games made from the recorded ones: a piece of a level, and rules that are changed here and there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

    Lines = list[str]

HEADS = ("", "up", "left", "horizontal", "vertical", "rigid", "random", "late")
MOVES = (">", "<", "^", "v", "up", "left", "right", "moving", "stationary", "no", "parallel", "perpendicular")
ENDS = ("again", "cancel", "win", "restart", "checkpoint")
SETTINGS = ("run_rules_on_level_start", "require_player_movement", "realtime_interval 1", "noaction")
WIDEST = 6
"""Columns, and rows, of a piece of a level."""
MOST_CHANGES = 4
_HEADING = re.compile(
    r"\s*(objects|legend|sounds|collisionlayers|rules|winconditions|levels)\s*", re.IGNORECASE
)
_TOKEN = re.compile(r"->|\.\.\.|[\[\]|]|[^\s\[\]|]+")


def mutated_board(sources: list[str], rng: Random) -> dict[str, Any]:
    """One of the games with a piece of one of its levels, and up to a few changes."""
    parts = _parts(rng.choice(sources))
    rules = [number for number, line in enumerate(parts["rules"]) if "->" in line]
    for _ in range(rng.randint(0, MOST_CHANGES) if rules else 0):
        parts["rules"][rng.choice(rules)] = _changed(parts["rules"], rng.choice(rules), rng)
    if rng.random() < 0.15:
        parts[""].append(rng.choice(SETTINGS))
    if rng.random() < 0.1:
        parts["winconditions"] = [
            re.sub(r"\b(all|some|no|any)\b", rng.choice(("all", "some", "no")), line, flags=re.IGNORECASE)
            for line in parts["winconditions"]
        ]
    parts["levels"] = ["", *_piece(parts["levels"], rng), ""]
    text = [line for head, lines in parts.items() for line in ([head.upper()] if head else []) + lines]
    return {"family": "puzzlescript", "game": "\n".join(text), "seed": str(rng.randrange(1_000))}


def _parts(source: str) -> dict[str, Lines]:
    """The lines of each section."""
    found: dict[str, Lines] = {"": []}
    here = ""
    for line in source.replace("\r", "").split("\n"):
        heading = _HEADING.fullmatch(line)
        if heading and here != "levels":
            here = heading[1].lower()
            found[here] = []
        else:
            found[here].append(line)
    return found


def _changed(rules: Lines, at: int, rng: Random) -> str:
    """The rule of a line, changed in one way."""
    line = rules[at]
    kind = rng.randrange(7)
    if kind == 0:
        return f"{rng.choice(HEADS)} {line}"
    if kind == 1:
        return f"{line} {rng.choice(ENDS)}"
    if kind == 2:
        return rng.choice([other for other in rules if "->" in other] or [line])
    if kind == 3:
        return ""
    if kind == 4:
        return _with_gaps(line, rng)
    return _with_another_word(line, kind == 5, rules, rng)


def _with_gaps(line: str, rng: Random) -> str:
    """A gap in the same place of the first bracket of both sides."""
    sides = line.split("->")
    brackets = [re.search(r"\[([^\[\]]*)\]", side) for side in sides]
    if len(sides) != 2 or not all(brackets):
        return line
    cells = [bracket[1].split("|") for bracket in brackets if bracket]
    if len({len(row) for row in cells}) > 1 or len(cells[0]) < 2:
        return line
    place = rng.randrange(1, len(cells[0]))
    made = [f"[{'|'.join([*row[:place], ' ... ', *row[place:]])}]" for row in cells]
    return "->".join(
        side[: bracket.start()] + new + side[bracket.end() :]
        for side, bracket, new in zip(sides, brackets, made, strict=True)
        if bracket
    )


def _with_another_word(line: str, move: bool, rules: Lines, rng: Random) -> str:
    """Another movement before a name, or another name."""
    if re.search(r"message|sfx", line, re.IGNORECASE):
        return line
    tokens = _TOKEN.findall(line)
    inside = [place for place, depth in _depths(tokens) if depth and _is_word(tokens[place])]
    if not inside:
        return line
    place = rng.choice(inside)
    is_move = tokens[place].lower() in MOVES
    if move:
        tokens[place] = rng.choice(MOVES) if is_move else f"{rng.choice(MOVES)} {tokens[place]}"
    elif not is_move:
        names = [
            other
            for rule in rules
            for other in re.findall(r"[^\s\[\]|]+", " ".join(re.findall(r"\[([^\]]*)\]", rule)))
            if _is_word(other) and other.lower() not in MOVES
        ]
        tokens[place] = rng.choice(names or [tokens[place]])
    return " ".join(tokens)


def _depths(tokens: list[str]) -> list[tuple[int, int]]:
    depth, found = 0, []
    for place, token in enumerate(tokens):
        depth += (token == "[") - (token == "]")
        found.append((place, depth))
    return found


def _is_word(token: str) -> bool:
    return token not in ("[", "]", "|", "->", "...")


def _piece(lines: Lines, rng: Random) -> Lines:
    """A rectangle of one of the levels."""
    levels: list[Lines] = [[]]
    for line in lines:
        if line.strip() and not line.strip().lower().startswith("message"):
            levels[-1].append(line.strip())
        elif levels[-1]:
            levels.append([])
    rows = rng.choice([level for level in levels if level] or [["."]])
    if len({len(row) for row in rows}) > 1 or any("(" in row for row in rows):
        return rows[:WIDEST]
    wide, high = (min(rng.randint(2, WIDEST), size) for size in (len(rows[0]), len(rows)))
    x, y = rng.randint(0, len(rows[0]) - wide), rng.randint(0, len(rows) - high)
    for _ in range(20):
        piece = [row[x : x + wide] for row in rows[y : y + high]]
        if any("p" in row.lower() for row in piece):
            break
        x, y = rng.randint(0, len(rows[0]) - wide), rng.randint(0, len(rows) - high)
    return piece
