"""PuzzleScript: states per second of the processor on levels of known games, beside another commit's engine.

`python -m bench.rates --against REV` builds that commit under `build/bench`, and has both engines go through
each level breadth first, in turns, on one thread and one processor.
"""

from __future__ import annotations

import argparse
from statistics import median

from bench.against import Worker, tree_of
from bench.games import game_of
from bench.sets import ROOT
from bench.table import Table, times_of

LEVELS = (
    ("Sokoban, 9x9, three crates", 1),
    ("40 rules, 60 objects", 1),
    ("limerick", 1),
    ("throttle movement", 6),
    ("gallery: heroes of sokoban", 4),
    ("explod", 4),
    ("gallery game: mad queens", 9),
    ("take heart lass", 8),
    ("love and pieces", 5),
    ("heroes of sokoban 2", 1),
    ("unnecessary number of rules sokobond", 10),
    ("zen puzzle garden", 1),
)
"""Of each game a level with many states; the first two games are the bench's own."""
_ROUNDS = 3


def rates(revision: str, states: int, seconds: float) -> Table:
    """A row for each level. Raises `AssertionError` where the engines go through other states."""
    options = {"threads": 1, "states": states, "seconds": seconds}
    rows, times = [], []
    tree = tree_of(revision)
    with Worker(tree) as before, Worker(ROOT) as now:
        for name, level in LEVELS:
            if not (source := game_of(name)):
                continue
            spent: tuple[list[float], list[float]] = ([], [])
            for _ in range(_ROUNDS):
                found = [worker.ask("rate", f"{level}\n{source}", options) for worker in (before, now)]
                whole = [one["result"] for one in found if one["result"] is not None]
                assert len(set(whole)) <= 1, f"{name}, level {level}: {found}"
                for rates_of, one in zip(spent, found, strict=True):
                    rates_of.append(one["states"] / one["seconds"])
            old, new = (median(rates_of) for rates_of in spent)
            times.append(new / old)
            rows.append([f"{name}, level {level}", f"{old:,.0f}", f"{new:,.0f}", times_of(new / old)])
    rows.append(["median", "", "", times_of(median(times))])
    heads = ("level", "before", "now", "times")
    note = (
        f"Breadth-first search, up to {states:,} states or {seconds:g} s, in states per processor second; "
        f"the median of {_ROUNDS} rounds. *before*: commit {tree.name}. Of solved levels, the search for "
        "the first of its shortest solutions is part of it."
    )
    return Table(f"PuzzleScript: beside {tree.name}", heads, rows, note)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", metavar="REV", required=True, help="the commit to compare with")
    parser.add_argument("--states", type=int, default=500_000, help="states of a level, at most")
    parser.add_argument("--seconds", type=float, default=4.0, help="seconds for a level, at most")
    args = parser.parse_args()
    print(rates(args.against, args.states, args.seconds).markdown())


if __name__ == "__main__":
    main()
