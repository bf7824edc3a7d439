"""`Program`: a program in any language as an agent, which reads and writes lines of JSON."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.optional import not_on_windows
from clew_lab.arena.agents import Agent, AgentFailed
from clew_lab.arena.child import Child, Ended, TooLate

if TYPE_CHECKING:
    from clew_lab.arena.agents import Question

SECONDS = 10.0
"""The time for an answer, unless told otherwise."""

LONGEST = 1_000_000
"""The most bytes of an answer; the rest of a longer line is dropped, and what is left is not JSON."""


class Program(Agent):
    """Runs a command, writes a line of JSON about each position to it and reads a line with its answer.

    A position has the keys `board`, `family`, `puzzle`, `state`, `text`, `moves`, `made` and `error`; an
    answer is an object with `move` (one or several moves as text), or with `give_up` true. After `seconds`
    without an answer the program is killed, and started again for the next game.
    """

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise ClewError(f"{command}: is not a command: {error}") from error
        if not self.words:
            raise ClewError("a program needs a command, such as 'python agent.py'")
        self.seconds = seconds
        self._child: Child | None = None
        self._started = False

    def begin(self, position: Question) -> None:
        if self._child is None or not self._child.is_running():
            self.close()
            self._start()

    def answer(self, position: Question) -> str | None:
        told: dict[str, Any] = {
            "board": position.board,
            "family": position.puzzle.family,
            "puzzle": str(position.puzzle),
            "state": position.state,
            "text": str(position),
            "moves": position.moves,
            "made": position.made,
            "error": position.error,
        }
        assert self._child is not None
        try:
            return _moves(
                self._child.ask(json.dumps(told, default=str).encode() + b"\n", self.seconds, LONGEST)
            )
        except TooLate:
            self.close()
            raise AgentFailed("timeout", f"gave no answer within {self.seconds:g} s") from None
        except Ended:
            self.close()
            raise AgentFailed("crashed", "ended without an answer") from None

    def close(self) -> None:
        """Ends the program, and what it has started."""
        child, self._child = self._child, None
        if child is not None:
            child.end()

    def _start(self) -> None:
        not_on_windows("a program as an agent")
        try:
            self._child = Child(self.words)
        except OSError as error:
            reason = f"{self.words[0]} cannot be started: {error.strerror}"
            if self._started:
                raise AgentFailed("crashed", reason) from error
            raise ClewError(reason) from error
        self._started = True


def _moves(line: bytes) -> str | None:
    """The moves in an answer; the text itself where it is none, so that it is counted as malformed."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return repr(line[:80])
    if isinstance(found, dict) and found.get("give_up") is True:
        return None
    if isinstance(found, dict) and isinstance(found.get("move"), str):
        return str(found["move"])
    return repr(line[:80])
