"""Where games are saved: one file per board, replaced after every move, so that no crash loses a game."""

from __future__ import annotations

import os
from hashlib import sha256
from typing import TYPE_CHECKING

from clew.errors import BoardError, ClewError, IllegalMove
from clew.play.game import FORMAT, Game
from clew.replacement import Replacement

if TYPE_CHECKING:
    from clew.play.game import Game
    from clew.puzzles.base import EnginePuzzle


def default_folder() -> str:
    """`clew/play` under the user's data folder (XDG_DATA_HOME; https://specifications.freedesktop.org)."""
    home = os.environ.get("XDG_DATA_HOME", "")
    if not os.path.isabs(home):
        home = os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.join(home, "clew", "play")


def default_path(puzzle: EnginePuzzle) -> str:
    """The file of a board's game; boards with the same compact form share it."""
    name = sha256(puzzle._identity().encode()).hexdigest()[:20]
    return os.path.join(default_folder(), f"{puzzle.family}-{name}.json")


class Save:
    """The file of one game."""

    def __init__(self, path: str) -> None:
        self.path = path

    def write(self, game: Game) -> None:
        """Replaces the file by the game as it is now, atomically. Raises `OSError`."""
        folder = os.path.dirname(os.path.abspath(self.path))
        os.makedirs(folder, exist_ok=True)
        with Replacement(self.path) as new, open(new.path, "w", encoding="utf-8") as file:
            file.write(game.save() + "\n")

    def read(self, puzzle: EnginePuzzle) -> Game | None:
        """The saved game; None if there is none.

        The puzzle given replaces the one in the file, so that its title and par are kept. Raises `ClewError`
        if the file does not contain a game, or contains one of another board.
        """
        try:
            with open(self.path, encoding="utf-8") as file:
                text = file.read()
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise ClewError(f"{self.path} cannot be read as a saved game: {error}") from error
        try:
            game = Game.load(text, puzzle=puzzle if puzzle.family == "custom" else None)
        except (BoardError, IllegalMove) as error:
            raise ClewError(
                f"{self.path}: {error} (begin a new game with --new, or keep it in another file with --save)"
            ) from error
        if game.puzzle != puzzle:
            raise ClewError(
                f"{self.path} is a game of another board, {game.puzzle}; name another file with --save"
            )
        game.puzzle = puzzle
        return game

    def check(self, puzzle: EnginePuzzle) -> None:
        """Raises `ClewError` if a new game would overwrite something other than a game of this board."""
        try:
            self.read(puzzle)
        except ClewError as error:
            if "another board" in str(error) or not _is_game(self.path):
                raise


def _is_game(path: str) -> bool:
    try:
        with open(path, encoding="utf-8") as file:
            return FORMAT in file.read(1000)
    except (OSError, UnicodeDecodeError):
        return False
