"""Moves that are checked before a game is changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import IllegalMove
from clew.search.verify import verify
from clew_studio.games import assistance
from clew_studio.puzzles.reading import board_view

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move
    from clew.search.verify import Verdict
    from clew_studio.models import Game

Json = dict[str, Any]

MOST_MOVES = 5_000


class Ahead:
    """Checks moves before the game is locked, since that can take long and others must be able to write.

    On a board with many pieces, 200 moves take half a second, and the replay of a long game takes long too.
    `passed`: the positions of a win, as the keys under which `assistance` records help.
    """

    def __init__(self, game: Game, moves: list[str]) -> None:
        self.before = game.moves
        self.found: list[tuple[Move, Json]] = []
        self.verdict: Verdict | None = None
        self.passed: set[str] = set()
        self._illegal: IllegalMove | None = None
        self._look(game, moves)

    def at(self, index: int) -> tuple[Move, Json]:
        """A move, with its piece and cells as `moved` returns them. Raises `IllegalMove`."""
        if index >= len(self.found) and self._illegal is not None:
            raise self._illegal
        return self.found[index]

    def _look(self, game: Game, moves: list[str]) -> None:
        puzzle, state = game.read(), game.state
        for index, name in enumerate(moves[: MOST_MOVES - game.cursor]):
            try:
                step = puzzle._find(state, name, index)
            except IllegalMove as error:
                self._illegal = error
                return
            self.found.append((step, moved(puzzle, step)))
            state = step.after
            if puzzle.is_goal(state):
                self.verdict = verify(puzzle, [*self.before, *(step.name for step, _ in self.found)])
                states = [after for _, _, after in game.steps[: game.cursor]]
                self.passed = assistance.passed(game, [*states, *(step.after for step, _ in self.found)])
                return


def moved(puzzle: EnginePuzzle, step: Move) -> Json:
    """Return which piece a move takes and where, as names of cells; None for what the move does not have."""
    drawn = board_view(puzzle)
    move = drawn.move(step)
    origin, target = (None if cell is None else drawn.names[cell] for cell in (move["from"], move["to"]))
    return {"piece": move["piece"], "origin": origin, "target": target}
