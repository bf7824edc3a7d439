"""Kills of every part of a site under load: is everything there that was acknowledged?

    python -m bench.kills --kills 100

Starts PostgreSQL, Redis, two processes with pages and one with jobs in a folder of its own, kills them in
turn at random moments while people play, and prints a table. It exits with status 1 if anything was lost.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median

from tests.studio import profiles
from tests.studio.kills import Report, run


def table(report: Report) -> str:
    """The kills by what was killed, as Markdown."""
    lines = ["| killed | times | back after: median | longest |", "|---|---:|---:|---:|"]
    for what in dict.fromkeys(kill.what for kill in report.kills):
        back = [kill.back for kill in report.kills if kill.what == what]
        lines.append(f"| {what} | {len(back)} | {median(back):.1f} s | {max(back):.1f} s |")
    return "\n".join(lines)


def main() -> None:
    """Kills, and prints what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--players", type=int, default=6)
    told = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="clew-kills-") as folder:
            report = run(
                Path(folder) / "data",
                told.kills,
                told.players,
                tell=lambda line: print(line, file=sys.stderr, flush=True),
            )
    finally:
        profiles.end()
    print(table(report))
    print(
        f"\n{report.moves} moves, {report.wins} wins and {report.jobs} jobs were acknowledged; lost: "
        f"{len(report.lost)}. Answers that were none: {report.refused}."
    )
    print("\n".join(report.lost))
    sys.exit(1 if report.lost else 0)


if __name__ == "__main__":
    main()
