"""Fuzz target: random rules, compiled, in plain Python and judged by the reference; and built-in families.

The bytes are the seed. Each rule set is compiled anew, with loops of 1 to 64 turns in every rule, and tried
with several tables; the three must agree on lengths, counts, and every state, move, cost and distance.

    python tests/fuzz/fuzz_compiled.py -max_total_time=600
    python tests/fuzz/fuzz_compiled.py 0107     what was found with these bytes, once more
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.custom.agreement import drawn_puzzles, family_boards
from tests.custom.own_families import FAMILIES

TABLES, BOARDS = 5, 3


def seeds() -> list[bytes]:
    """One set of rules for each number of words, and each built-in family."""
    families = [bytes([0, number]) for number in range(len(FAMILIES))]
    return [*(bytes([1, number]) for number in range(8)), *families]


def check(data: bytes) -> None:
    """Hold the rules, or the boards, that the bytes draw; one in four of the first bytes chooses a family."""
    if len(data) < 2:
        return
    seed = int.from_bytes(data[1:9], "little")
    if data[0] % 4 == 0:
        family_boards(sorted(FAMILIES)[data[1] % len(FAMILIES)], seed, BOARDS)
    else:
        drawn_puzzles(seed, Random(seed).randrange(1000) * TABLES, TABLES)


if __name__ == "__main__":
    from tests.fuzz.harness import draw_on

    draw_on(check, sys.argv[1:])
