"""Clew beside what registries offer for the same work, on the same core, in turns: `make bench-peers`.

The crate `pathfinding` and a plain loop over a hash set, both compiled from bench/peers_rust, solve boards
breadth first; a loop in Python does so with rules of one's own; the environment of the package
`sliding-puzzles` plays; general planners solve pebbles boards. Whatever is not installed is named.

A call is what a user waits for: from Python to Python, with the board read and the engine loaded before.
Every length is compared.
"""

from __future__ import annotations

import subprocess
from collections import deque
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from time import perf_counter
from typing import Any

import clew
from bench.planners import planners
from bench.sets import ROOT
from bench.table import Table, times_of
from tests.acceptance.data import rows

RUST = ROOT / "bench" / "peers_rust" / "target" / "release" / "peers"

HEADS = ("work", "boards", "peer", "peer's time", "Clew's time", "Clew is faster by", "median", "slower on")
STEPS = 20_000


@clew.compiled
class Pancakes(clew.Puzzle):
    """A stack of pancakes, smallest on top in the end; a move turns some of those on top. Four bits each."""

    most = 16

    def __init__(self, order: str) -> None:
        self.order = order

    def initial(self) -> int:
        return sum(int(size) << 4 * place for place, size in enumerate(self.order))

    def table(self) -> list[int]:
        return [len(self.order)]

    @staticmethod
    def expand(state: int, out: Any, table: Any) -> int:
        for count in range(2, table[0] + 1):
            turned = state >> 4 * count << 4 * count
            for place in range(count):
                turned |= (state >> 4 * place & 15) << 4 * (count - 1 - place)
            out[count - 2] = turned
        return int(table[0]) - 1

    @staticmethod
    def is_goal(state: int) -> bool:
        before = 0
        while state:
            if state & 15 < before:
                return False
            before = state & 15
            state >>= 4
        return True

    def name(self, state: int, after: int) -> str:
        count = max(place for place in range(16) if (state ^ after) >> 4 * place & 15) + 1
        return f"f{count}"

    def draw(self, state: int) -> str:
        return "".join(str(state >> 4 * place & 15) for place in range(len(self.order)))


def peers(quick: bool) -> list[Table]:
    """The table of searches, that of steps, and that of planners."""
    return [_searches(quick), _steps(), *planners(quick)]


def _searches(quick: bool) -> Table:
    if not RUST.exists():
        return Table("Searches beside peers", HEADS, [], "Not built: `make bench-peers` builds them.")
    lights = import_module("examples.lights")
    step = 20 if quick else 1
    rush = [row["board"] for row in rows("blocks_rush.csv")][: 300 if not quick else 15]
    rooms = [(row["board"], row["goal"]) for row in rows("ricochet.json") if (row["optimal"] or 99) <= 12]
    stacks = ["635172489", "918273645", "372819465"]
    work: list[tuple[str, list[tuple[str, Callable[[], clew.Puzzle]]]]] = [
        (
            "Rush Hour",
            [(f"rush\t{_slashed(board)}", _later(clew.Blocks.parse, board)) for board in rush],
        ),
        (
            "ricochet, up to 12 moves",
            [
                (f"ricochet\t{_joined(board)}\t{_joined(goal)}", _later(clew.Ricochet, board, goal))
                for board, goal in rooms[::step]
            ],
        ),
        (
            "Lights Out 4x4, own rules compiled",
            [(f"lights\t4\t{on}", _later(lights.CompiledLights, 4, on)) for on in (0xFFFF, 0x8421, 0x0660)],
        ),
        (
            "Lights Out 5x5, own rules compiled",
            [(f"lights\t5\t{on}", _later(lights.CompiledLights, 5, on)) for on in (0x1FFFFFF,)],
        ),
        (
            "nine pancakes, own rules compiled",
            [(f"pancake\t{order}", _later(Pancakes, order)) for order in stacks],
        ),
    ]
    table = []
    for name, boards in work:
        ours = [_ours(make()) for _, make in boards]
        theirs = _theirs(line for line, _ in boards)
        for which, peer in enumerate(("pathfinding, bfs", "a loop, FxHashSet")):
            times = []
            for (length, span), (line, _), (known, *spans) in zip(ours, boards, theirs, strict=True):
                assert length == known, f"{line}: {known} moves, Clew says {length}"
                times.append((spans[which], span))
            table.append(_row(name, peer, times))
    plain = [lights.Lights(4, on) for on in (0xFFFF, 0x8421, 0x0660)]
    times = [(_by_hand(puzzle), _ours(puzzle)[1]) for puzzle in plain]
    table.append(_row("Lights Out 4x4, own rules in Python", "a loop in Python", times))
    return Table("Searches beside peers", HEADS, table, "Times of all boards together; *slower on*: boards.")


def _row(work: str, peer: str, times: list[tuple[float, float]]) -> list[str]:
    theirs, ours = (sum(column) for column in zip(*times, strict=True))
    ratios = [peer_s / our_s for peer_s, our_s in times]
    slower = sum(ratio < 1 for ratio in ratios)
    return [
        work,
        str(len(times)),
        peer,
        f"{1000 * theirs:,.4g} ms",
        f"{1000 * ours:,.4g} ms",
        times_of(theirs / ours),
        times_of(median(ratios)),
        f"{slower} of {len(times)}",
    ]


def _later(make: Callable[..., clew.Puzzle], *values: Any) -> Callable[[], clew.Puzzle]:
    return lambda: make(*values)


def _slashed(board: str) -> str:
    side = round(len(board) ** 0.5)
    return "/".join(board[at : at + side] for at in range(0, len(board), side)).replace(".", "o")


def _joined(board: str | list[str]) -> str:
    return board if isinstance(board, str) else "/".join(board)


def _ours(puzzle: clew.Puzzle) -> tuple[int | None, float]:
    """The fewest moves, and the seconds of a call: the median of those that fit 20 ms, at most 51."""
    length = clew.solve(puzzle, threads=1).length
    times: list[float] = []
    while sum(times) < 0.02 and len(times) < 51:
        began = perf_counter()
        clew.solve(puzzle, threads=1)
        times.append(perf_counter() - began)
    return length, median(times)


def _theirs(lines: Iterable[str]) -> list[tuple[int | None, float, float]]:
    """The fewest moves, and the seconds of the crate and of the loop, of each line."""
    done = subprocess.run([RUST], input="\n".join(lines), capture_output=True, text=True, check=True)
    found = []
    for line in done.stdout.splitlines():
        length, crate, loop = line.split("\t")
        found.append((None if length == "-" else int(length), int(crate) / 1e9, int(loop) / 1e9))
    return found


def _by_hand(puzzle: Any) -> float:
    """Seconds of a breadth-first search of Lights Out with the rules written into the loop."""
    masks, times = puzzle.masks, list[float]()
    while sum(times) < 0.5 and len(times) < 5:
        began = perf_counter()
        seen, waiting = {puzzle.on: None}, deque([puzzle.on])
        while waiting:
            state = waiting.popleft()
            if not state:
                break
            for mask in masks:
                after = state ^ mask
                if after not in seen:
                    seen[after] = None
                    waiting.append(after)
        times.append(perf_counter() - began)
    return median(times)


def _steps() -> Table:
    """Steps a second of one environment, by moves at random."""
    heads = ("one environment of the 8-puzzle", "steps/s")
    if not find_spec("gymnasium") or not find_spec("clew_lab"):
        return Table("Steps beside peers", heads, [], "Not installed: gymnasium, clew-lab.")
    gymnasium: Any = import_module("gymnasium")
    import_module("clew_lab.gym")
    board = "boards/pebbles/eight-puzzle.toml"
    ours = [("clew/Puzzle-v0", gymnasium.make("clew/Puzzle-v0", board=board, disable_env_checker=True))]
    note = ""
    if find_spec("sliding_puzzles"):
        package: Any = import_module("sliding_puzzles")
        ours.append(("sliding-puzzles", package.SlidingEnv(w=3, h=3, render_mode="state", seed=1)))
    else:
        note = "Not installed: sliding-puzzles."
    return Table("Steps beside peers", heads, [[name, f"{_rate(env):,.0f}"] for name, env in ours], note)


def _rate(env: Any) -> float:
    """The best of three rounds."""
    best = 0.0
    for _ in range(3):
        env.reset(seed=1)
        env.action_space.seed(1)
        actions = [env.action_space.sample() for _ in range(STEPS)]
        began = perf_counter()
        for action in actions:
            _, _, ended, cut, _ = env.step(action)
            if ended or cut:
                env.reset()
        best = max(best, STEPS / (perf_counter() - began))
    return best
