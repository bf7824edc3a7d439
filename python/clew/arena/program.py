"""`Program`: a program in any language as an agent, which reads and writes lines of JSON."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Any

from clew.arena.agents import Agent, AgentFailed
from clew.errors import ClewError
from clew.optional import not_on_windows

if TYPE_CHECKING:
    from clew.arena.agents import Position

SECONDS = 10.0
"""The time for an answer, unless told otherwise."""

LONGEST = 1_000_000
"""Bytes of an answer; a longer line is cut, and then is no JSON."""


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
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: Queue[bytes] = Queue()

    def begin(self, position: Position) -> None:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._start()

    def answer(self, position: Position) -> str | None:
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
        process = self._process
        assert process is not None and process.stdin is not None
        try:
            process.stdin.write(json.dumps(told).encode() + b"\n")
            process.stdin.flush()
            line = self._answers.get(timeout=self.seconds)
        except OSError:
            line = b""
        except Empty:
            self.close()
            raise AgentFailed("timeout", f"gave no answer within {self.seconds:g} s") from None
        if not line:
            self.close()
            raise AgentFailed("crashed", "ended without an answer")
        return _moves(line)

    def close(self) -> None:
        """Ends the program, and what it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def _start(self) -> None:
        not_on_windows("a program as an agent")
        try:
            process = subprocess.Popen(
                self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise ClewError(f"{self.words[0]} cannot be started: {error.strerror}") from error
        answers: Queue[bytes] = Queue()
        stdout = process.stdout
        assert stdout is not None

        def listen() -> None:
            try:
                while line := stdout.readline(LONGEST):
                    answers.put(line)
            except (OSError, ValueError):
                pass  # the pipe was closed
            answers.put(b"")

        self._process, self._answers = process, answers
        Thread(target=listen, name="answers", daemon=True).start()


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
