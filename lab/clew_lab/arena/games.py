"""One agent on one board: its answers are played, and what is wrong with them is counted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from clew.errors import IllegalMove
from clew.puzzles.position import Move
from clew_lab.arena.agents import AgentFailed, Question

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle
    from clew_lab.arena.agents import Agent
    from clew_lab.study import levels

PATIENCE = 5
"""Wrong answers in a row after which a game ends."""

SHOWN = 200
"""Characters of a wrong answer that are kept."""

ENDS = ("solved", "moves", "answers", "gave up", "stuck", "timeout", "crashed")
"""How a game can end: solved; at its limit of moves; after `PATIENCE` wrong answers in a row; given up; where
there is no legal move; without an answer in time; because the agent failed."""


class Answer(NamedTuple):
    """One move that was answered: its text, and whether it was legal, illegal or malformed."""

    text: str
    kind: str


class Game(NamedTuple):
    """A game: the `answers` in order, how it `ended` (see `ENDS`), and a `note` on why, for failures."""

    agent: str
    board: str
    answers: list[Answer]
    ended: str
    note: str = ""

    def count(self, kind: str) -> int:
        """The number of answers of that kind."""
        return sum(answer.kind == kind for answer in self.answers)


def play(name: str, agent: Agent, level: levels.Level, most: int) -> Game:
    """Lets an agent play a board until it is solved or the game ends otherwise; never raises for what the
    agent does, except `ClewError` for a program that cannot be started."""
    game = _Game(level.puzzle)
    position = game.position(level.name)
    ended, note = "", ""
    began = False
    while not ended:
        ended = game.over(most)
        if ended:
            break
        position = game.position(level.name)
        try:
            if not began:
                agent.begin(position)
                began = True
            answer = agent.answer(position)
        except AgentFailed as failed:
            ended, note = failed.ended, str(failed)
        except (Exception, SystemExit) as error:
            if not began:
                raise
            ended, note = "crashed", _described(error)
        else:
            ended = "gave up" if answer is None else game.hear(answer, most)
    return Game(name, level.name, game.answers, ended, note)


class _Game:
    """The position of a game, and what was answered so far."""

    def __init__(self, puzzle: EnginePuzzle) -> None:
        self.puzzle = puzzle
        self.state = puzzle.initial()
        self.answers: list[Answer] = []
        self.made = 0
        self.wrong = 0
        self.error: str | None = None

    def position(self, board: str) -> Question:
        moves = [step.name for step in self.puzzle.moves(self.state)]
        return Question(board, self.puzzle, self.state, moves, self.made, self.error)

    def over(self, most: int) -> str:
        """How the game has ended; "" while it has not."""
        if self.puzzle.is_goal(self.state):
            return "solved"
        if self.made >= most:
            return "moves"
        if self.wrong >= PATIENCE:
            return "answers"
        return "" if self.puzzle.moves(self.state) else "stuck"

    def hear(self, answer: object, most: int) -> str:
        """Plays the moves of an answer up to the first wrong one; how the game has ended, or ""."""
        self.error = None
        names = self.puzzle._split_moves(str(answer)) if isinstance(answer, str | Move) else []
        if not names:
            text = answer if isinstance(answer, str) else f"an object of type {type(answer).__name__}"
            self._refuse(text, "malformed", "the answer has no move in it")
        for name in names:
            try:
                step = self.puzzle._find(self.state, name)
            except IllegalMove as error:
                legal = [found.name for found in self.puzzle.moves(self.state)]
                kind = "illegal" if shape(name) in map(shape, legal) else "malformed"
                self._refuse(name, kind, str(error))
                break
            self.answers.append(Answer(step.name, "legal"))
            self.state = step.after
            self.made += 1
            self.wrong = 0
            if self.over(most):
                break
        return self.over(most)

    def _refuse(self, text: str, kind: str, error: str) -> None:
        self.answers.append(Answer(text[:SHOWN], kind))
        self.error = error[: 5 * SHOWN]
        self.wrong += 1


def _described(error: BaseException) -> str:
    """What an agent raised, in one line; even `str` of the exception may fail."""
    try:
        text = str(error)
    except Exception:
        text = "without a text"
    return f"{type(error).__name__}: {text}"[:SHOWN]


def shape(name: str) -> str:
    """The form of a move's name: that of "AR12" and of "BU3" is the same."""
    return re.sub(r"[0-9]+", "0", re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", name)))
