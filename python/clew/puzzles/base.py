"""The base of all families: a puzzle that the engine searches, with the names of its board."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypedDict

from clew.errors import BoardError, ClewError, IllegalMove
from clew.puzzle import Puzzle
from clew.puzzles import traits
from clew.puzzles.fields import closest, integer, shown, string
from clew.puzzles.pictured import Pictured
from clew.puzzles.registry import keys_of, trimmed
from clew.puzzles.step import Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from clew._engine import Engine
    from clew.puzzles.step import Code
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


class EnginePuzzle(traits.Traits, Pictured, Puzzle):
    """A puzzle of a built-in family. It is immutable, and equal to another puzzle with the same compact form.

    A subclass reads and checks its board in the constructor, so that all later code can rely on it. It also
    converts states to the engine's numbers and back. A state is one line of text that keeps the letters of
    the board. The engine is created on first use.
    """

    family = ""
    metric = "moves"
    has_own_numbers = False
    """Whether states are numbered as they are met, so that a number means nothing to another engine."""
    KEYS: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """The family's own keys, in the order in which they are written, each with its JSON Schema."""

    TOGETHER: Mapping[str, Any] = {}
    """Conditions on several keys together, as JSON Schema."""

    shared_body = False
    """Whether the boards of a file have one long body, the source of a game, which is printed once."""

    REQUIRED: dict[str, str] = {}  # noqa: RUF012 - never written
    """The keys that a board must have, each with an example value."""

    title: str | None
    author: str | None
    source: str | None
    licence: str | None
    notes: str | None
    par: int | None

    @property
    def held_bytes(self) -> int:
        """About how much memory it takes with its engine, in bytes."""
        return 256 << 10

    def __init__(self, about: About) -> None:
        for key in ABOUT:
            setattr(self, key, None)
        for key, value in about.items():
            if key not in ABOUT:
                raise TypeError(f"{type(self).__name__} has no key `{key}`{closest(key, self.all_keys())}")
            if value is not None:
                setattr(self, key, integer(value, key) if key == "par" else string(value, key))
        self._engine: Engine | None = None

    @classmethod
    def all_keys(cls) -> tuple[str, ...]:
        """Every key that a TOML file of this family may have besides `family`."""
        return (*cls.KEYS, *ABOUT)

    @classmethod
    @abstractmethod
    def keys_of_options(cls, options: Sequence[str]) -> dict[str, Any]:
        """The keys that the options of a compact form set. Raises `BoardError` for an unknown option."""

    @classmethod
    @abstractmethod
    def keys_of_body(cls, body: str) -> dict[str, Any]:
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
        return cls(**{**cls.keys_of_body(trimmed(cls, text)), **keys})

    @abstractmethod
    def options(self) -> list[str]:
        """The options of the compact form: those that differ from the defaults."""

    @abstractmethod
    def body(self) -> str:
        """The compact form without the family and the options."""

    @abstractmethod
    def own_keys(self) -> dict[str, Any]:
        """The family's keys that differ from their defaults."""

    @abstractmethod
    def build(self, engine: type[Engine]) -> Engine:
        """Creates the engine's puzzle."""

    @abstractmethod
    def position(self, state: str) -> list[int]:
        """Return the engine's numbers for a state, with the pieces in the order of the board's letters."""

    @abstractmethod
    def state_of(self, position: Sequence[int]) -> str:
        """Return the state that the engine's numbers stand for."""

    @abstractmethod
    def state(self, text: str) -> str:
        """Reads a state from text on one line or several. Raises `BoardError` unless it has this board's
        pieces.
        """

    @abstractmethod
    def board(self, state: str) -> str:
        """Return the state as people read it, on several lines."""

    @abstractmethod
    def name(self, state: str, code: Code) -> str:
        """The move's name."""

    @abstractmethod
    def after(self, state: str, code: Code) -> str:
        """The state after the move."""

    @abstractmethod
    def why_not(self, state: str, text: str) -> str:
        """Return why this text does not name a legal move here, in words."""

    @abstractmethod
    def mover(self, state: str, code: Code) -> str:
        """Return what the move moves, in words: ``"piece A"``."""

    @abstractmethod
    def direction(self, state: str, code: Code) -> str:
        """Return where the move goes, in words: ``"right"``."""

    def told(self, state: str, code: Code) -> str:
        """Return the whole move in words: ``"piece A right"``."""
        return f"{self.mover(state, code)} {self.direction(state, code)}"

    @abstractmethod
    def landing(self, kind: int, place: int) -> tuple[str, str]:
        """The names of a kind of piece and of a place, given the engine's numbers for a landing."""

    @abstractmethod
    def start_keys(self, state: str) -> dict[str, Any]:
        """The keys that make the same puzzle start in that state."""

    @property
    def engine(self) -> Engine:
        """The native engine for this puzzle."""
        if self._engine is None:
            from clew._engine import Engine

            try:
                self._engine = self.build(Engine)
            except ValueError as error:
                if not str(error).startswith("the engine has no family"):
                    raise
                raise ClewError(str(error)) from error
        return self._engine

    @property
    def rests_on(self) -> dict[str, str]:
        """What a proof about this puzzle rests on, as far as searches and moves of it met it.

        `left_out`: turns without end, which are no moves. `stopped`: rules that the published player stops.
        """
        told = self.engine.notes
        found = {
            "left_out": [words for left_out, words in told if left_out],
            "stopped": [words for left_out, words in told if not left_out],
        }
        if found["left_out"]:
            found["left_out"].append("what is proved holds for play without such turns")
        return {key: "; ".join(words) for key, words in found.items() if words}

    def audited(self, answer: Answer) -> list[str]:
        return self.audit_states(answer.states)

    def audit_states(self, states: int, *, backwards: bool = False) -> list[str]:
        return ["if turns without end are left out"] if "left_out" in self.rests_on else []

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled and copied: everything except the engine, which is created again when needed."""
        return {**self.__dict__, "_engine": None}

    def rest(self) -> None:
        """Releases memory that grows with searches; the built-in families have none."""

    def sorted_by(self, state: str) -> str:
        """The state whose letters `order` uses: the same for all states that differ by interchangeable
        pieces.

        Searches do not distinguish interchangeable pieces. So the order of moves, and which of several best
        moves comes first, depends only on the position.
        """
        return state

    def order(self, state: str, code: Code) -> tuple[Any, ...]:
        """The sort key of the legal moves of such a state."""
        return code

    def steps(self, state: str) -> list[Step]:
        """The legal moves in a fixed order; the state after each keeps the letters of this state."""
        alike = self.sorted_by(state)
        found = [(self.order(alike, code), code, cost) for code, cost in self.codes(state)]
        return [
            Step(self.name(state, code), code, cost, self.after(state, code))
            for _, code, cost in sorted(found)
        ]

    def codes(self, state: str) -> list[tuple[Code, int]]:
        """The engine's codes of the legal moves of a state and their costs, in no particular order."""
        return [(code, cost) for code, cost, _ in self.engine.moves(self.position(state))]

    def standing(self, position: Sequence[int]) -> list[int]:
        """Return for each piece the number with which the codes of its moves begin, given a position."""
        return list(position)

    def apparent_distance(self, state: str) -> int:
        """Return the apparent distance: how far from solved the position looks without looking ahead; 0 if
        solved.

        It is not a bound. A best move that increases it is counterintuitive.
        """
        return self.heuristic(state) or 0

    def follow(self, state: str, code: Code) -> Step:
        """Return the name of the move with an engine's code in this state, and the state after it.

        The engine numbers interchangeable pieces in the order of their cells, and its codes name a piece by
        its cell. So following a solver's codes one by one keeps the letters of the start.
        """
        return Step(self.name(state, code), code, self.code_cost(code), self.after(state, code))

    def code_cost(self, code: Code) -> int:
        """Return what the move costs under the metric, a whole number."""
        return 1

    def find(self, state: str, text: str, index: int | None = None) -> Step:
        """The legal move that this text names. Raises `IllegalMove`, with the reason, otherwise."""
        text = str(text).strip()
        named = [(self.name(state, code), code, cost) for code, cost in self.codes(state)]
        found = [move for move in named if move[0] == text]
        if not found:
            other = self.spelling(state, text)
            found = [move for move in named if move[0] == other]
        if found:
            alike = self.sorted_by(state)
            name, code, cost = min(found, key=lambda move: (self.order(alike, move[1]), move[1]))
            return Step(name, code, cost, self.after(state, code))
        legal = [step.name for step in self.steps(state)]
        raise IllegalMove(shown(text), self.why_not(state, text), legal, index)

    def spelling(self, state: str, text: str) -> str | None:
        """Return the usual name of a move that is spelled differently; None if the family accepts no other
        spelling.
        """
        return None

    def split_moves(self, text: str) -> list[str]:
        """Splits a list of moves at spaces, newlines, commas and semicolons."""
        return text.replace(",", " ").replace(";", " ").split()

    def join_moves(self, names: list[str]) -> str:
        """Joins a list of moves into one string, which `split_moves` reads back."""
        return " ".join(names)

    def hinted(self, level: int, state: str, step: Step) -> str:
        """A hint towards a best move, in words: level 1 says what to move, 2 also where to, 3 the move
        itself.
        """
        mover = self.mover(state, step.code)
        if not self.taken(step.code):
            return f"Pass with {mover}{('', ': it cannot move', f': {step.name}')[level - 1]}."
        if level == 1:
            return f"Move {mover}."
        told = self.told(state, step.code)
        return f"Move {told}: {step.name}." if level > 2 else f"Move {told}."

    def text(self, state: str) -> str:
        """A state as text, on one line."""
        return state

    def known(self, state: Any) -> Any:
        """Return the state in this puzzle's own spelling. Raises `BoardError` for anything that is not one of
        its states.

        Like `state`, but fast if the state is already written that way.
        """
        try:
            position = self.position(state)
            if self.state_of(position) == state:
                self.engine.canonical(position)
                return state
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            pass  # `state` reports what is wrong with it
        return self.state(state)

    def moves(self, state: str) -> list[str]:
        """The names of the legal moves, in a fixed order. Raises `BoardError` for anything but a state."""
        return [step.name for step in self.steps(self.known(state))]

    def successors(self, state: str) -> list[tuple[str, str]]:
        """Every legal move with the state after it, in the order of `moves`. Raises `BoardError`, as `moves`
        does.
        """
        return [(step.name, step.after) for step in self.steps(self.known(state))]

    def apply(self, state: str, move: str) -> str:
        """The state after a legal move. Raises `IllegalMove` for any other, `BoardError` for a bad state."""
        return self.find(self.known(state), move).after

    def cost(self, state: str, move: str) -> int:
        """What a legal move costs under the metric. Raises `IllegalMove` and `BoardError`, as `apply`
        does.
        """
        return self.find(self.known(state), move).cost

    def is_goal(self, state: str) -> bool:
        """Whether the puzzle is solved here. Raises `BoardError` for a bad state."""
        return self.engine.is_goal(self.position(self.known(state)))

    def heuristic(self, state: str) -> int | None:
        """A lower bound on the cost to a goal, under the metric; None if it is proved that none can be
        reached.
        """
        return self.engine.heuristic(self.position(self.known(state)))

    def canonical(self, state: str) -> str:
        """The representative of the states that differ from this one by interchangeable pieces."""
        return self.state_of(self.engine.canonical(self.position(self.known(state))))

    def predecessors(self, state: str) -> list[str] | None:
        """The canonical states from which one move leads here; None if the family cannot compute them."""
        found = self.engine.predecessors(self.position(self.known(state)))
        return None if found is None else [self.state_of(position) for position, _ in found]

    def at(self, state: str) -> Self:
        """The same puzzle, starting in that state, without its `par`. Raises `BoardError` for a bad state."""
        values = {**self._values(), **self.start_keys(state)}
        values.pop("par", None)
        return type(self)(**values)

    def to_dict(self) -> dict[str, Any]:
        """The keys of a TOML or JSON file: the family, and every key that differs from its default."""
        return {"family": self.family, **self._values()}

    def _values(self) -> dict[str, Any]:
        about = {key: getattr(self, key) for key in ABOUT}
        return {**self.own_keys(), **{key: value for key, value in about.items() if value is not None}}

    def to_toml(self) -> str:
        """The text of a TOML file that reads back as the same puzzle."""
        from clew.puzzles.toml import write

        return write(self.to_dict())

    def __str__(self) -> str:
        options = ",".join(self.options())
        return f"{self.family}[{options}]:{self.body()}" if options else f"{self.family}:{self.body()}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"

    def identity(self) -> str:
        """A string that two puzzles share if and only if they are the same puzzle."""
        return str(self)

    def __eq__(self, other: object) -> bool:
        return self.identity() == other.identity() if isinstance(other, EnginePuzzle) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.identity())


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
