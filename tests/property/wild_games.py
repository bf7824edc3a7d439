"""Random PuzzleScript games from the whole language, and walks that compare two interpreters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import BoardError, PuzzleError
from clew.families.puzzlescript.puzzle import PuzzleScript
from tests.families.puzzlescript import WINS, source
from tests.reference.puzzlescript import PuzzleScript as Plain
from tests.reference.puzzlescript import Refused

if TYPE_CHECKING:
    from random import Random

THINGS = ("Player", "Crate", "Ball", "Wall", "Dot", "Mark", "Thing", "Solid", "@")
LEADS = (
    "",
    "",
    "",
    "",
    ">",
    "<",
    "^",
    "v",
    "moving",
    "stationary",
    "no",
    "perpendicular",
    "parallel",
    "up",
    "action",
)
LATE_LEADS = ("", "", "", "no")
ENDS = ("", "", "", "", "", "again", "cancel", "win", "restart", "checkpoint")
HEADS = ("", "", "", "up", "right", "horizontal", "vertical", "rigid", "random", "left down")


def _cell(rng: Random, leads: tuple[str, ...]) -> str:
    things = rng.sample(THINGS, rng.choice((0, 1, 1, 1, 1, 2)))
    return " ".join(f"{rng.choice(leads)} {thing}" for thing in things)


def _changed(rng: Random, cell: str, leads: tuple[str, ...]) -> str:
    """What becomes of a cell: often it stays, often a word of it changes."""
    words = cell.split()
    if cell == "..." or rng.random() < 0.35:
        return cell
    if rng.random() < 0.25 or not words:
        return "random Thing" if rng.random() < 0.1 else _cell(rng, leads)
    at = rng.randrange(len(words))
    if words[at] in THINGS:
        words[at] = rng.choice(THINGS) if rng.random() < 0.5 else f"{rng.choice(leads)} {words[at]}"
        if at and words[at - 1] not in THINGS:
            words[at] = words[at].split()[-1]
    else:
        words[at] = rng.choice(leads)
    return " ".join(words)


def wild_rule(rng: Random) -> str:
    """One line of rules; some are refused."""
    late = rng.random() < 0.25
    leads = LATE_LEADS if late else LEADS
    left, right = [], []
    for _ in range(rng.choice((1, 1, 1, 1, 2))):
        row = [_cell(rng, leads) for _ in range(rng.choice((1, 1, 2, 2, 2, 3)))]
        if len(row) > 1 and rng.random() < 0.15:
            row.insert(rng.randrange(1, len(row)), "...")
        left.append(row)
        right.append([_changed(rng, cell, leads) for cell in row])
    head = " ".join(["late"] * late + [rng.choice(HEADS)])
    end = rng.choice(ENDS)
    both = [" ".join(f"[ {' | '.join(row)} ]" for row in rows) for rows in (left, right)]
    return f"{head} {both[0]} -> {'' if end and rng.random() < 0.3 else both[1]} {end}".strip()


def wild_rules(rng: Random) -> list[str]:
    """A few lines of rules, joined to groups and loops here and there."""
    rules = [wild_rule(rng) for _ in range(rng.randint(1, 4))]
    for at in range(1, len(rules)):
        if rng.random() < 0.2:
            rules[at] = f"+ {rules[at]}"
    if rng.random() < 0.15:
        begin = rng.randrange(len(rules))
        rules = [*rules[:begin], "startloop", *rules[begin:], "endloop"]
    if rng.random() < 0.7:
        rules.insert(0, "[ > Player | Crate ] -> [ > Player | > Crate ]")
    return rules


def wild_board(rng: Random) -> dict[str, Any]:
    wide, high = rng.randint(2, 4), rng.randint(2, 4)
    signs = [rng.choice("...##**OBD@") for _ in range(wide * high)]
    signs[rng.randrange(wide * high)] = "P"
    rows = ["".join(signs[begin : begin + wide]) for begin in range(0, wide * high, wide)]
    settings = [
        word
        for word in ("run_rules_on_level_start", "require_player_movement", "realtime_interval 1", "noaction")
        if rng.random() < 0.12
    ]
    game = source(wild_rules(rng), rng.sample(WINS, 1), rows)
    return {"family": "puzzlescript", "game": "\n".join([*settings, "", game]), "seed": "1"}


def plain_of(board: dict[str, Any]) -> Plain | None:
    """The plain interpreter of a game; None if it refuses the source."""
    try:
        return Plain(board)
    except Refused:
        return None


def puzzle_of(board: dict[str, Any]) -> PuzzleScript | None:
    """The level for Clew; None if it refuses the source."""
    try:
        return PuzzleScript(board["game"], seed=board["seed"])
    except BoardError:
        return None


def difference(board: dict[str, Any], rng: Random, walk: int) -> tuple[str, int]:
    """Where the two interpreters part on a walk, if they do; and how many moves were compared."""
    plain = plain_of(board)
    puzzle = puzzle_of(board)
    if plain is None or puzzle is None:
        who = "Clew" if puzzle is None else "the plain interpreter"
        return ("" if plain is None and puzzle is None else f"refused by {who} alone"), 1
    state, there = puzzle.initial(), plain.start
    compared = 1
    for _ in range(walk):
        if plain.read(state) != there:
            return f"{state} is not {plain.text(there)}", compared
        if puzzle.is_goal(state) != plain.is_goal(there):
            return f"{state}: a goal for one alone", compared
        if puzzle.is_goal(state):
            return "", compared  # the game is over
        moves = dict(plain.moves(there))
        try:
            steps = {str(move): after for move, after in puzzle.successors(state)}
        except PuzzleError:
            return "", compared
        compared += len(plain.keys())
        if sorted(steps) != sorted(moves):
            return f"{state}: moves {sorted(steps)}, not {sorted(moves)}", compared
        for name, after in steps.items():
            if plain.read(after) != moves[name]:
                return f"{state}: {name} leads to {after}, not {moves[name]}", compared
        if not steps:
            return "", compared
        name = rng.choice(sorted(steps))
        state, there = steps[name], moves[name]
    return "", compared
