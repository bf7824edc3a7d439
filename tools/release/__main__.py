"""``python -m tools.release [build|check|try|papers]...``: without a step, all of them in this order."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

from tools.release import Fault, wheels
from tools.release.build import build
from tools.release.check import check, check_studio
from tools.release.papers import papers
from tools.release.trial import runs_here, trial


def _check(here: bool) -> None:
    for wheel in wheels():
        print(check(wheel))
    for wheel in wheels("clew_studio"):
        print(check_studio(wheel))


def _try(here: bool) -> None:
    for wheel in wheels():
        if runs_here(wheel):
            trial(wheel)
        else:
            print(f"{wheel.name}: for another processor or system, not tried here")


STEPS: dict[str, Callable[[bool], None]] = {
    "build": build,
    "check": _check,
    "try": _try,
    "papers": lambda here: papers(),
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("steps", nargs="*", metavar="STEP", help=f"one of {', '.join(STEPS)}")
    parser.add_argument(
        "--here", action="store_true", help="build only a wheel for this machine, without zig"
    )
    args = parser.parse_args()
    unknown = [step for step in args.steps if step not in STEPS]
    if unknown:
        parser.error(f"{unknown[0]!r} is not a step; use {', '.join(STEPS)}")
    for step in args.steps or STEPS:
        begun = time.monotonic()
        try:
            STEPS[step](args.here)
        except Fault as fault:
            print(f"release: {fault}", file=sys.stderr)
            return 1
        print(f"release: {step} took {time.monotonic() - begun:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
