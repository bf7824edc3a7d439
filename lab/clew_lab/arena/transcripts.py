"""`Transcripts`: recorded answers, such as those of a language model."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from clew.errors import ClewError
from clew.puzzles.families import declared
from clew_lab.arena.agents import Agent

if TYPE_CHECKING:
    from os import PathLike

    from clew.puzzles.base import EnginePuzzle
    from clew_lab.arena.agents import Question

LABEL = "moves:"


class Transcripts(Agent):
    """A file with a line of JSON for each board: `board`, its name, and `answer`, a text.

    The moves are what follows the last "Moves:" in the text, or its last line. A board without an answer is
    given up. Raises `ClewError` for a line that is something else or names a board twice, `OSError` if the
    file cannot be read.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.answers: dict[str, str] = {}
        with open(path, encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    board, answer = _read(line, f"{os.fspath(path)}, line {number}")
                    if board in self.answers:
                        raise ClewError(f"{os.fspath(path)}, line {number}: a second answer for {board!r}")
                    self.answers[board] = answer

    def answer(self, position: Question) -> str | None:
        if position.made or position.error:
            return None
        text = self.answers.get(position.board)
        return None if text is None else moves_in(text)


def _read(line: str, where: str) -> tuple[str, str]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ClewError(f"{where}: is not JSON: {error}") from error
    if not isinstance(found, dict) or not all(isinstance(found.get(key), str) for key in ("board", "answer")):
        raise ClewError(f'{where}: expected {{"board": NAME, "answer": TEXT}}')
    return found["board"], found["answer"]


def moves_in(text: str) -> str:
    """The moves in a text: what follows its last "Moves:", up to an empty line, else its last line."""
    at = text.lower().rfind(LABEL)
    if at >= 0:
        found = text[at + len(LABEL) :].strip().partition("\n\n")[0]
    else:
        found = next((line for line in reversed(text.splitlines()) if line.strip()), "")
    return found.replace("`", " ").replace("*", " ").strip()


def prompt(name: str, puzzle: EnginePuzzle) -> str:
    """The question about a board in words, for agents that answer with text."""
    family = declared(puzzle.family)
    state = puzzle.initial()
    notes = "".join(f"{key} = {value}\n" for key, value in puzzle._own_keys().items())
    return (
        f"Solve this puzzle in as few moves as you can.\n\n"
        f"The rule of {puzzle.family}: {family.rule}\n\n"
        f"Board {name}:\n{notes}\nPosition:\n{puzzle.draw(state)}\n\n"
        f"A move is written like this: {family.example}\n"
        f"Legal moves now: {puzzle._join_moves([step.name for step in puzzle.moves(state)])}\n\n"
        f'End your answer with one line that begins with "Moves:" and has all moves, separated by spaces.'
    )
