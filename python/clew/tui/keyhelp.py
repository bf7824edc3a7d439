"""What the keys do, in words: the line at the foot of the screen and the page of `?`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.puzzles.families import NAMES, declared

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle
    from clew.tui.signs import Signs

OF_CUSTOM = "its name, as it is listed"
"""What you type as a move of a puzzle that belongs to no family."""


def foot(mode: str, signs: Signs, levels: bool, width: int) -> str:
    """One line: the keys that matter now, as many as there is room for, but always the last ones."""
    keys, last = signs.keys, ["? keys", "q leave"]
    edit = ["u undo", "r redo", "h hint", "s solution"]
    lines = {
        "choose": [f"{keys} choose", "Enter take", *edit],
        "held": [f"{keys} where to", "Enter play", "Esc put down", ": type a move"],
        "at once": [f"{keys} move", "Esc put down", *edit],
        "forced": [f"{keys} where to", "Enter play", *edit],
        "counter": [f"{keys} move", *edit],
        "typing": ["Enter play", "Esc give up"],
        "solution": [f"{keys} step by step", "Esc back to your game"],
        "review": [f"{keys} move by move", "Enter play on from here", "Esc back"],
        "solved": [*["n next board"] * levels, "v look back", "u undo", "b begin again"],
        "help": ["Esc back"],
    }
    words = lines[mode]
    last = [] if mode in ("typing", "solution", "review", "help") else last
    while len(words) > 1 and len("  ".join([*words, *last])) > width:
        words = words[:-1]
    return "  ".join([*words, *last])


def page(puzzle: EnginePuzzle, signs: Signs) -> list[tuple[str, str]]:
    """All keys and what they do, in order."""
    return [
        (signs.keys, "choose a piece, then where it goes"),
        ("Tab", "the next piece that can move"),
        ("Enter, Space", "take the piece; play the move"),
        ("mouse", "click a piece and where it goes, or drag it"),
        (":", f"type a move: {_example(puzzle.family)}"),
        ("", "(or simply begin with a digit or a capital letter)"),
        ("u r b", "undo, redo, begin again"),
        ("h", "hint: which piece; again: where to; again: the move"),
        ("m", "play the best move"),
        ("d", "show how many moves are needed from here"),
        ("s", "show a shortest solution from here, step by step"),
        ("v", "look back: what each move lost; Enter plays on from there"),
        ("n p", "next and previous board of a set"),
        ("q, Ctrl-C", "leave; the game is saved, and continues next time"),
    ]


def _example(family: str) -> str:
    return declared(family).example if family in NAMES else OF_CUSTOM
