"""`@clew.compiled`: rules on whole numbers, compiled to machine code, run custom puzzles at native speed.

A state is `words` whole numbers from 0 to 2**63 - 1: an `int` for one word, a tuple for more. The rules that
a search calls all the time are functions of the class, without `self`, in the subset of Python that Numba
compiles:

    expand(state, out)         writes the state after each move into `out`, returns how many
    is_goal(state)             whether it is solved
    heuristic(state)           optional: a lower bound, negative if no goal can be reached
    cost(state, move)          optional: the cost of the move with that number
    predecessors(state, out)   optional: as `expand`, backwards (`predecessors = expand` if every move
                               can be undone)

Each may take one more argument, `table`: the whole numbers that the method `table(self)` returns, for sizes,
goals or neighbours that differ between puzzles. What is not called in searches stays ordinary Python:
`initial(self)`, `name(self, state, after)` (the name of a move; by default its number), `draw(self, state)`.
A function that rules call is decorated with `@clew.compiled`, too.

Every process compiles the rules of a class once, when it first solves a puzzle of it. Numba freezes global
values that they read at that moment.

The same functions run uncompiled for single states: for names of moves, games and
`clew.testing.check_puzzle`, and for everything if Numba is missing. Python's integers are unbounded, so a
value that does not fit in 64 bits is an error there. Before a search, both forms are compared on a few states
near the start, and a difference raises `PuzzleError`.
"""

from __future__ import annotations

import os
from abc import update_abstractmethods
from importlib.util import find_spec
from inspect import getattr_static
from operator import index
from threading import Lock
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar
from warnings import warn

from clew.custom.agree import check
from clew.custom.native import machine_code
from clew.custom.rules import RULES, Helper, Rule, arguments
from clew.errors import PuzzleError
from clew.optional import install
from clew.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Compiled = TypeVar("Compiled", bound=Callable[..., Any])

MOST_WORDS = 8
LARGEST = (1 << 63) - 1
"""The largest word: Numba computes with signed 64-bit integers."""
_warned = False


def compiled(rules: Compiled) -> Compiled:
    """Turns a class of compiled rules into a puzzle; see `clew.custom.compiled` for what it must define. Its
    subclasses are compiled as well, with the rules that they change.

    A function that compiled rules call is decorated, too: it stays an ordinary function in Python.

    >>> @clew.compiled
    ... class Countdown(clew.Puzzle):
    ...     words = 1
    ...     most = 2
    ...     def initial(self):
    ...         return 5
    ...     def expand(state, out):
    ...         for take in range(min(state, 2)):
    ...             out[take] = state - take - 1
    ...         return min(state, 2)
    ...     def is_goal(state):
    ...         return state == 0
    >>> clew.Game(Countdown()).legal_moves
    [<Move 0>, <Move 1>]

    Needs Numba, the extra `compiled`. Without it the same rules run as plain Python, with one warning.

    Raises `PuzzleError` for a class that lacks a rule, and on first use for a rule that Numba cannot compile.
    """
    if isinstance(rules, FunctionType):
        return Helper(rules)  # type: ignore[return-value]
    if not (isinstance(rules, type) and issubclass(rules, Puzzle)):
        raise PuzzleError("clew.compiled must decorate a subclass of clew.Puzzle, or a function")
    if "_interpreted" not in vars(rules):  # else it is a subclass of a compiled class
        _install(rules)
    return rules


def _install(cls: type[Puzzle]) -> None:
    """Makes a puzzle of a class of compiled rules, and of its subclasses."""
    rules = {name: _rule(cls, name) for name in RULES if _has(cls, name)}
    for name in ("expand", "is_goal"):
        if name not in rules:
            raise PuzzleError(f"{cls.__name__} has no {name}({arguments(name)}), which compiled rules need")
    for name in ("moves", "apply", "successors", "canonical"):
        if _has(cls, name) and _inherited(cls, name) is None:
            instead = "let expand write representatives" if name == "canonical" else "they come from expand"
            raise PuzzleError(
                f"{cls.__name__} has its own {name}, which compiled rules do not call: {instead}"
            )
    words, most = getattr(cls, "words", 1), getattr(cls, "most", None)
    if not isinstance(words, int) or not 1 <= words <= MOST_WORDS:
        raise PuzzleError(
            f"{cls.__name__}.words is {words!r}; a state has from 1 to {MOST_WORDS} words of 64 bits"
        )
    if not isinstance(most, int) or not 1 <= most < 1 << 16:
        raise PuzzleError(
            f"{cls.__name__}.most is {most!r}; it must be the most moves that a state has, as in most = 4"
        )
    Interpreted(cls, rules, words, most).install()
    _warn_without_numba(cls)


def _rule(cls: type[Puzzle], name: str) -> Rule:
    """A rule as the class defines it, or as a compiled class that it inherits from did."""
    above, found = _inherited(cls, name), getattr_static(cls, name)
    if above is not None:
        return above.rules[name]
    return Rule(cls.__name__, name, found.__func__ if isinstance(found, staticmethod) else found)


def _inherited(cls: type[Puzzle], name: str) -> Interpreted | None:
    """The rules of the compiled class from which this class inherits what it has under a name, if it does."""
    found = getattr_static(cls, name)
    for base in cls.__mro__[1:]:
        above: Interpreted | None = vars(base).get("_interpreted")
        if above is not None and above.installed.get(name) is found:
            return above
    return None


def _compile_subclasses(cls: Any) -> None:
    own = vars(cls).get("__init_subclass__")

    def init_subclass(sub: Any, /, **named: Any) -> None:
        if own is None:
            super(cls, sub).__init_subclass__(**named)
        else:
            own.__func__(sub, **named)
        if "_interpreted" not in vars(sub):
            _install(sub)

    cls.__init_subclass__ = classmethod(init_subclass)


def _has(cls: type, name: str) -> bool:
    return getattr(cls, name, None) is not getattr(Puzzle, name, None)


def has_numba() -> bool:
    """Whether Numba is there to compile rules, and not told to leave them as they are; it is not imported."""
    return find_spec("numba") is not None and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def _warn_without_numba(cls: type) -> None:
    global _warned
    if not _warned and find_spec("numba") is None:
        _warned = True
        command = install("compiled")
        warn(f"{cls.__name__} runs as plain Python, because Numba is not installed: {command}", stacklevel=4)


class Interpreted:
    """The rules of a class as the methods of `clew.Puzzle`, in plain Python."""

    def __init__(self, cls: type[Puzzle], rules: dict[str, Rule], words: int, most: int) -> None:
        self.cls = cls
        self.rules = rules
        self.words = words
        self.most = most
        self._machine: dict[str, Any] | None = None
        self._compiling = Lock()
        self._compared: set[int] = set()

    def install(self) -> None:
        """Gives the class the methods of a puzzle, and `_compiled_code`, which makes the machine code for the
        engine.
        """
        cls: Any = self.cls
        own_name = getattr(cls, "name", None)

        def successors(puzzle: Any, state: Any) -> Iterator[tuple[str, Any]]:
            for number, after in enumerate(self.states("expand", puzzle, state)):
                yield (str(number) if own_name is None else str(puzzle.name(state, after))), after

        def apply(puzzle: Any, state: Any, move: Any) -> Any:
            for name, after in successors(puzzle, state):
                if name == str(move):
                    return after
            raise PuzzleError(f"{move} is not a move in {state!r}", state, move)

        def cost(puzzle: Any, state: Any, move: Any) -> int:
            names = [name for name, _ in successors(puzzle, state)]
            return int(self.rules["cost"](state, names.index(str(move)), table=table_of(puzzle)))

        def heuristic(puzzle: Any, state: Any) -> int | None:
            bound = int(self.rules["heuristic"](state, table=table_of(puzzle)))
            return None if bound < 0 else bound

        self.installed = {
            "expand": getattr_static(cls, "expand"),
            "successors": successors,
            "moves": lambda puzzle, state: [name for name, _ in successors(puzzle, state)],
            "apply": apply,
            "is_goal": lambda puzzle, state: bool(self.rules["is_goal"](state, table=table_of(puzzle))),
            "heuristic": heuristic if "heuristic" in self.rules else Puzzle.heuristic,
            "cost": cost if "cost" in self.rules else Puzzle.cost,
            "predecessors": Puzzle.predecessors,
            "canonical": Puzzle.canonical,
        }
        if "predecessors" in self.rules:
            self.installed["predecessors"] = lambda puzzle, state: self.states("predecessors", puzzle, state)
        for name, rule in self.installed.items():
            setattr(cls, name, rule)
        if not any("_interpreted" in vars(base) for base in cls.__mro__):
            _compile_subclasses(cls)
        cls._interpreted = self
        cls._compiled_code = lambda puzzle, start: self.code(puzzle, start)
        cls._check_words = lambda puzzle, state: self.words_of(state)
        update_abstractmethods(cls)

    def states(self, name: str, puzzle: Any, state: Any) -> list[Any]:
        """The states that a rule writes, computed in Python."""
        room: list[Any] = [0] * self.most
        if self.words > 1:
            room = [[0] * self.words for _ in range(self.most)]
        count = self.rules[name](state, room, table=table_of(puzzle))
        self.check_count(name, state, count)
        return [self.read(name, after) for after in room[:count]]

    def read(self, name: str, written: Any) -> Any:
        """A state that a rule wrote. Raises `PuzzleError` for anything else, such as a float, which keeps
        only 53 bits.
        """
        try:
            state = index(written) if self.words == 1 else tuple(map(index, written))
        except TypeError:
            raise PuzzleError(
                f"{self.rules[name].label} wrote {written!r}; states are whole numbers: use // instead of /"
            ) from None
        self.words_of(state)
        return state

    def check_count(self, name: str, state: Any, count: Any) -> None:
        """Raises `PuzzleError` unless the number of states that a rule wrote is valid."""
        if not isinstance(count, int) or not 0 <= count <= self.most:
            raise PuzzleError(
                f"{self.rules[name].label} returned {count!r} for {state!r}; it must return the number of "
                f"states that it wrote, from 0 to most = {self.most}",
                state,
            )

    def code(self, puzzle: Any, start: Any) -> dict[str, Any] | None:
        """The arguments of `Engine.compiled`; None if Numba is missing."""
        self.check_not_overridden(puzzle)
        if not has_numba():
            return None

        words, table = self.words_of(start), table_of(puzzle)
        machine = self.machine()
        addresses = {name: code.address for name, code in machine.items()}
        check(self, puzzle, start, table, addresses, thoroughly=hash(tuple(table)) not in self._compared)
        self._compared.add(hash(tuple(table)))
        return {
            **addresses,
            "words": self.words,
            "most": self.most,
            "start": list(words),
            "table": table,
            "blame": lambda name, words, answer: self.blame(puzzle, name, words, answer),
            "kept": machine,
        }

    def machine(self) -> dict[str, Any]:
        """The machine code of each rule, made on first use."""
        with self._compiling:
            if self._machine is None:
                self._machine = machine_code(self.rules, self.words, self.most)
            return self._machine

    def check_not_overridden(self, puzzle: Any) -> None:
        """Raises `PuzzleError` if a rule of the puzzle is not the one that was compiled."""
        for name, rule in self.installed.items():
            if getattr_static(puzzle, name) is not rule:
                raise PuzzleError(
                    f"{self.cls.__name__}.{name} was set on an object, or on its class later, but searches "
                    "use the rule that is compiled: define it in a subclass"
                )

    def words_of(self, state: Any) -> tuple[int, ...]:
        """The words of a state. Raises `PuzzleError` for anything that is not a state."""
        words = (state,) if self.words == 1 else state
        fits = isinstance(words, tuple) and len(words) == self.words
        if not fits or not all(isinstance(word, int) and 0 <= word <= LARGEST for word in words):
            kind = "a whole number" if self.words == 1 else f"a tuple of {self.words} whole numbers"
            raise PuzzleError(
                f"{state!r} is not a state of {self.cls.__name__}: it must be {kind} from 0 to 2**63 - 1",
                state,
            )
        return words

    def blame(self, puzzle: Any, name: str, words: list[int], answer: int | None) -> BaseException:
        """The exception for a compiled rule that failed: the one that the same rule raises in Python."""
        state = words[0] if self.words == 1 else tuple(words)
        try:
            if name in ("expand", "predecessors"):
                self.states(name, puzzle, state)
            elif name == "cost":
                for move in range(self.most):
                    self.rules[name](state, move, table=table_of(puzzle))
            else:
                self.rules[name](state, table=table_of(puzzle))
        except Exception as error:
            return error
        what = "raised" if answer is None else f"answered {answer}"
        return PuzzleError(
            f"{self.rules[name].label} {what} for {state!r} as machine code but not in Python: "
            "machine code has 64-bit numbers; clew.testing.check_puzzle(puzzle) compares the two",
            state,
        )


def table_of(puzzle: Any) -> list[int]:
    """The puzzle's own numbers for its rules."""
    table = getattr(puzzle, "table", None)
    return [] if table is None else [int(value) for value in table()]
