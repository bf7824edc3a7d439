"""The command: prints every table and writes them to `bench/RESULTS.md`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bench import (
    custom,
    effects,
    games,
    latency,
    layouts,
    maps,
    peers,
    proofs,
    rust,
    single,
    studio,
    sweep,
    walking,
    world,
)
from bench.against import against
from bench.sets import ROOT
from bench.table import preamble

GROUPS = {
    "latency": latency.latencies,
    "counts": latency.counts,
    "mondrian": single.hard_ricochet,
    "korf": single.fifteen,
    "klotski": single.klotski,
    "improve": single.improving,
    "maps": maps.maps,
    "layouts": layouts.layouts,
    "walking": walking.walking,
    "custom": custom.custom,
    "games": games.games,
    "threads": single.threads,
    "cold": single.cold_start,
    "peers": peers.peers,
    "proofs": proofs.proofs,
    "engine": rust.engine_figures,
    "studio": studio.studio,
    "world": world.worlds,
    "sweep": sweep.sweeps,
}
_BEGIN, _END = "<!-- effects: begin -->", "<!-- effects: end -->"


_PACKAGES = ROOT / "build" / "peers"
"""Where `make bench-peers` installs the packages of requirements/peers.txt, which nothing else needs."""


def main() -> int:
    if _PACKAGES.is_dir():
        sys.path.append(str(_PACKAGES))  # after what the environment has
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one board in ten, short limits: two minutes")
    parser.add_argument(
        "--only",
        action="append",
        choices=[*GROUPS, "against"],
        metavar="GROUP",
        help=f"one of {', '.join(GROUPS)}",
    )
    parser.add_argument(
        "--effects", action="store_true", help="instead: each idea by itself, into the table of docs/fast.md"
    )
    parser.add_argument(
        "--against", metavar="REV", help="first, this tree beside another commit, built under build/bench"
    )
    parser.add_argument("--output", type=Path, help="write here instead; - for nowhere")
    args = parser.parse_args()
    if args.effects:
        return _effects(args.quick, args.output or ROOT / "docs" / "fast.md")
    parts = ["# What Clew takes\n\nWritten by `python -m bench`; ratios are within this run.\n"]
    parts.append(preamble(args.quick) + "\n")
    print(parts[0] + "\n" + parts[1])
    groups = {"against": against(args.against), **GROUPS} if args.against else GROUPS
    for name, group in groups.items():
        if args.only and name not in args.only:
            continue
        for table in group(args.quick):
            print(table.markdown(), flush=True)
            parts.append(table.markdown())
    _write(args.output or ROOT / "bench" / "RESULTS.md", "\n".join(parts))
    return 0


def _effects(quick: bool, output: Path) -> int:
    parts = [preamble(quick) + "\n"]
    for table in effects.effects(quick):
        parts.append(table.markdown().replace("## Effects: ", "### ", 1))
        print(parts[-1], flush=True)
    if not output.is_file():
        _write(output, "\n".join(parts))
        return 0
    text = output.read_text(encoding="utf-8")
    head, begin, rest = text.partition(_BEGIN)
    _, end, tail = rest.partition(_END)
    if not (begin and end):
        print(f"bench: {output} has no lines {_BEGIN} and {_END}: nothing was written there", file=sys.stderr)
        return 2
    body = "\n".join(parts)
    _write(output, f"{head}{begin}\n\n{body}\n{end}{tail}")
    return 0


def _write(output: Path, text: str) -> None:
    if str(output) != "-":
        output.write_text(text, encoding="utf-8")
        print(f"written: {output}")


if __name__ == "__main__":
    sys.exit(main())
