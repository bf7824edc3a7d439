"""The adaptor through which all of Clew sees a custom puzzle.

    user's class            Custom                        engine
    any hashable state  <-> the same value            <-> its number (two halves), given when first met
    any move            <-> its name, str(move)       <-> its index among the moves of the state: (0, index)

The engine sees only canonical states. A solution that it found is followed on the user's own states, taking
the move that leads to (a state with) the same representative. So a solution is legal as given, even if
`canonical` rotates or reflects the board.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Self

from clew._engine import Rules
from clew.custom.audit import Audit
from clew.custom.optional_rules import OPTIONAL, check_methods, gives, overrides
from clew.custom.weak import weak
from clew.errors import BoardError, ClewError, IllegalMove, PuzzleError
from clew.puzzle import Puzzle
from clew.puzzles import spec
from clew.puzzles.base import ABOUT, EnginePuzzle
from clew.puzzles.fields import shown
from clew.puzzles.numbers import from_quarters, size_of, to_quarters
from clew.puzzles.position import Move
from clew.puzzles.words import close_up, join_names, split_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew._engine import Engine
    from clew.puzzles.position import Code
    from clew.puzzles.traits import Answer


def wrapped(puzzle: object) -> EnginePuzzle:
    """A family's puzzle unchanged, a custom puzzle in the adaptor. Raises `ClewError` for anything else."""
    if isinstance(puzzle, EnginePuzzle):
        return puzzle
    if isinstance(puzzle, Puzzle):
        return Custom(puzzle)
    if hasattr(puzzle, "__fspath__"):
        raise ClewError(f"{puzzle} is a path: load the puzzle with clew.load")
    if isinstance(puzzle, type) and issubclass(puzzle, Puzzle):
        raise ClewError(f"{puzzle.__name__} is a class; pass an instance of it: {puzzle.__name__}(...)")
    raise ClewError(
        f"{type(puzzle).__name__} is not a puzzle: pass clew.Pebbles, Blocks, Ricochet, "
        "Coroutine or Null (clew.load reads one from a file), a compact form, or your own "
        "subclass of clew.Puzzle"
    )


class Custom(EnginePuzzle):
    """The adaptor. `own` is the user's puzzle; `start` is a state to start from instead of its own.

    It lives as long as one call of a public function and its result; the numbers of states live as long as
    its engine, which `rest` releases.
    """

    family = "custom"
    _BESIDE = ()

    def __init__(self, own: Puzzle, start: Any = None) -> None:
        super().__init__({})
        for key in ABOUT:
            setattr(self, key, getattr(own, key, None))
        self.own = own
        self.metric = "cost" if overrides(own, "cost") else "moves"
        check_methods(own)
        self._start = start
        self._has_start = start is not None
        self._rules: Any = None
        self._numbered: dict[str, int] = {}
        self._has_canonical = overrides(own, "canonical")
        self.has_successors = overrides(own, "successors")
        self.title = self.title or spec.call_of(own)

    # ------------------------------------------------------------ the engine

    def _build(self, engine: type[Engine]) -> Engine:
        code = getattr(self.own, "_compiled_code", None)
        if code is not None:
            words = code(self.initial())
            if words is not None:
                return engine.compiled(**words)
        own = self.own

        optional = {name: getattr(own, name) for name in OPTIONAL if gives(own, name)}
        self._rules = Rules(
            moves=own.moves, apply=own.apply, is_goal=own.is_goal,
            landings=weak(self._landings), size=size_of, **optional,
        )  # fmt: skip
        self._rules.position(self._canonical(self.initial()))
        return engine.asked(self._rules)

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_rules": None}

    def _rest(self) -> None:
        vars(self).pop("_engine", None)
        self._rules = None

    def _numbers(self, state: Any) -> list[int]:
        self._ensure()
        state = self._canonical(state)
        if self._rules is None:
            return to_quarters(state)
        return list(self._rules.position(state))

    def _state_of(self, numbers: Sequence[int]) -> Any:
        self._ensure()
        return from_quarters(numbers) if self._rules is None else self._rules.state(tuple(numbers))

    @property
    def _has_own_numbers(self) -> bool:  # type: ignore[override]
        """Whether the engine numbers states as it meets them; compiled rules pack them into words instead."""
        self._ensure()
        return self._rules is not None

    @property
    def form(self) -> str:
        """Where the rules that searches use come from: "asked" one by one, or "compiled"."""
        return "asked" if self._has_own_numbers else "compiled"

    def _audited(self, answer: Answer) -> list[str]:
        return Audit(self).of(answer)

    def _audit_states(self, states: int, *, backwards: bool = False) -> list[str]:
        return Audit(self).of_states(states, backwards)

    @property
    def numbered(self) -> int:
        """How many states the engine has numbered; 0 if it packs them instead."""
        self._ensure()
        return 0 if self._rules is None else len(self._rules)

    def _ensure(self) -> None:
        """Creates the engine, which decides how states are numbered."""
        assert self._engine is not None

    def _canonical(self, state: Any) -> Any:
        return self.own.canonical(state) if self._has_canonical else state

    def _landings(self, state: Any) -> list[int]:
        """The numbers for the names of a state's moves."""
        names = self._numbered
        return [names.setdefault(step.name, len(names)) for step in self.moves(state)]

    # ------------------------------------------------------------ rules

    def initial(self) -> Any:
        if self._has_start:
            return self._start
        state = self.own.initial()
        if state is None:
            raise PuzzleError(f"{_name(self.own)}.initial() returned None; it must return the start state")
        return state

    def is_goal(self, state: Any) -> bool:
        return bool(self.own.is_goal(state))

    def heuristic(self, state: Any) -> Any:
        return self.own.heuristic(state)

    def canonical(self, state: Any) -> Any:
        return self._canonical(state)

    def predecessors(self, state: Any) -> Any:
        found = self.own.predecessors(state)
        return None if found is None else list(found)

    def moves(self, state: Any) -> list[Move]:
        own = self.own
        weighted = self.metric == "cost"
        pairs = own.successors(state) if self.has_successors else own._applied(state)
        return [
            Move.told(state, ((0, index), own.cost(state, move) if weighted else 1, None), str(move), after)
            for index, (move, after) in enumerate(pairs)
        ]

    def _follow(self, state: Any, code: Code) -> Move:
        steps = self.moves(state)
        index = code[1]
        if not self._has_canonical:
            if index >= len(steps):
                raise self._unstable(state)
            return steps[index]
        # Several moves to the same representative correspond in their order.
        there = [(self._canonical(step.after), step.cost) for step in self.moves(self._canonical(state))]
        if index >= len(there):
            raise self._unstable(state)
        turn = there[:index].count(there[index])
        same = [step for step in steps if (self._canonical(step.after), step.cost) == there[index]]
        if turn >= len(same):
            raise PuzzleError(
                f"{_name(self.own)}.canonical says that {state!r} is the same as "
                f"{self._canonical(state)!r}, but a move from there leads to {there[index][0]!r} "
                "and no move from here does"
            )
        return same[turn]

    def _unstable(self, state: Any) -> PuzzleError:
        return PuzzleError(
            f"the moves of {state!r} changed between two calls; clew.testing.check_puzzle(puzzle) shows where"
        )

    def _find(self, state: Any, move: Any, index: int | None = None) -> Move:
        name = str(move).strip()
        steps = self.moves(state)
        for step in steps:
            if step.name == name:
                return step
        for step in steps:
            if close_up(step.name) == close_up(name):
                return step
        raise IllegalMove(shown(name), self._why_not(state, name), [step.name for step in steps], index)

    def _apparent_distance(self, state: Any) -> int:
        bound = self.own.heuristic(state)
        return int(bound) if bound is not None and bound < 2**31 else 0

    def _code_cost(self, code: Code) -> int:
        raise PuzzleError("the cost of a move of your own puzzle is known only together with its state")

    # ------------------------------------------------------------ words

    def _why_not(self, here: Any, text: str) -> str:
        return "no legal move has that name"

    def _split_moves(self, text: str) -> list[str]:
        return split_names(text)

    def _join_moves(self, names: list[str]) -> str:
        return join_names(names)

    def _hinted(self, level: int, move: Move) -> str:
        names = [other.name for other in self.moves(move.before)]
        if level == 1:
            return "There is only one move." if len(names) == 1 else f"One of the {len(names)} moves is best."
        if level == 2 and len(names) > 1:
            other = next(name for name in reversed(names) if name != move.name or names.count(name) > 1)
            return f"It is one of these two: {', '.join(sorted({move.name, other}))}."
        return f"Play {move.name}."

    def _words(self, here: Any, codes: Sequence[Code]) -> list[tuple[str, str]]:
        return [("the state", f"the state by {name}") for name in self._names(here, codes)]

    def _landing(self, kind: int, place: int) -> tuple[str, str]:
        number = kind << 16 | place
        for name, known in self._numbered.items():
            if known == number:
                return "move", name
        return "move", str(number)

    def _standing(self, numbers: Sequence[int]) -> list[int]:
        return [0]  # pieces are unknown: the whole state counts as one

    def draw(self, state: Any) -> str:
        return str(self.own.draw(state))

    def _text(self, state: Any) -> str:
        return state if isinstance(state, str) else repr(state)

    def position(self, state: Any) -> Any:
        """A state: the value itself, or its text as Python writes it."""
        value = state
        if isinstance(state, str) and not isinstance(self.initial(), str):
            try:
                value = ast.literal_eval(state)
            except (ValueError, SyntaxError, MemoryError, RecursionError):
                raise BoardError(
                    f'"{shown(state)}" is not a state; write it as Python does, such as {self.initial()!r}',
                    key="state",
                ) from None
        try:
            hash(value)
        except TypeError:
            raise BoardError(
                f"{value!r} is not a state: a {type(value).__name__} cannot be hashed", key="state"
            ) from None
        self._check_valid(value)
        return value

    def _check_valid(self, state: Any) -> None:
        """Raises `BoardError` for a state that the puzzle itself calls invalid."""
        name = spec.call_of(self.own)
        try:
            self._check_form(state)
        except PuzzleError as error:
            raise BoardError(str(error), key="state") from error
        if not self.own.valid(state):
            raise BoardError(f"{state!r} is not a state of {name}: its valid(state) is false", key="state")

    def _check_form(self, state: Any) -> None:
        """Raises `PuzzleError` for a state that the other form of the rules cannot hold."""
        check = getattr(self.own, "_check_words", None)
        if check is not None:
            check(state)

    # ------------------------------------------------------------ identity

    def _body(self) -> str:
        return self._identity()

    def _identity(self) -> str:
        begins = f" from {self._start!r}" if self._has_start else ""
        return spec.spec_of(self.own) + begins

    def __str__(self) -> str:
        return self._identity()

    def __repr__(self) -> str:
        return f"<Custom {self._identity()}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Custom):
            return NotImplemented
        same = self.own is other.own or spec.same(self.own, other.own)
        return same and self._has_start == other._has_start and bool(self._start == other._start)

    def __hash__(self) -> int:
        return hash((type(self.own), self._has_start))

    def at(self, state: Any) -> Self:
        return type(self)(self.own, self.position(state))

    def call(self) -> str:
        """``"module:Class(arguments)"``, from which another process can make this puzzle.

        Raises `ClewError` if none can.
        """
        name = spec.spec_of(self.own)
        if self._has_start or "..." in name or "<locals>" in name or name.startswith("__main__:"):
            raise ClewError(
                f"{self._identity()} cannot be made in another process: its class must be in a module that "
                "can be imported, and its arguments must be literals"
            )
        return name

    def to_dict(self) -> dict[str, Any]:
        raise ClewError(
            f"{self._identity()} is your own puzzle: its rules are code, which no board file or map "
            "file can hold. "
            "Make it in Python, or name it on the command line; a map can be saved as .graphml or .csv"
        )

    def _options(self) -> list[str]:
        return []

    def _own_keys(self) -> dict[str, Any]:
        return self.to_dict()

    def _start_keys(self, here: Any) -> dict[str, Any]:
        return self.to_dict()

    @classmethod
    def _keys_of_options(cls, options: Sequence[str]) -> dict[str, Any]:
        raise BoardError(spec.ONLY_ARGUMENTS)

    @classmethod
    def _keys_of_body(cls, body: str) -> dict[str, Any]:
        raise BoardError(spec.ONLY_ARGUMENTS)

    def _names(self, here: Any, codes: Sequence[Code]) -> list[str]:
        return [self._follow(here, code).name for code in codes]

    def _begins(self) -> str:
        return self._text(self.initial())

    def _numbers_of(self, text: str) -> Sequence[int]:
        return self._numbers(self.position(text))

    def _text_of(self, numbers: Sequence[int]) -> str:
        return self._text(self._state_of(numbers))

    def _read(self, text: str) -> str:
        return self._text(self.position(text))


def _name(own: object) -> str:
    return type(own).__name__
