"""Runs every fuzz target of `tests/fuzz` for a while, one per core at a time.

``python -m tools.fuzz --seconds 600``. What a target finds is left in ``.fuzz/<target>/`` as the input that
made it fail, and the exit status is 1. The corpus stays there too: the next run goes on from it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
_TAIL = 12  # lines shown of a target's output


def run(target: Path, seconds: int) -> bool:
    """Fuzzes one target; returns whether nothing was found."""
    place = ROOT / ".fuzz" / target.stem
    corpus = place / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    arguments = [f"-max_total_time={seconds}", f"-artifact_prefix={place}{os.sep}", str(corpus)]
    done = subprocess.run(
        [sys.executable, str(target), *arguments],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    lines = (done.stdout + done.stderr).strip().splitlines()
    last = next((line for line in reversed(lines) if line.startswith("Done")), "")
    if done.returncode == 0:
        print(f"{target.stem}: nothing found. {last}", flush=True)
        return True
    print(f"{target.stem}: FAILED; the input is in {place.relative_to(ROOT)}", *lines[-_TAIL:], sep="\n")
    return False


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=600, help="for each target (default: 600)")
    seconds = parser.parse_args().seconds
    targets = sorted((ROOT / "tests" / "fuzz").glob("fuzz_*.py"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda target: run(target, seconds), targets))
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
