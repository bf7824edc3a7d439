"""The exceptions that Clew raises on purpose: one class hierarchy, so a caller can catch all or one kind."""

from __future__ import annotations

_PREDICATES = ("is ", "has ", "contains ", "must ", "names ", "puts ", "asks ")
"""How a message begins whose subject is its place: "`par` is -1; it must be ..."."""


class ClewError(Exception):
    """The base class of every exception that Clew raises on purpose."""


class ReadingWarning(UserWarning):
    """The category of the warnings about boards that can be read in two ways: which was taken, and how to
    say the other.
    """


class BoardError(ClewError):
    """A board that cannot be read, or that breaks the rules of its family.

    `str(error)` is one sentence or two: what is wrong and what would be right. `key` names the TOML key
    (``"board"``, ``"goal"``), `row` and `column` the place inside a grid (counted from 1), `file` and `line`
    the place in a file, with a `column` of that line if there is no key; each is None where it does not
    apply.
    """

    def __init__(
        self,
        message: str,
        *,
        key: str | None = None,
        row: int | None = None,
        column: int | None = None,
        file: str | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.key = key
        self.row = row
        self.column = column
        self.file = file
        self.line = line

    @property
    def _is_in_text(self) -> bool:
        """Whether `column` is that of a line of a file, and not one inside a grid."""
        return self.line is not None and self.column is not None and self.row is None and self.key is None

    def __str__(self) -> str:
        if self._is_in_text and self.file is not None:
            assert self.line is not None and self.column is not None
            return f"{place_of(self.file, self.line, self.column)}: {self.message}"
        place = [
            "standard input" if self.file == "-" else self.file or "",
            f"line {self.line}{f':{self.column}' if self._is_in_text else ''}" if self.line else "",
        ]
        continues = self.message.startswith(_PREDICATES)
        # "wall 2: there is no cell" says which wall it is; "row 2" before it would say it twice.
        second = "" if continues else self.message.partition(" ")[2].partition(" ")[0].rstrip(":")
        counted = second.isdigit() and int(second) in (self.row, self.column)
        inside = [f"`{self.key}`" if self.key else ""]
        if not counted:
            inside.append(f"row {self.row}" if self.row else "")
            inside.append(f"column {self.column}" if self.column and not self._is_in_text else "")
        head = ", ".join(part for part in place if part)
        where = ", ".join(part for part in inside if part)
        whole = ": ".join(part for part in (head, where) if part)
        if not whole:
            return self.message
        if continues:
            return f"{whole} {self.message}"
        return f"{whole}, {self.message}" if counted else f"{whole}: {self.message}"


def place_of(file: str, line: int, column: int) -> str:
    """A place in a file, as compilers write it and editors and terminals understand it."""
    return f"{'standard input' if file == '-' else file}:{line}:{column}"


class PuzzleError(ClewError):
    """A puzzle written by a user breaks the contract of `clew.Puzzle`. The message says which rule, where,
    and what would be right.

    `state` and `move` are where the breach shows, `path` the names of the moves from the start to that state,
    `rule` the broken rule; each is None where it does not apply or is unknown.
    """

    def __init__(self, message: str, state: object = None, move: object = None) -> None:
        super().__init__(message)
        self.state = state
        self.move = move
        self.rule: str | None = None
        self.path: list[str] | None = None


class IllegalMove(ClewError):
    """A move that is not legal in this state.

    `move` is its text, `index` its position in a sequence (from 0; None for a single move), `reason` says
    why, `legal` lists the legal moves.
    """

    def __init__(self, move: str, reason: str, legal: list[str], index: int | None = None) -> None:
        self.move = move
        self.reason = reason
        self.legal = legal
        self.index = index
        nth = "" if index is None else f" (move {index + 1})"
        near = f"; the closest are {' and '.join(_closest(move, legal))}" if len(legal) > 2 else ""
        shown = " ".join(legal[:40]) + (" ..." if len(legal) > 40 else "") if legal else "none"
        super().__init__(f"{move}{nth} is not legal here: {reason}. Legal moves: {shown}{near}")

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str, list[str], int | None]]:
        return type(self), (self.move, self.reason, self.legal, self.index)


def _closest(move: str, legal: list[str]) -> list[str]:
    """The two legal moves that are written most like a text."""
    from difflib import SequenceMatcher  # takes 5 ms to import

    like = SequenceMatcher(b=move[:40])

    def unlike(name: str) -> float:
        like.set_seq1(name[:40])
        return -like.ratio()

    return sorted(legal[:200], key=unlike)[:2]


class WorldError(ClewError):
    """A world that cannot continue: a missing script or element, or a replay that took a different course."""


class LimitReached(ClewError):
    """A limit was reached before the answer was known. Raised only by calls that return a bare value."""
