"""How far each kind of work exceeds its memory limit, on boards that need more than the limit.

Each case runs in a process of its own, which reports its memory before the work and its peak.
`python -m bench.peaks` runs all of them (an hour), `python -m bench.peaks straight /count` those with
such parts in their names.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from bench.measure import peak_memory
from bench.sets import ROOT

MB = 10**6
SHARE, SPARE = 0.1, 30 * MB
"""What may be held beyond the limit: this share of it and so many bytes."""
LIMITS = (100 * MB, 300 * MB, 1000 * MB)
_SECONDS = 120.0
"""After these a case ends, whether it has reached its limit or not."""

Work = Callable[[Any, Any], Any]


class Peak(NamedTuple):
    """The peak memory of a case, in bytes beyond what the process used before, and how it ended."""

    bytes: int
    ended: str
    seconds: float

    def within(self, limit: int) -> bool:
        return self.bytes <= limit * (1 + SHARE) + SPARE


def peak(case: str, limit: int) -> Peak:
    """Runs a case (``"pebbles/solve"``) under a limit of memory, in a process of its own."""
    command = [sys.executable, "-m", "bench.peaks", case, str(limit)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{case} under {limit} bytes: {done.stderr.strip()[-2000:]}")
    return Peak(**json.loads(done.stdout))


def cases() -> list[str]:
    """The names of all cases: a board and a kind of work."""
    return [f"{board}/{work}" for board, works in _SUITS.items() for work in works]


# --- boards


def straight(side: int, pieces: int, seed: int) -> str:
    """A board full of straight pieces, the first of which must leave at the right."""
    random = Random(seed)
    grid = [["."] * side for _ in range(side)]
    names = iter("ABCDEFGHIJKLMNPQRSTUVWXYZabcdefghijklmnpqrstuvwyz")
    row = side // 2
    grid[row][0] = grid[row][1] = next(names)
    while pieces > 1:
        length, lies = random.choice((2, 2, 3)), random.random() < 0.5
        top, left = random.randrange(side), random.randrange(side)
        cells = [(top, left + step) if lies else (top + step, left) for step in range(length)]
        if any(y >= side or x >= side or grid[y][x] != "." for y, x in cells) or (lies and top == row):
            continue
        name = next(names)
        for y, x in cells:
            grid[y][x] = name
        pieces -= 1
    return "blocks[exit=A-right]:" + "/".join("".join(line) for line in grid)


def _boards() -> dict[str, Callable[[], Any]]:
    import clew

    def load(text: str) -> Callable[[], Any]:
        return lambda: clew.load(text)

    def file(name: str) -> Callable[[], Any]:
        return load(str(ROOT / "boards" / f"{name}.toml"))

    return {
        "fifteen": load(
            "pebbles[grid 4x4]:-,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15/15,14,8,12,10,11,9,13,2,6,5,1,3,7,4,-"
        ),
        "panguru": file("pebbles/panguru-25"),
        "panguru-28": load("pebbles:BCGOGWCPORBYYPR/PYORRPGBBYGOC-C"),
        "matrices": load("pebbles[grid 3x4]:-,1,2,3,4,5,6,7,8,9,10,11/11,10,9,8,7,6,5,4,3,2,1,-"),
        "alike": load("pebbles[grid 5x6]:" + "A" * 29 + "B/" + "-" * 14 + "A" * 7 + "B" + "A" * 8),
        "straight": load(straight(8, 14, 1)),
        "straight-12": load(straight(12, 38, 7)),
        "free": load(_FREE),
        "ricochet": file("ricochet/mondrian-22"),
        "robots": load(_ROBOTS),
        "anywhere": load(_ANYWHERE),
        "coroutine": _coroutine,
        "puzzlescript": sokoban,
        "tolls": _tolls,
        "python": lambda: _lights("Lights"),
        "compiled": lambda: _lights("CompiledLights"),
    }


_FREE = (
    "blocks[free]:AABCD.../AAEFG.../HIJKLM../NPQRS.../TTUUVV../WWXXYY../......../........>"
    "......../......../......../......../......../......../......AA/......AA"
)
_ROBOTS = (
    "ricochet:R.........B...../................/................/....#...#......./......G........./"
    "................/........Y......./................/...#........#.../................/"
    "................/.P............../................/................/.......#......../"
    "...........O....>................/................/................/................/"
    "................/................/................/......R........./................/"
    "................/................/................/................/................/"
    "................/................"
)
_ANYWHERE = "ricochet[anywhere]:.#.....#/....#..#/#..Y...O/.h#..#.#/..#.#.G./.B..#.../.#.#.#../...#.H..>HOh"


def _coroutine() -> Any:
    """A board on which all squares except the target lead to most others."""
    import clew

    random = Random(3)
    side = 32
    ways = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    squares = [[" ".join(random.sample(ways, 4)) for _ in range(side)] for _ in range(side)]
    return clew.Coroutine(squares=squares, coins=["a1", "af32"], target="p16", metric="steps")


def sokoban() -> Any:
    """A large room in which twelve crates are pushed, by a text of rules."""
    import clew

    game = clew.load(str(ROOT / "boards" / "puzzlescript" / "store-1.toml")).to_dict()["game"]
    random, side = Random(1), 16
    rows = [["#"] * side, *(["#", *"." * (side - 2), "#"] for _ in range(side - 2)), ["#"] * side]
    inner = [(row, column) for row in range(2, side - 2) for column in range(2, side - 2)]
    for sign, (row, column) in zip("*O" * 12, random.sample(inner, 24), strict=True):
        rows[row][column] = sign
    rows[1][1] = "P"
    head = game[: game.index("LEVELS")]
    return clew.PuzzleScript(f"{head}LEVELS\n\n" + "\n".join(map("".join, rows)) + "\n")


def _tolls() -> Any:
    """A field with large and varied step costs, and counts of many digits."""
    import clew

    class Tolls(clew.Puzzle):
        side = 1000

        def initial(self) -> int:
            return 0

        def moves(self, state: int) -> list[str]:
            row, column = divmod(state, self.side)
            return ["right"] * (column < self.side - 1) + ["down"] * (row < self.side - 1)

        def apply(self, state: int, move: str) -> int:
            return state + (1 if move == "right" else self.side)

        def cost(self, state: int, move: str) -> int:
            return 20_000 if move == "right" else 30_000

        def is_goal(self, state: int) -> bool:
            return state == self.side**2 - 1

    return Tolls()


def _lights(name: str) -> Any:
    sys.path.insert(0, str(ROOT / "examples"))
    import lights  # type: ignore[import-not-found]

    return getattr(lights, name)(7)


# --- kinds of work


def _solve(algorithm: str) -> Work:
    def work(puzzle: Any, limits: Any) -> str:
        import clew

        found = clew.solve(puzzle, algorithm=algorithm, limits=limits)
        return str(found.limit or found.status)

    return work


def _count(puzzle: Any, limits: Any) -> str:
    import clew

    found = clew.solutions(puzzle, limits=limits)
    return "counted" if found.count is not None else str(found.limit)


def _longer(puzzle: Any, limits: Any) -> str:
    import clew

    least = clew.solve(puzzle, limits=limits).length or 40
    found = clew.solutions(puzzle, length=least + 4, limits=limits)
    return str(found.limit or found.status)


def _heat(puzzle: Any, limits: Any) -> str:
    import clew

    found = clew.heatmap(puzzle, limits=limits)
    return str(found.limit or found.status)


def _improve(puzzle: Any, limits: Any) -> str:
    import clew

    *_, last = clew.improve(puzzle, limits=limits)
    return str(last.limit or last.status)


def _hint(puzzle: Any, limits: Any) -> str:
    import clew

    found = clew.hint(puzzle, limits=limits)
    return str(found.limit or found.status)


def _distance(puzzle: Any, limits: Any) -> str:
    import clew

    try:
        return str(clew.distance(puzzle, puzzle.initial(), limits=limits))
    except clew.LimitReached as reached:
        return "memory" if "memory" in str(reached) else "limit"


def _explore(edges: bool) -> Work:
    def work(puzzle: Any, limits: Any) -> str:
        import clew

        space = clew.explore(puzzle, edges=edges, limits=limits)
        return str(space.limit or space.status)

    return work


def _census(method: str) -> Work:
    def work(puzzle: Any, limits: Any) -> str:
        import clew

        found = clew.census(puzzle, method=method, limits=limits)
        return str(found.limit or found.status)

    return work


def _twice(first: Work) -> Work:
    """A second call must not exceed the limit either: the process may still hold what the first has freed."""

    def work(puzzle: Any, limits: Any) -> str:
        first(puzzle, limits)
        return str(first(puzzle, limits))

    return work


WORKS: dict[str, Work] = {
    "solve": _solve("auto"),
    "bfs": _solve("bfs"),
    "bidirectional": _solve("bidirectional"),
    "astar": _solve("astar"),
    "ida_star": _solve("ida_star"),
    "twice": _twice(_solve("bfs")),
    "count": _count,
    "longer": _longer,
    "heat": _heat,
    "improve": _improve,
    "hint": _hint,
    "distance": _distance,
    "explore": _explore(True),
    "states": _explore(False),
    "census": _census("auto"),
    "ranks": _census("ranks"),
    "hash": _census("hash"),
}
_USUAL = [name for name in WORKS if name not in ("ranks", "heat", "longer")]
_SUITS: dict[str, list[str]] = {
    "fifteen": [*(work for work in _USUAL if work not in ("census", "hash")), "longer"],
    "panguru": ["count", "longer", "heat", "explore", "census"],
    "panguru-28": ["solve", "ida_star", "count", "longer", "hint"],
    "matrices": ["census", "ranks"],
    "alike": [*_USUAL, "ranks"],
    "straight": [*_USUAL, "longer", "heat"],
    "straight-12": _USUAL,
    "free": [*_USUAL, "longer"],
    "ricochet": [*(work for work in _USUAL if work not in ("census", "hash")), "longer"],
    "robots": [work for work in _USUAL if work not in ("census", "hash")],
    "anywhere": [work for work in _USUAL if work not in ("census", "hash")],
    "coroutine": [*(work for work in _USUAL if work != "bidirectional"), "longer"],
    "puzzlescript": [*(work for work in _USUAL if work not in ("census", "hash")), "longer", "heat"],
    "tolls": ["bfs", "count", "longer"],
    "python": ["bfs", "bidirectional", "astar", "ida_star", "count", "improve", "explore", "hint"],
    "compiled": ["bfs", "bidirectional", "astar", "count", "improve", "explore", "hint", "twice"],
}


# --- the process of a case


def _held() -> int:
    """The bytes that this process uses now; resets its peak."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return int(line.split()[1]) * 1024


def _child(case: str, limit: int) -> None:
    from time import perf_counter

    import clew

    board, work = case.split("/")
    puzzle = _boards()[board]()
    # What is imported or compiled on first use belongs to the base, not to the work.
    clew.explore(clew.load("null[highest=9]:4"))
    if board in ("python", "compiled", "tolls"):
        clew.solve(puzzle, limits=clew.Limits(states=1))
    limits = clew.Limits(memory=limit, seconds=_SECONDS)
    before, began = _held(), perf_counter()
    ended = WORKS[work](puzzle, limits)
    seconds = perf_counter() - began
    print(json.dumps({"bytes": peak_memory() - before, "ended": ended, "seconds": round(seconds, 2)}))


def report(names: list[str], limits: Sequence[int] = LIMITS) -> int:
    """Prints every case, up to its first limit that it does not reach; returns how many exceeded a limit."""
    over = 0
    for name in names:
        for limit in limits:
            found = peak(name, limit)
            over += not found.within(limit)
            mark = "" if found.within(limit) else "  <-- too much"
            figures = f"{found.bytes / MB:8.1f} MB {found.seconds:7.1f} s  {found.ended}{mark}"
            print(f"{name:28}{limit // MB:5} MB  {figures}", flush=True)
            # The same work needs no more under a larger limit.
            if "memory" not in found.ended and found.within(limit):
                break
    return over


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[2].isdigit():
        _child(sys.argv[1], int(sys.argv[2]))
    else:
        parts = sys.argv[1:] or [""]
        sys.exit(report([name for name in cases() if any(part in name for part in parts)]) > 0)
