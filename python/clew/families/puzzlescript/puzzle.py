"""PuzzleScript: a level of a game is a board; a move is a key.

A state is a word for each row of the level, each cell a sign of the game's legend, or its objects by name in
braces (the background may be left out; `{player+no+background}` has none); behind them `won` where a turn has
won a level that begins with its win conditions met, or that a rule can win. The moves are `up`, `left`,
`down`, `right`, `action`, and `tick` in games with a clock.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, Unpack

from clew.errors import BoardError, IllegalMove
from clew.families.puzzlescript.cells import Cells
from clew.families.puzzlescript.escape import escaped, unescaped
from clew.families.puzzlescript.events import Events, asks_of, said, split
from clew.families.puzzlescript.keys import KEYS
from clew.families.puzzlescript.program import program, rules_of
from clew.families.puzzlescript.reader import Level, Message, plain, read
from clew.families.puzzlescript.reader.compile import engine_words
from clew.puzzles.base import EnginePuzzle, set_option, unknown_option
from clew.puzzles.fields import integer, shown, string
from clew.puzzles.notations import DIRECTIONS
from clew.puzzles.recent import Recent

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from os import PathLike

    from clew._engine import Engine
    from clew.families.puzzlescript.reader import Game, Remark
    from clew.puzzles.base import About
    from clew.puzzles.position import Code, Move, Position

MOVES = ("up", "left", "down", "right", "action", "tick")
KEYS_IN_WORDS = (
    "the up key",
    "the left key",
    "the down key",
    "the right key",
    "the action key",
    "a tick of the clock",
)
SPELLINGS = {"u": "up", "l": "left", "d": "down", "r": "right", "x": "action", "t": "tick"}
"""The short names of moves."""
SEED = "1"
"""The seed of games with random rules that are only played, if none is given."""


GAMES_BYTES = 16 << 20
"""What the games that are kept for their other levels may take."""
ENTRIES = 500_000
"""Cells times collision layers of a level."""
MOST_TRIED = 200
"""Cells that are tried for what is wrong with a position; an engine may have to be made for each."""


def _read(source: str) -> tuple[Game, array[int]]:
    """A game and the numbers of its rules, which stand for the rules themselves from then on."""
    game, report = read(source)
    if report.errors:
        raise report.refuse(key="game")
    rules = array("I", rules_of(game))
    game.groups, game.late_groups = [], []
    return game, rules


def _bytes_of(source: str, read: tuple[Game, array[int]]) -> int:
    game, rules = read
    cells = sum(len(row) for level in game.levels if isinstance(level, Level) for row in level.cells)
    return 20_000 + 40 * len(source) + 4 * len(rules) + 40 * cells


_game = Recent(GAMES_BYTES, _read, _bytes_of)


class PuzzleScript(EnginePuzzle):
    """A level of a PuzzleScript game. `game` is its source; `level` counts from 1, without messages.

    `seed` fixes what happens by chance in a game with random rules, and what is proved holds for that seed
    alone. Without it such a game can be played, and searches are refused with a `PuzzleError`. `start` is a
    position to begin in. A turn must win the level: where it begins, the win conditions count for nothing.
    Raises `BoardError` with every error of the source.

    Attributes: `rows`, `columns`; `remarks`, what the reader noticed; `messages`, what the game says before
    the level, `ending`, what it says after the last one; `random`, whether chance plays a part.
    """

    family = "puzzlescript"
    _KEYS = KEYS
    _shared_body = True
    _REQUIRED = {"game": '"game.txt"'}  # noqa: RUF012 - never written

    def __init__(
        self,
        game: str,
        level: int = 1,
        *,
        seed: str | None = None,
        start: str | None = None,
        **about: Unpack[About],
    ) -> None:
        super().__init__(about)
        self.source_text = plain(string(game, "game"))
        if "\n" not in self.source_text.strip():
            raise BoardError(
                "is not the source of a game, which has several lines; give that, or name a file in a board "
                "file beside it",
                key="game",
            )
        self.game, self._rules = _game(self.source_text)
        levels = [found for found in self.game.levels if isinstance(found, Level)]
        self.number = integer(level, "level", 1)
        if self.number > len(levels):
            raise BoardError(f"is {self.number}; the game has levels 1 to {len(levels)}", key="level")
        self.level = levels[self.number - 1]
        if self.level.refusal:
            raise BoardError(
                f"is {self.number}, in line {self.level.line}: {self.level.refusal}", key="level"
            )
        entries = len(self.level.rows) * len(self.level.cells[0]) * len(self.game.layers)
        if entries > ENTRIES:
            raise BoardError(
                f"{self.number} has too many cells: times {len(self.game.layers)} collision layers they are "
                f"{entries:,}, and at most {ENTRIES:,} are allowed; make the level smaller",
                key="level",
            )
        self.cells = Cells(self.game, self.level)
        self.rows, self.columns = self.cells.rows, self.cells.columns
        self.random = self.cells.has_draws
        wanted = None if seed is None else string(seed, "seed")
        self.seed = wanted if self.random else None
        self._start: str | None = None
        if self.title is None:
            self.title = self.game.prelude.get("title")
        if self.author is None:
            self.author = self.game.prelude.get("author")
        first = self._engine.initial()
        self.cells.see(len(first))
        self._initial = self.cells.text(first)
        if start is not None:
            begins = self.cells.text(self.cells.position(string(start, "state")))
            if begins != self._initial:
                # The engine works out what can be where from the level and from here, so it is made anew.
                del self._engine
                self._begin(begins)

    def _begin(self, start: str) -> None:
        def begun(numbers: list[int]) -> Engine:
            self._start = self.cells.text(numbers)
            return self._new_engine()

        numbers = self.cells.position(start)
        try:
            self._engine = begun(numbers)
        except ValueError as error:
            raise self._refused(str(error), numbers, self._initial, begun) from None
        self._start = self._initial = self.cells.text(self._engine.canonical(numbers))

    @property
    def _has_own_numbers(self) -> bool:  # type: ignore[override]
        """Whether positions are too long for a word, so that they are numbered as they are met."""
        return self._engine.state_bits == 64

    @property
    def _held_bytes(self) -> int:
        of_cell = 100 + 50 * sum(engine_words(self.game)) + 30 * len(self.game.layers)
        of_game = _bytes_of(self.source_text, (self.game, self._rules)) + self.game.rules_bytes
        return of_game + self.rows * self.columns * of_cell

    @property
    def remarks(self) -> list[Remark]:
        """What the reader noticed in the game: its warnings, in the order of their lines."""
        return self.game.remarks

    @property
    def messages(self) -> list[str]:
        """What the game says between the level before and this one."""
        texts: list[str] = []
        number = 0
        for part in self.game.levels:
            if isinstance(part, Message):
                texts.append(part.text)
                continue
            number += 1
            if number == self.number:
                break
            texts = []
        return [text for text in texts if text]

    @property
    def ending(self) -> list[str]:
        """What the game says after its last level; the list is empty for any other level."""
        *_, last = (place for place, part in enumerate(self.game.levels) if isinstance(part, Level))
        if self.game.levels[last] is not self.level:
            return []
        after = [part.text for part in self.game.levels[last + 1 :] if isinstance(part, Message)]
        return [text for text in after if text]

    @classmethod
    def load(cls, path: str | PathLike[str], level: int = 1, **keys: Any) -> PuzzleScript:
        """A level of the game in a file, counted from 1. Raises `BoardError`, also for a missing file."""
        from clew.families.puzzlescript.files import source_of

        return cls(source_of(path), level, **keys)

    @classmethod
    def levels(cls, path: str | PathLike[str], **keys: Any) -> list[PuzzleScript]:
        """All levels of the game in a file, in order, but for those that are too large to be played.

        Raises `BoardError`, also for a missing file.
        """
        from clew.families.puzzlescript.files import levels_of, source_of

        source = source_of(path)
        return [cls(source, number, **keys) for number, level in levels_of(source).items() if level.rows]

    @classmethod
    def _keys_of_options(cls, options: Sequence[str]) -> dict[str, Any]:
        keys: dict[str, Any] = {}
        for option in options:
            name, equals, value = option.partition("=")
            name = name.strip()
            if name not in ("level", "seed", "start") or not equals:
                raise unknown_option(option, cls.family, ["level=2", "seed=1", "start=..."])
            if name == "level":
                if not (value.isascii() and value.isdigit() and len(value) < 10):
                    raise BoardError("is not a number; write level=2", key="level")
                set_option(keys, name, int(value), option)
            else:
                set_option(keys, name, _decoded(value), option)
        return keys

    @classmethod
    def _keys_of_body(cls, body: str) -> dict[str, Any]:
        return {"game": unescaped(body)}

    def _options(self) -> list[str]:
        found = [] if self.number == 1 else [f"level={self.number}"]
        if self.seed is not None:
            found.append(f"seed={_encoded(self.seed)}")
        if self._start is not None:
            found.append(f"start={_encoded(self._start)}")
        return found

    def _body(self) -> str:
        return escaped(self.source_text)

    def _own_keys(self) -> dict[str, Any]:
        keys: dict[str, Any] = {"game": self.source_text}
        if self.number != 1:
            keys["level"] = self.number
        if self.seed is not None:
            keys["seed"] = self.seed
        if self._start is not None:
            keys["start"] = self._start
        return keys

    def _beside_compact(self) -> dict[str, Any]:
        told = {key: self.game.prelude.get(key) for key in ("title", "author")}
        return {key: value for key, value in super()._beside_compact().items() if value != told.get(key)}

    def _build(self, engine: type[Engine]) -> Engine:
        start = [] if self._start is None else self.cells.position(self._start)
        numbers = program(self.game, self.level, self._rules.tolist())
        try:
            return engine.make(
                "puzzlescript",
                program=numbers,
                seed=SEED if self.seed is None else self.seed,
                draws=0,
                start=start,
                refusal=self._refusal(),
                asks=asks_of(self.game),
            )
        except ValueError as error:
            if not str(error).startswith("line "):
                raise
            raise BoardError(str(error), key="game") from None

    def _refusal(self) -> str:
        """Why nothing can be proved of a game of chance without a seed; nothing for any other game."""
        if not self.random or self.seed is not None:
            return ""
        return (
            f"line {self.game.chance}: this rule leaves something to chance, so nothing can be proved about "
            f'the level; give a seed, such as seed="{SEED}", to search the one game that it makes'
        )

    def _begins(self) -> str:
        return self._initial

    def _numbers_of(self, text: str) -> list[int]:
        return self.cells.position(text)

    def _text_of(self, numbers: Sequence[int]) -> str:
        return self.cells.text(numbers)

    def _read(self, text: str) -> str:
        numbers = self.cells.position(string(text, "state"))
        try:
            return self.cells.text(self._engine.canonical(numbers))
        except ValueError as error:
            raise self._refused(str(error), numbers, self._initial, self._engine.canonical) from None

    def _refused(
        self, why: str, numbers: list[int], near: str, judge: Callable[[list[int]], object]
    ) -> BoardError:
        """The refusal of a position, with the first cell that `judge` refuses in the position `near` as well.

        What may be in a cell depends on no other, so each that differs is tried alone.
        """
        allowed, layers = self.cells.position(near), len(self.game.layers)
        level = range(self.rows * self.columns * layers)
        differing = [at for at in level if numbers[at] != allowed[at]]
        for at in differing[:MOST_TRIED]:
            try:
                judge([*allowed[:at], numbers[at], *allowed[at + 1 :]])
            except ValueError:
                name = self.game.order[(numbers[at] or allowed[at]) - 1].name
                wrong = "can never come here in this level" if numbers[at] else "never leaves this cell"
                column, row = divmod(at // layers, self.rows)
                return BoardError(f"{name} {wrong}", key="state", row=row + 1, column=column + 1)
        return BoardError(why, key="state")

    def _start_keys(self, here: Position) -> dict[str, Any]:
        return {"game": self.source_text, "level": self.number, "start": str(here)}

    def draw(self, state: Any) -> str:
        return "\n".join(str(self.position(state)).split()[: self.rows])

    def _names(self, here: Position, codes: Sequence[Code]) -> list[str]:
        return [MOVES[code[0]] for code in codes]

    def _split_moves(self, text: str) -> list[str]:
        """Splits a list of moves; letters may stand together, as in ``urdl``, and capitals are pushes."""
        found = []
        for word in super()._split_moves(text):
            together = word.lower() not in MOVES and set(word.lower()) <= SPELLINGS.keys()
            found += list(word.lower()) if together else [word]
        return found

    def _spelling(self, here: Position, text: str) -> str | None:
        letter = DIRECTIONS.get(text, text).lower()
        return SPELLINGS.get(letter, letter)

    def keys_here(self) -> list[str]:
        """The names of the keys that the game has."""
        prelude = self.game.prelude
        without = {"action"} if "noaction" in prelude else set()
        without |= set() if "realtime_interval" in prelude else {"tick"}
        return [name for name in MOVES if name not in without]

    def events(self, state: Any, move: Any) -> Events:
        """The sounds and messages that a key asks for in a state, be it a legal move or one that changes
        nothing. A position, a map or a proof never depends on them.

        Raises `IllegalMove` for what is no key of the game, `BoardError` for a bad state.
        """
        here, text = self.position(state), str(move).strip()
        key = text if text in MOVES else self._spelling(here, text)
        if key not in self.keys_here():
            raise IllegalMove(shown(text), self._why_not(here, text), self.keys_here())
        sounds, messages = self._asked(here, str(key))
        texts = said(self.game)
        return Events(tuple(sounds), tuple(texts[number] for number in messages))

    def _asked(self, here: Position, key: str) -> tuple[list[str], list[int]]:
        """The sounds that a key asks for, and the numbers of the messages, as `said` has them."""
        return split(self._engine.asked_for(here._numbers, [MOVES.index(key)]))

    def _why_not(self, here: Position, text: str) -> str:
        names, name = self.keys_here(), self._spelling(here, text)
        if name not in names:
            return f"a move is a key: {', '.join(key for key, name in SPELLINGS.items() if name in names)}"
        return f"`{name}` changes nothing here"

    def _words(self, here: Position, codes: Sequence[Code]) -> list[tuple[str, str]]:
        return [("the player", KEYS_IN_WORDS[code[0]]) for code in codes]

    def _hinted(self, level: int, move: Move) -> str:
        if move.name == "tick":
            return "Wait for a tick of the clock."
        if level == 1 and move.name != "action":
            return "Press an arrow key."
        return f"Press {KEYS_IN_WORDS[move.code[0]]}."

    def _standing(self, numbers: Sequence[int]) -> list[int]:
        return [0]

    def _taken(self, code: Code) -> list[int]:
        """A key takes the board as a whole, whatever it moves."""
        return [0]

    def _landing(self, kind: int, place: int) -> tuple[str, str]:
        from clew.puzzles.cells import cell_name

        if kind >= len(self.game.order):
            return "nobody", "nowhere"
        cell = place % self.rows * self.columns + place // self.rows
        return self.game.order[kind].name, cell_name(cell, self.columns)


def _encoded(text: str) -> str:
    """A text that holds neither commas nor brackets."""
    from urllib.parse import quote

    return quote(text, safe=" #.*@+{}")


def _decoded(text: str) -> str:
    from urllib.parse import unquote

    return unquote(text)
