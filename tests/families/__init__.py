"""What the tests know of a family: its rule once more, boards of it, games played on it.

A module of the family's name below this package has any of the functions below, and the tables of the tests
pick them up, so that a new family adds one module and no line elsewhere. The four older families have their
data in those tables. What a module needs of other tests it imports inside its functions, since those tests
import it in turn.

    rules()            the rule in plain Python, a subclass of `tests.reference.rules.Rules`
    random_board(rng)  the keys of a small random board
    most_states()      the most states of a random board whose plain rule is too slow for more
    puzzles()          a strategy of hypothesis for puzzles over all options
    games()            `tests.tui.games.Played`: small boards with three ways to their end
    drawn()            compact forms by the names of golden pictures
    no_states()        a compact form, and texts that are no states of it
    signs(state)       what the terminal must show of a state
    piece(move)        the piece that a move takes, where pieces do not look alike
    moved(rules, state, move)  the cells that a move's pieces leave and reach, where it takes several
    largest()          the compact form of the largest board
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any


def of_families(kind: str) -> dict[str, Any]:
    """The function of that name of each family that has one, by family."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py") if path.stem[:5] != "test_")
    modules = {name: import_module(f"{__name__}.{name}") for name in names}
    return {name: getattr(module, kind) for name, module in modules.items() if hasattr(module, kind)}
