"""Hints and distances: from what is known, or from a search so short that a page need not wait for it.

A search in the web process has a budget of about 20 ms. Its results are kept in memory, those of jobs in the
table of answers. If neither has the answer, the caller is told so and starts a job.
"""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.utils import timezone

from clew.errors import LimitReached
from clew.puzzles.base import ABOUT
from clew.search.hint import distance, hint
from clew.search.limits import Limits
from clew.search.solutions import solutions
from clew.search.solve import solve
from clew.version import version
from clew_studio.jobs.solver import hint_json, solution_json
from clew_studio.models import Answer

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

Json = dict[str, Any]

BUDGET_SECONDS = 0.02
BUDGET_MEMORY = 64 << 20
REMEMBERED_SECONDS = 24 * 3600
GIVEN_UP_SECONDS = 3600
"""A job that reached its limit may have had a busy machine to itself for a small part of its time only."""

LARGE = ("map",)
LARGE_KEPT = 4


def key_of(kind: str, puzzle: EnginePuzzle | Json, state: Any) -> str:
    """Return the key under which an answer about a position is kept; the puzzle may be given by its keys."""
    keys = puzzle if isinstance(puzzle, dict) else {"family": puzzle.family, **puzzle._own_keys()}
    own = {name: value for name, value in keys.items() if name not in ABOUT}
    return hashlib.sha256(f"{kind}\n{json.dumps(own, sort_keys=True)}\n{state}".encode()).hexdigest()


def known(kind: str, puzzle: EnginePuzzle, state: Any) -> Json | None:
    """Return an earlier answer about a position, or None."""
    key = key_of(kind, puzzle, state)
    if kind in LARGE:
        return _large(key) if Answer.objects.filter(key=key).exists() else None
    answer: Json | None = cache.get(key)
    if answer is None:
        row = Answer.objects.filter(key=key).first()
        if row is not None:
            answer = row.answer
            cache.set(key, answer, REMEMBERED_SECONDS)
    return answer


@lru_cache(LARGE_KEPT)
def _large(key: str) -> Json:
    """Return an answer of several megabytes; only a few of these are kept in memory."""
    found: Json = Answer.objects.get(key=key).answer
    return found


def keep(kind: str, puzzle: EnginePuzzle | Json, state: Any, answer: Json) -> None:
    """Store the result of a job permanently."""
    Answer.objects.update_or_create(key=key_of(kind, puzzle, state), defaults={"answer": answer})


def give_up(
    kind: str,
    puzzle: EnginePuzzle | Json,
    state: Any,
    limit: str,
    bounds: tuple[float, int],
    part: Json | None = None,
) -> None:
    """Record that a job with these bounds (seconds, MiB) reached a limit, so that nobody repeats it. `part`
    is what it had found by then, if that is worth showing.
    """
    seconds, memory_mb = bounds
    tried = {"limit": limit, "seconds": seconds, "memory_mb": memory_mb, "build": version(), "part": part}
    key = key_of(_given_up(kind), puzzle, state)
    Answer.objects.update_or_create(key=key, defaults={"answer": tried, "created": timezone.now()})


def given_up(kind: str, puzzle: EnginePuzzle, state: Any, bounds: tuple[float, int]) -> Json | None:
    """Return the result of a job that reached a limit with these bounds or wider ones; None if trying again
    may find more: another version of Clew may be faster, and so may this machine an hour later.
    """
    row = Answer.objects.filter(key=key_of(_given_up(kind), puzzle, state)).first()
    if row is None or row.answer["build"] != version():
        return None
    if row.created < timezone.now() - timedelta(seconds=GIVEN_UP_SECONDS):
        return None
    seconds, memory_mb = bounds
    tried: Json = row.answer
    return tried if tried["seconds"] >= seconds and tried["memory_mb"] >= memory_mb else None


def _given_up(kind: str) -> str:
    return f"{kind} given up"


def quick_hint(puzzle: EnginePuzzle, state: Any) -> Json | None:
    """Return each legal move of a position with the distance after it; None if that takes longer."""
    return _remembered("hint", puzzle, state, _search_hint)


def quick_distance(puzzle: EnginePuzzle, state: Any) -> Json | None:
    """Return ``{"distance": ...}`` (None: no goal can be reached); None if that takes longer."""
    key = key_of("distance", puzzle, state)
    found: Json | None = cache.get(key)
    if found is None:
        measured = known("hint", puzzle, state)
        found = _search_distance(puzzle, state) if measured is None else {"distance": measured["distance"]}
        if found is not None:
            cache.set(key, found, REMEMBERED_SECONDS)
    return found


def quick_count(puzzle: EnginePuzzle, seconds: float = BUDGET_SECONDS) -> Json | None:
    """Return the fewest moves, the number of optimal solutions and, if there is time left, how many of them
    are essentially different; None if that takes longer.
    """
    return _remembered("count", puzzle, puzzle.initial(), partial(_search_count, seconds=seconds))


def quick_solution(puzzle: EnginePuzzle, state: Any) -> Json | None:
    """Return the fewest moves from a position, with a solution; None if that takes longer."""
    return _remembered("solution", puzzle, state, _search_solution)


def _remembered(kind: str, puzzle: EnginePuzzle, state: Any, search: Any) -> Json | None:
    answer = known(kind, puzzle, state)
    if answer is None:
        answer = search(puzzle, state)
        if answer is not None:
            cache.set(key_of(kind, puzzle, state), answer, REMEMBERED_SECONDS)
    return answer


def _budget(seconds: float = BUDGET_SECONDS) -> Limits:
    return Limits(seconds=seconds, memory=BUDGET_MEMORY)


def _search_hint(puzzle: EnginePuzzle, state: Any) -> Json | None:
    found = hint(puzzle, state, limits=_budget(), threads=1)
    return None if found.status == "limit" else hint_json(found)


def _search_distance(puzzle: EnginePuzzle, state: Any) -> Json | None:
    try:
        return {"distance": distance(puzzle, state, limits=_budget(), threads=1)}
    except LimitReached:
        return None


def _search_solution(puzzle: EnginePuzzle, state: Any) -> Json | None:
    here = puzzle if state == puzzle.initial() else puzzle.at(state)
    found = solve(here, limits=_budget(), threads=1)
    return None if found.status == "limit" else solution_json(found)


def _search_count(puzzle: EnginePuzzle, state: Any, seconds: float) -> Json | None:
    found = solutions(puzzle, limits=_budget(seconds), threads=1)
    if found.status == "limit":
        return None
    count = found.count
    if count is None:
        return None
    return {"length": found.length, "count": str(count), "essential": found.essential}
