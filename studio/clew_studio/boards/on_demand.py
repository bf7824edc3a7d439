"""Boards on demand: one that the generator makes for a player, kept as a draft with its proved par."""

from __future__ import annotations

import secrets
from functools import cache
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext

from clew.generation.generate import maker_of
from clew.puzzles.families import declared, having
from clew_studio.boards import publishing
from clew_studio.models import Board, Job
from clew_studio.puzzles.reading import read_puzzle

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle
    from clew_studio.models import Player


Json = dict[str, Any]

KIND = "another"
"""The kind of the jobs that make such boards."""

TAG = "on demand"
AUTHOR = "Clew"

DIFFICULTIES = ("easy", "medium", "hard")
"""The difficulties that the generator reaches within seconds; a hard board of Sokoban takes it a minute."""


@cache
def families() -> tuple[str, ...]:
    """Return the families for which the generator needs nothing but a par."""
    return tuple(name for name in having("maker") if not maker_of(name).of_games)


def sample_of(family: str) -> EnginePuzzle:
    """Return the sample board of a family, which stands for it in a job."""
    return read_puzzle(declared(family).sample[0])


def task_of(player: Player, family: str, difficulty: str, seed: int | None) -> Json:
    """Return what a job needs to make a board. Without a seed, each job makes another one."""
    least, most = pars(family, difficulty)
    return {
        "wishes": {"family": family, "par": [least, most]},
        "count": 1,
        "seed": seed,
        "title": _title(player),
    }


def pars(family: str, difficulty: str) -> tuple[int, int]:
    """Return the fewest and the most moves of a board of this difficulty; trivial boards are left out."""
    steps = declared(family).steps
    at = DIFFICULTIES.index(difficulty)
    return (steps[at - 1] + 1 if at else (steps[0] + 1) // 2), steps[at]


def any_family() -> str:
    """Return a family at random."""
    return secrets.choice(families())


def _title(player: Player) -> str:
    number = Board.objects.filter(owner=player, tags=TAG).count() + 1
    return gettext("Made to order, {number}").format(number=number)


def keep(job: Job) -> None:
    """Store the board that a job has made, as a draft of its player; the job then refers to it."""
    made = job.result["boards"][0]
    puzzle = read_puzzle(made["puzzle"])
    board = publishing.save(
        Board(owner=job.player), puzzle, {"title": job.task["title"], "author": AUTHOR}, [TAG]
    )
    board.par, board.proved = made["par"], True
    board.difficulty = publishing.difficulty_of(board.family, made["par"])
    board.save(update_fields=["par", "proved", "difficulty"])
    Job.objects.filter(pk=job.pk).update(board=board)


EASIER, HARDER = 2, 4
"""How many moves fewer or more than the given board a new one may need."""


def wishes(puzzle: EnginePuzzle, par: int | None) -> Json:
    """Return the arguments for `clew.generate`. Raises `ClewError` if it cannot make such boards."""
    wanted: Json = {"family": puzzle.family, "par": None}
    if par is not None:
        wanted["par"] = [max(1, par - EASIER), par + HARDER]
    return {**wanted, **puzzle._like()}
