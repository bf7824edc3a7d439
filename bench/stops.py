"""The longest time each public call goes without checking for Ctrl-C: `python -m bench.stops`.

The promise is 0.1 s of processor time. One run of a call tries every moment of it (`tests/stops/gaps.py`);
the shortest of three runs leaves out what else the machine had to do.
"""

from __future__ import annotations

import clew
from bench.table import Table
from tests.stops.calls import MEMORY, Call, calls, ready
from tests.stops.gaps import listen, press

BUSY = 0.8
"""Processor seconds after which a call is asked to stop."""


def deafness(call: Call) -> float:
    """Processor seconds."""
    limits = clew.Limits(memory=MEMORY)
    stop = limits.cancel if call.limited else press
    return min(listen(lambda: call.run(limits), stop, BUSY).deaf for _ in range(3))


def main() -> None:
    ready()
    found = sorted(((deafness(call), f"{call.name}: {call.case}") for call in calls()), reverse=True)
    rows = [[name, f"{1000 * seconds:.0f} ms"] for seconds, name in found]
    print(Table("Longest time without checking for Ctrl-C", ("call", "longest"), rows).markdown())


if __name__ == "__main__":
    main()
