"""The base of all families: a puzzle that the engine searches, with the names of its board."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypedDict

from clew.errors import BoardError, ClewError, IllegalMove
from clew.puzzle import Puzzle
from clew.puzzles import traits
from clew.puzzles.fields import closest, integer, shown, string
from clew.puzzles.notations import words_of
from clew.puzzles.position import Move, Position
from clew.puzzles.registry import keys_of, trimmed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from clew._engine import Engine
    from clew.puzzles.position import Code, Found
    from clew.puzzles.traits import Answer

    class About(TypedDict, total=False):
        """The keys that every family takes in addition to its own."""

        title: str | None
        author: str | None
        source: str | None
        licence: str | None
        notes: str | None
        par: int | None


ABOUT = traits.ABOUT
_RENAMED = {"board": "draw", "known": "position", "state": "position", "steps": "moves"}
"""Methods by their old names, which go with 1.0."""

_PRIVATE = frozenset(
    [
        "BESIDE",
        "KEYS",
        "PARTS",
        "REQUIRED",
        "TOGETHER",
        "after",
        "all_keys",
        "apparent_distance",
        "assumed",
        "audit_states",
        "audited",
        "beside_compact",
        "bodies",
        "body",
        "build",
        "code_cost",
        "engine",
        "find",
        "follow",
        "has_own_numbers",
        "held_bytes",
        "hinted",
        "hole_path",
        "identity",
        "join_moves",
        "keys_of_body",
        "keys_of_options",
        "landing",
        "like",
        "matrix",
        "options",
        "own_keys",
        "piece_cells",
        "readings",
        "rest",
        "rests_on",
        "shared_body",
        "spelling",
        "split_moves",
        "standing",
        "start_keys",
        "state_of",
        "taken",
        "text",
        "why_not",
    ]
)
"""What had no underscore once, and is the families' side of a contract with the library."""


class EnginePuzzle(traits.Traits, Puzzle):
    """A puzzle of a built-in family. It is immutable, and equal to another puzzle with the same compact form.

    A subclass reads and checks its board in the constructor, so that all later code can rely on it. It also
    converts positions to the engine's numbers and back. The engine is created on first use.
    """

    family = ""
    metric = "moves"
    _has_own_numbers = False
    """Whether states are numbered as they are met, so that a number means nothing to another engine."""
    _KEYS: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """The family's own keys, in the order in which they are written, each with its JSON Schema."""

    _TOGETHER: Mapping[str, Any] = {}
    """Conditions on several keys together, as JSON Schema."""

    _shared_body = False
    """Whether the boards of a file have one long body, the source of a game, which is printed once."""

    _REQUIRED: dict[str, str] = {}  # noqa: RUF012 - never written
    """The keys that a board must have, each with an example value."""

    title: str | None
    author: str | None
    source: str | None
    licence: str | None
    notes: str | None
    par: int | None
    _engine: Engine
    """The native engine for this puzzle, created on first use."""

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            if name == "_engine":
                # Not a `cached_property`: in Python 3.11 that creates the engines of all puzzles in turn.
                return vars(self).setdefault(name, self._new_engine())
            new = f"_{name}" if name in _PRIVATE else _RENAMED.get(name)
            if new is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            from warnings import warn

            told = "private" if name in _PRIVATE else f"now {new}"
            warn(f"{type(self).__name__}.{name} is {told}; the old name goes with 1.0", DeprecationWarning, 2)
            return getattr(self, new)

    @property
    def _held_bytes(self) -> int:
        """About how much memory it takes with its engine, in bytes."""
        return 256 << 10

    def __init__(self, about: About) -> None:
        for key in ABOUT:
            setattr(self, key, None)
        for key, value in about.items():
            if key not in ABOUT:
                raise TypeError(f"{type(self).__name__} has no key `{key}`{closest(key, self._all_keys())}")
            if value is not None:
                setattr(self, key, integer(value, key) if key == "par" else string(value, key))

    @classmethod
    def _all_keys(cls) -> tuple[str, ...]:
        """Every key that a TOML file of this family may have besides `family`."""
        return (*cls._KEYS, *ABOUT)

    @classmethod
    @abstractmethod
    def _keys_of_options(cls, options: Sequence[str]) -> dict[str, Any]:
        """The keys that the options of a compact form set. Raises `BoardError` for an unknown option."""

    @classmethod
    @abstractmethod
    def _keys_of_body(cls, body: str) -> dict[str, Any]:
        """The keys that the body of a compact form sets. Raises `BoardError` if it cannot be read."""

    @classmethod
    def parse(cls, text: str, **keys: Any) -> Self:
        """The puzzle of a compact body, or of a whole compact form of this family; `keys` override it. Raises
        `BoardError`.
        """
        if not isinstance(text, str):
            raise BoardError("a compact form is a string, such as " + f'"{cls.family}:..."')
        if text.lstrip().startswith((f"{cls.family}:", f"{cls.family}[")):
            return cls(**{**keys_of(lambda _: cls, text), **keys})
        return cls(**{**cls._keys_of_body(trimmed(cls, text)), **keys})

    @abstractmethod
    def _options(self) -> list[str]:
        """The options of the compact form: those that differ from the defaults."""

    @abstractmethod
    def _body(self) -> str:
        """The compact form without the family and the options."""

    @abstractmethod
    def _own_keys(self) -> dict[str, Any]:
        """The family's keys that differ from their defaults."""

    @abstractmethod
    def _build(self, engine: type[Engine]) -> Engine:
        """Creates the engine's puzzle."""

    @abstractmethod
    def _begins(self) -> str:
        """The text of the first position."""

    @abstractmethod
    def _numbers_of(self, text: str) -> Sequence[int]:
        """The engine's numbers for the text of a position, with the pieces in the order of their letters."""

    @abstractmethod
    def _text_of(self, numbers: Sequence[int]) -> str:
        """The text that the engine's numbers stand for."""

    @abstractmethod
    def _read(self, text: str) -> str:
        """A position, written on one line or several, as this board writes it. Raises `BoardError` unless it
        has this board's pieces.
        """

    @abstractmethod
    def draw(self, state: Any) -> str:
        """Return the state as people read it, on several lines."""

    @abstractmethod
    def _names(self, here: Position, codes: Sequence[Code]) -> list[str]:
        """The names of these moves."""

    @abstractmethod
    def _words(self, here: Position, codes: Sequence[Code]) -> list[tuple[str, str]]:
        """Return each of these moves in words: what it moves, and the whole move: ``("piece A", "piece A
        right")``.
        """

    @abstractmethod
    def _why_not(self, here: Position, text: str) -> str:
        """Return why this text does not name a legal move here, in words."""

    @abstractmethod
    def _landing(self, kind: int, place: int) -> tuple[str, str]:
        """The names of a kind of piece and of a place, given the engine's numbers for a landing."""

    @abstractmethod
    def _start_keys(self, here: Position) -> dict[str, Any]:
        """The keys that make the same puzzle start in that position."""

    def _new_engine(self) -> Engine:
        """Creates the native engine for this puzzle."""
        from clew._engine import Engine

        try:
            return self._build(Engine)
        except ValueError as error:
            if not str(error).startswith("the engine has no family"):
                raise
            raise ClewError(str(error)) from error

    @property
    def _rests_on(self) -> dict[str, str]:
        """What a proof about this puzzle rests on, as far as searches and moves of it met it.

        `left_out`: turns without end, which are no moves. `stopped`: rules that the published player stops.
        """
        told = self._engine.notes
        found = {
            "left_out": [words for left_out, words in told if left_out],
            "stopped": [words for left_out, words in told if not left_out],
        }
        if found["left_out"]:
            found["left_out"].append("what is proved holds for play without such turns")
        return {key: "; ".join(words) for key, words in found.items() if words}

    def _audited(self, answer: Answer) -> list[str]:
        return self._audit_states(answer.states)

    def _audit_states(self, states: int, *, backwards: bool = False) -> list[str]:
        return ["if turns without end are left out"] if "left_out" in self._rests_on else []

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled and copied: everything except the engine, which is created again when needed."""
        return {name: value for name, value in self.__dict__.items() if name != "_engine"}

    def _rest(self) -> None:
        """Releases memory that grows with searches; the built-in families have none."""

    def _legal(self, here: Position) -> list[Found]:
        """The engine's moves of a position, in the order of moves: by their codes, unless the family has
        names for its pieces.

        Searches do not distinguish interchangeable pieces. So the order of moves, and which of several best
        moves comes first, must depend only on where pieces of each kind stand.
        """
        return sorted(self._engine.moves(here._numbers))  # codes differ, so nothing else is compared

    def _after(self, here: Position, code: Code, landed: Sequence[int] | None) -> Sequence[int]:
        """The engine's numbers after a move, of which it gave `landed`, if it was asked.

        The engine numbers interchangeable pieces in the order of their cells; a family whose pieces have
        names puts them in the order of these.
        """
        if landed is None:
            landed = next(after for known, _, after in self._engine.moves(here._numbers) if known == code)
        return landed

    def _standing(self, numbers: Sequence[int]) -> list[int]:
        """Return for each piece the number with which the codes of its moves begin, given a position."""
        return list(numbers)

    def _apparent_distance(self, state: Any) -> int:
        """Return the apparent distance: how far from solved the position looks without looking ahead; 0 if
        solved.

        It is not a bound. A best move that increases it is counterintuitive.
        """
        least = self.heuristic(state)
        return 1 if least is None else least  # no goal can be reached, which does not make it solved

    def _follow(self, state: Any, code: Code) -> Move:
        """The move with an engine's code in this state.

        The engine numbers interchangeable pieces in the order of their cells, and its codes name a piece by
        its cell. So following a solver's codes one by one keeps the letters of the start.
        """
        return Move(self.position(state), (code, self._code_cost(code), None))

    def _code_cost(self, code: Code) -> int:
        """Return what the move costs under the metric, a whole number."""
        return 1

    def _find(self, state: Any, move: Any, index: int | None = None) -> Move:
        """The legal move that is meant by a move or its name. Raises `IllegalMove`, with the reason,
        otherwise.
        """
        here = self.position(state)
        if isinstance(move, Move) and move.before == here:
            return move if move.before.puzzle is self else self._follow(here, move.code)
        text, legal = str(move).strip(), self._legal(here)
        names = self._names(here, [code for code, _, _ in legal])
        usual = text if text in names else self._spelling(here, text)
        if usual not in names:
            raise IllegalMove(shown(text), self._why_not(here, text), names, index)
        at = names.index(usual)
        found = Move(here, legal[at])
        found._name = names[at]
        return found

    def _spelling(self, here: Position, text: str) -> str | None:
        """Return the usual name of a move that is spelled differently; None if the family accepts no other
        spelling.
        """
        return None

    def _split_moves(self, text: str) -> list[str]:
        """Splits a list of moves, which may be numbered or have arrows between them."""
        return words_of(text)

    def _join_moves(self, names: list[str]) -> str:
        """Joins a list of moves into one string, which `split_moves` reads back."""
        return " ".join(names)

    def _hinted(self, level: int, move: Move) -> str:
        """A hint towards a best move, in words: level 1 says what to move, 2 also where to, 3 the move
        itself. Pages that answer themselves say the same, in `studio/client/src/lib/local/hinted.ts`.
        """
        mover, told = self._words(move.before, [move.code])[0]
        if not self._taken(move.code):
            return f"Pass with {mover}{('', ': it cannot move', f': {move.name}')[level - 1]}."
        if level == 1:
            return f"Move {mover}."
        return f"Move {told}: {move.name}." if level > 2 else f"Move {told}."

    def _text(self, state: Any) -> str:
        """A state as text, on one line."""
        return str(state)

    def position(self, state: Any) -> Position:
        """The position that is meant: a `Position` of this puzzle, or text on one line or several. Raises
        `BoardError` for anything else.
        """
        if isinstance(state, Position):
            if state.puzzle is self:
                return state
            state = str(state)
        try:
            numbers = self._numbers_of(state)
            if self._text_of(numbers) == state:
                self._engine.canonical(numbers)
                return Position(self, numbers, state)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            pass  # `read` reports what is wrong with it
        text = self._read(state)
        return Position(self, self._numbers_of(text), text)

    def _state_of(self, numbers: Sequence[int]) -> Position:
        """The state that the engine's numbers stand for."""
        return Position(self, numbers)

    def _numbers(self, state: Any) -> Sequence[int]:
        """The engine's numbers for a state. Raises `BoardError` for anything but a state."""
        return self.position(state)._numbers

    def initial(self) -> Position:
        """The first position."""
        text = self._begins()
        return Position(self, self._numbers_of(text), text)

    def moves(self, state: Any) -> list[Move]:
        """The legal moves, in a fixed order. Raises `BoardError` for anything but a state."""
        here = self.position(state)
        return [Move(here, found) for found in self._legal(here)]

    def successors(self, state: Any) -> list[tuple[Move, Position]]:
        """Every legal move with the state after it, in the order of `moves`. Raises `BoardError`, as `moves`
        does.
        """
        return [(move, move.after) for move in self.moves(state)]

    def apply(self, state: Any, move: Any) -> Position:
        """The state after a legal move. Raises `IllegalMove` for any other, `BoardError` for a bad state."""
        after: Position = self._find(state, move).after
        return after

    def cost(self, state: Any, move: Any) -> int:
        """What a legal move costs under the metric. Raises `IllegalMove` and `BoardError`, as `apply`
        does.
        """
        return self._find(state, move).cost

    def is_goal(self, state: Any) -> bool:
        """Whether the puzzle is solved here. Raises `BoardError` for a bad state."""
        return self.position(state).is_goal

    def heuristic(self, state: Any) -> int | None:
        """A lower bound on the cost to a goal, under the metric; None if it is proved that none can be
        reached.
        """
        return self._engine.heuristic(self._numbers(state))

    def canonical(self, state: Any) -> Position:
        """The representative of the states that differ from this one by interchangeable pieces."""
        return self._state_of(self._engine.canonical(self._numbers(state)))

    def predecessors(self, state: Any) -> list[Position] | None:
        """The canonical states from which one move leads here; None if the family cannot compute them."""
        found = self._engine.predecessors(self._numbers(state))
        return None if found is None else [self._state_of(numbers) for numbers, _ in found]

    def at(self, state: Any) -> Self:
        """The same puzzle, starting in that state, without its `par`. Raises `BoardError` for a bad state."""
        values = {**self._values(), **self._start_keys(self.position(state))}
        values.pop("par", None)
        return type(self)(**values)

    def to_dict(self) -> dict[str, Any]:
        """The keys of a TOML or JSON file: the family, and every key that differs from its default."""
        return {"family": self.family, **self._values()}

    def _values(self) -> dict[str, Any]:
        about = {key: getattr(self, key) for key in ABOUT}
        return {**self._own_keys(), **{key: value for key, value in about.items() if value is not None}}

    def to_toml(self) -> str:
        """The text of a TOML file that reads back as the same puzzle."""
        from clew.puzzles.toml import write

        return write(self.to_dict())

    def __str__(self) -> str:
        options = ",".join(self._options())
        return f"{self.family}[{options}]:{self._body()}" if options else f"{self.family}:{self._body()}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"

    def _identity(self) -> str:
        """A string that two puzzles share if and only if they are the same puzzle."""
        return str(self)

    def __eq__(self, other: object) -> bool:
        return self._identity() == other._identity() if isinstance(other, EnginePuzzle) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._identity())


def set_option(keys: dict[str, Any], key: str, value: Any, option: str) -> None:
    """Records the value of a compact form's option. Raises `BoardError` if two options set the same key."""
    if key in keys:
        raise BoardError(
            f'"{shown(option)}" conflicts with an earlier option; give only one for {key}', key="options"
        )
    keys[key] = value


def unknown_option(option: str, family: str, known: Iterable[str]) -> BoardError:
    """The error for an option that is not one of the family's."""
    options = list(known)
    near = closest(option, options)
    return BoardError(
        f'"{shown(option)}" is not a {family} option{near} Options: {", ".join(options)}', key="options"
    )
