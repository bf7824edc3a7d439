"""How a ricochet board is written."""

BLOCK, EMPTY = "#", "."

TURNS = ("", "left", "right", "up", "down", "turned")
"""What a tile that must turn did so far, by the engine's number: nothing, slides in one direction, a turn."""

MARK = "@"
"""Stands between a position and what its target did so far: ``R../...@left``."""


def letters_of(state: object) -> str:
    """The signs of all cells of a state, in one string."""
    return str(state).partition(MARK)[0].replace("/", "")


def turn_of(state: object) -> int:
    """The number for what the target did so far; 0 also if no tile must turn."""
    return TURNS.index(str(state).partition(MARK)[2])


def with_turn(grid: str, turn: int) -> str:
    """The state with that grid, and with that number for what the target did so far."""
    return f"{grid}{MARK}{TURNS[turn]}" if turn else grid
