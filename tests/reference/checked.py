"""The reference's rules as `clew-check --rules` asks for them: for families that it does not know itself.

clew-check FILE --rules tests.reference.checked:PuzzleScript
"""

from __future__ import annotations

from typing import Any, Self

from tests.families import null, sokoban
from tests.reference import puzzlescript
from tests.reference.rules import Rules


class Reference:
    """A state is its text."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @classmethod
    def of_proof(cls, puzzle: dict[str, Any]) -> Self:
        return cls(puzzlescript.PuzzleScript(puzzle))

    def initial(self) -> str:
        return self.rules.text(self.rules.start)

    def moves(self, state: str) -> list[str]:
        return [name for name, _ in self.rules.moves(self.rules.read(state))]

    def apply(self, state: str, move: str) -> str:
        return self.rules.text(self.rules.after(self.rules.read(state), move))

    def is_goal(self, state: str) -> bool:
        return self.rules.is_goal(self.rules.read(state))


class PuzzleScript(Reference):
    """A level of a game, by the reference's own reader and player."""


class Sokoban(Reference):
    """A level, by steps or by pushes."""

    @classmethod
    def of_proof(cls, puzzle: dict[str, Any]) -> Self:
        return cls(sokoban.rules()(puzzle))

    def canonical(self, state: str) -> str:
        same: Any = self.rules.identity(self.rules.read(state))
        player, boxes = same
        return self.rules.text((player, *boxes))


class Null(Reference):
    """The counter."""

    @classmethod
    def of_proof(cls, puzzle: dict[str, Any]) -> Self:
        return cls(null.rules()(puzzle))
