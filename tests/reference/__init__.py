"""Plain, slow, independent truth: the rules as `boards.md` words them, and searches that hide nothing.

`rules_of(board)` takes the keys of a board file as a plain dict. Nothing here imports the package
under test, and nothing here is fast: a reader should be able to check it against the page in one sitting.
"""

from typing import Any

from tests.families import of_families

from .blocks import Blocks
from .coroutine import Coroutine
from .pebbles import Pebbles
from .ricochet import Ricochet
from .rules import Rules

__all__ = ["FAMILIES", "Rules", "rules_of"]

FAMILIES: dict[str, type[Rules]] = {
    "pebbles": Pebbles,
    "blocks": Blocks,
    "ricochet": Ricochet,
    "coroutine": Coroutine,
    **{name: rules() for name, rules in of_families("rules").items()},
}


def rules_of(board: dict[str, Any]) -> Rules:
    """The rules of a board given as the keys of its TOML file."""
    return FAMILIES[board["family"]](board)
