"""Runs pytest; if a few tests failed, runs those once more, alone: `python -m tools.steady -n 2 tests/cli`.

All words are passed on to pytest. Tests that pass only the second time are named at once, and in
build/unsteady.txt, which `.ci/run` prints at its end. Why, and what it costs:
docs/decisions/0039-a-second-run.md.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
FAILURES = ROOT / "build" / "failures.txt"
UNSTEADY = ROOT / "build" / "unsteady.txt"
MOST = 3
"""With more failures something is broken; running them again would only take time."""
TESTS_FAILED = 1
"""pytest's exit status; all others are about the run itself."""


def main(words: Sequence[str]) -> int:
    """Returns pytest's exit status, of the second run if there was one."""
    FAILURES.parent.mkdir(exist_ok=True)
    FAILURES.unlink(missing_ok=True)
    # With "=": pytest has not read the conftest yet, takes a word after its options for a folder of tests,
    # and if that exists, looks for a conftest only there.
    status = _pytest(*words, f"--failures={FAILURES}")
    if status != TESTS_FAILED or not FAILURES.exists():
        return status
    failed = FAILURES.read_text(encoding="utf-8").splitlines()
    if not 1 <= len(failed) <= MOST:
        return status
    print(f"\nsteady: {_named(failed)} failed; once more, alone", flush=True)
    # Of an option that is given twice, pytest takes the second.
    status = _pytest(*words, "-n", "0", "-m", "", "--slow=all", f"--only={FAILURES}")
    if status == 0:
        print(f"\nsteady: UNSTEADY, passed only the second time: {_named(failed)}", flush=True)
        with UNSTEADY.open("a", encoding="utf-8") as file:
            file.writelines(f"{name}\n" for name in failed)
    return status


def _named(tests: Sequence[str]) -> str:
    return ", ".join(tests)


def _pytest(*words: str) -> int:
    return subprocess.run([sys.executable, "-m", "pytest", *words], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
