"""Random rules to be compiled, with loops of 1 to 64 turns in every rule; reproducible from a seed.

A state has a few bits, scattered over one to eight words, in two halves. A move adds (xor) to one half a
number that loops compute from the other half. So each move undoes itself, predecessors are known, and there
are at most 256 states however large the words are. Each rule has two loops: one of turns that are frozen into
the code, one of turns that stand in the puzzle's table.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import clew
from tests.reference.rules import Rules

BITS = 8
WEIGHTS = 8
"""Numbers in the table that loops read as weights, behind the turns of the loops."""

BODIES = (
    "n += ((x >> i) & 1) * (i * {a} + {b} + k)",
    "n += ((x >> (i & 31)) & 15) * {a} + (i ^ {b})",
    "n += ((x >> ((i * {a}) & 31)) & 1) << (i & 7)",
    "n ^= ((x >> (i >> 1)) & {m}) + i * {a} + k",
    "if ((x >> i) & 1) != ((x >> (i >> 1)) & 1): n += {b} + k",
    "n += table[5 + (i & 7)] * ((x >> i) & 1)",
    "n = max(n, ((x >> (i & 31)) & {m}) ^ (i * {a} + k))",
    "n += abs(((x >> i) & 7) - (i & 7)) * {b}",
)
RULES = ("expand", "is_goal", "heuristic", "cost", "predecessors")


class Drawn(NamedTuple):
    """Rules as source, and what their classes need."""

    source: str
    words: int
    most: int
    start: Any
    rules: tuple[str, ...]


def draw(chance: Random, kind: int, turns: list[int]) -> Drawn:
    """Rules whose frozen loops, a rule each in the order of `RULES`, have so many turns.

    `kind` chooses the words of a state (1 to 8, one word more often); every fifth has neither costs nor a
    bound.
    """
    words = (1, 2, 1, 3, 1, 5, 1, 8)[kind % 8]
    most = chance.randint(3, 6)
    places = chance.sample([(word, bit) for word in range(words) for bit in range(62)], BITS)
    left, right = ([0] * words for _ in range(2))
    for at, (word, bit) in enumerate(places):
        (left if at % 2 else right)[word] |= 1 << bit
    bits = [sum(1 << bit for at, bit in places if at == word) for word in range(words)]
    start = [chance.getrandbits(63) & mask for mask in bits]
    rules = RULES if kind % 5 else ("expand", "is_goal", "predecessors")
    writer = _Writer(chance, words, most, left, right, turns)
    lines = [line for name in rules for line in getattr(writer, name)()]
    return Drawn("\n".join(lines), words, most, start[0] if words == 1 else tuple(start), rules)


def table(chance: Random, turns: list[int]) -> list[int]:
    """Turns of the loops that the table tells, a rule each, and weights."""
    return [*turns, *(chance.randint(1, 1000) for _ in range(WEIGHTS))]


class _Writer:
    """Writes the source of one set of rules."""

    def __init__(
        self, chance: Random, words: int, most: int, left: list[int], right: list[int], turns: list[int]
    ) -> None:
        self.chance = chance
        self.words = words
        self.most = most
        self.left, self.right = left, right
        self.turns = dict(zip(RULES, turns, strict=True))
        self.goal = chance.randint(3, 30)
        self.solved = self.loops("is_goal", None)
        self.step = self.loops("expand", left), self.loops("expand", right)
        self.spread = [chance.getrandbits(42) | 1 for _ in range(words)]
        self.least = chance.randint(1, 5)

    def loops(self, rule: str, half: list[int] | None) -> list[tuple[str, str, str]]:
        """Two loops over a half of the state (all of it where it is None): turns, what `x` is, the body."""
        found = []
        for turns in (str(self.turns[rule]), f"table[{RULES.index(rule)}]"):
            word = self.chance.randrange(self.words) if half is None else _fullest(half, self.chance)
            x = "state" if self.words == 1 else f"state[{word}]"
            if half is None and self.words > 1 and self.chance.random() < 0.3:
                x = f"state[i & {self.words // 2}]"
            if half is not None:
                x = f"({x} & {half[word]})"
            body = self.chance.choice(BODIES).format(
                a=self.chance.randint(1, 60), b=self.chance.randint(1, 60), m=self.chance.randint(1, 4095)
            )
            found.append((turns, x, body))
        return found

    def summed(
        self, loops: list[tuple[str, str, str]], by: str, back: bool = False, k: str = "0"
    ) -> list[str]:
        """Lines that compute `n`; with `back` the turns in the opposite order, which changes nothing."""
        lines = [f"{by}n = 0", f"{by}k = {k}"]
        for turns, x, body in loops:
            order = f"range({turns} - 1, -1, -1)" if back else f"range({turns})"
            lines += [f"{by}for i in {order}:", f"{by}    x = {x}", f"{by}    {body}"]
        return lines

    def moves(self, name: str, order: str, back: bool) -> list[str]:
        lines = [f"def {name}(state, out, table):", "    count = 0", f"    for move in {order}:"]
        for half, (loops, target) in enumerate(zip(self.step, (self.right, self.left), strict=True)):
            lines += [f"        {'if' if half == 0 else 'else'}{' move % 2 == 0' if half == 0 else ''}:"]
            lines += self.summed(loops, " " * 12, back, "move")
            lines += [f"            if n % {4 + self.most} != 0:"]
            for word in range(self.words):
                at = "" if self.words == 1 else f"[{word}]"
                change = f"((n * {self.spread[word]}) & {target[word]})"
                lines += [f"                out[count]{at} = state{at} ^ {change}"]
            lines += ["                count += 1"]
        return [*lines, "    return count"]

    def expand(self) -> list[str]:
        return self.moves("expand", f"range({self.most})", False)

    def predecessors(self) -> list[str]:
        return self.moves("predecessors", f"range({self.most - 1}, -1, -1)", True)

    def is_goal(self) -> list[str]:
        return [
            "def is_goal(state, table):",
            *self.summed(self.solved, "    "),
            f"    return n % {self.goal} == 1",
        ]

    def heuristic(self) -> list[str]:
        return [
            "def heuristic(state, table):",
            *self.summed(self.solved, "    ", back=True),
            f"    if n % {self.goal} == 1:",
            "        return 0",
            *self.summed(self.loops("heuristic", None), "    "),
            f"    return 1 + n % {self.least}",
        ]

    def cost(self) -> list[str]:
        loops = self.summed(self.loops("cost", None), "    ", k="move")
        return ["def cost(state, move, table):", *loops, f"    return {self.least} + n % 4"]


def _fullest(half: list[int], chance: Random) -> int:
    """One of the words in which the half has bits."""
    return chance.choice([word for word, mask in enumerate(half) if mask])


def functions(drawn: Drawn) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(drawn.source, names)
    return {name: names[name] for name in drawn.rules}


def compiled_class(drawn: Drawn) -> Any:
    """The rules as `@clew.compiled` takes them; an object is made with its table."""
    own = {"words": drawn.words, "most": drawn.most, **_common(drawn), **functions(drawn)}
    return clew.compiled(type("Compiled", (clew.Puzzle,), own))


def plain_class(drawn: Drawn) -> Any:
    """The same rules as methods in plain Python, with moves named as compiled ones are."""
    rules = functions(drawn)
    own: dict[str, Any] = {
        "successors": lambda self, state: enumerate(written(rules["expand"], drawn, state, self.numbers)),
        "moves": lambda self, state: [move for move, _ in self.successors(state)],
        "apply": lambda self, state, move: dict(self.successors(state))[int(move)],
        "is_goal": lambda self, state: rules["is_goal"](state, self.numbers),
        "predecessors": lambda self, state: written(rules["predecessors"], drawn, state, self.numbers),
    }
    if "cost" in rules:
        own["cost"] = lambda self, state, move: rules["cost"](state, int(move), self.numbers)
        own["heuristic"] = lambda self, state: rules["heuristic"](state, self.numbers)
    return type("Plain", (clew.Puzzle,), {**_common(drawn), **own})


def _common(drawn: Drawn) -> dict[str, Any]:
    def keep(self: Any, numbers: list[int]) -> None:
        self.numbers = numbers

    return {"__init__": keep, "initial": lambda self: drawn.start, "table": lambda self: self.numbers}


def written(rule: Any, drawn: Drawn, state: Any, numbers: list[int]) -> list[Any]:
    """The states that a rule writes, called as plain Python."""
    room: list[Any] = [0] * drawn.most
    if drawn.words > 1:
        room = [[0] * drawn.words for _ in room]
    found = room[: rule(state, room, numbers)]
    return found if drawn.words == 1 else [tuple(after) for after in found]


class Judged(Rules):
    """The rules as the plain searches of `tests/reference/` take them; a move's name holds its cost."""

    def __init__(self, drawn: Drawn, numbers: list[int]) -> None:
        self.start = drawn.start
        self.drawn, self.numbers, self.rules = drawn, numbers, functions(drawn)

    def moves(self, state: Any) -> list[tuple[str, Any]]:
        cost = self.rules.get("cost", lambda *_: 1)
        after = written(self.rules["expand"], self.drawn, state, self.numbers)
        return [(f"{move}:{cost(state, move, self.numbers)}", there) for move, there in enumerate(after)]

    def is_goal(self, state: Any) -> bool:
        return bool(self.rules["is_goal"](state, self.numbers))

    def cost(self, name: str) -> int:
        return int(name.partition(":")[2])

    def identity(self, state: Any) -> Any:
        return state

    def text(self, state: Any) -> str:
        return repr(state)

    def read(self, text: str) -> Any:
        raise NotImplementedError
