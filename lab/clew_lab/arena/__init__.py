"""Agents on boards with exact values: how many they solve, in how many moves, and what each move cost.

`run` lets agents play: baselines, Python callables, programs that speak lines of JSON (`Program`), and
answers that were written down (`Transcripts`). The result has the measures that `clew_lab.study` has for
people.

Needs numpy and scipy: the extra `study`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING
from warnings import warn

from clew.optional import needed

if TYPE_CHECKING:
    from clew_lab.arena.agents import Agent, AgentFailed, Question
    from clew_lab.arena.boards import boards_of
    from clew_lab.arena.contest import run
    from clew_lab.arena.games import Answer, Game
    from clew_lab.arena.program import Program
    from clew_lab.arena.results import Arena, Share, Standing
    from clew_lab.arena.transcripts import Transcripts, prompt

_HOMES = {
    "Agent": "agents",
    "AgentFailed": "agents",
    "Answer": "games",
    "Arena": "results",
    "Game": "games",
    "Program": "program",
    "Question": "agents",
    "Share": "results",
    "Standing": "results",
    "Transcripts": "transcripts",
    "boards_of": "boards",
    "prompt": "transcripts",
    "run": "contest",
}

__all__ = [
    "Agent",
    "AgentFailed",
    "Answer",
    "Arena",
    "Game",
    "Program",
    "Question",
    "Share",
    "Standing",
    "Transcripts",
    "boards_of",
    "prompt",
    "run",
]


def __getattr__(name: str) -> object:
    if name == "Position":
        warn("clew_lab.arena.Position is now Question", DeprecationWarning, stacklevel=2)
        name = "Question"
    if name not in _HOMES:
        raise AttributeError(f"module 'clew_lab.arena' has no attribute {name!r}")

    for module in ("numpy", "scipy"):
        needed(module, "an arena", "study")
    value: object = getattr(import_module(f"clew_lab.arena.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
