"""Runs the Python tests again and again, each time in another order: `make again`.

A test that depends on its neighbours, on chance or on a fast machine passes once and fails some day. Every
other run shares the machine with four busy loops, and then takes four tests at a time instead of two. Of the
tests marked slow, which take most of the time, each run takes the next part, as each commit does in
`make test`; `--slow all` takes all of them every time. Prints a line for each run, and names what failed;
whole logs are in build/again.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from tests.rotation import PARTS

ROOT = Path(__file__).parents[1]
LOGS = ROOT / "build" / "again"
BUSY = 4
LOOP = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
"""It ends with this program, however that ends."""


def main() -> int:
    """Returns 1 if any run failed, as a process does."""
    parser = argparse.ArgumentParser(prog="python -m tools.again", description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first run's order")
    parser.add_argument(
        "--slow",
        metavar="WHICH",
        default="rotate",
        help=f"tests marked slow: rotate (one part in {PARTS}, the next one each run; the default), "
        f"all, none, or PART/{PARTS}",
    )
    parser.add_argument("tests", nargs="*", help="passed on to pytest; everything by default")
    args = parser.parse_args()
    LOGS.mkdir(parents=True, exist_ok=True)
    seeds = range(args.first, args.first + args.runs)
    good = [_run(seed, slow_part(args.slow, seed), args.tests) for seed in seeds]
    print(f"{sum(good)} of {len(good)} runs passed")
    return 0 if all(good) else 1


def slow_part(wanted: str, seed: int) -> str:
    """Which slow tests a run takes: with `rotate`, runs one behind the other take one part each."""
    return f"{(seed - 1) % PARTS + 1}/{PARTS}" if wanted == "rotate" else wanted


def busy_loops(seed: int) -> int:
    """Busy loops beside a run: those of every other one, and in the next round of parts of the others."""
    return BUSY if (seed + (seed - 1) // PARTS) % 2 == 0 else 0


def _run(seed: int, slow: str, tests: list[str]) -> bool:
    busy = busy_loops(seed)
    began = perf_counter()
    log = LOGS / f"order-{seed}.log"
    with log.open("w", encoding="utf-8") as file, _busy(busy):
        codes = [
            _pytest(file.fileno(), seed, [*words, "--slow", slow], tests)
            for words in (
                ["-n", str(max(2, busy)), "--dist", "worksteal", "-m", "not alone"],
                ["-m", "alone"],
            )
        ]
    good = set(codes) <= {0, 5}  # 5: none of the tests asked for
    lines = log.read_text(encoding="utf-8").splitlines()
    failed = [line for line in lines if line.startswith(("FAILED ", "ERROR "))]
    ends = [line.strip("= ") for line in lines if " in " in line and (" passed" in line or " failed" in line)]
    run = f"order {seed}, slow {slow}, {busy} busy loops, {(perf_counter() - began) / 60:.1f} min"
    print(f"{run}: {'; '.join(ends)}", *failed, sep="\n  ", flush=True)
    return good


def _pytest(output: int, seed: int, words: list[str], tests: list[str]) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "--order", str(seed), *words, *tests]
    return subprocess.run(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, check=False).returncode


@contextmanager
def _busy(count: int) -> Iterator[None]:
    loops = [subprocess.Popen([sys.executable, "-c", LOOP]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


if __name__ == "__main__":
    sys.exit(main())
