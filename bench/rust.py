"""The results of the engine's own benches, if they were run.

    cargo bench --bench figures > build/bench/figures.jsonl

prints one object per line: `group`, `board`, `method`, `median_ns`, `states`. Group and method identify each.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from bench.measure import percentile
from bench.sets import ROOT
from bench.table import Table, time_of, times_of

FIGURES = ROOT / "build" / "bench" / "figures.jsonl"


def engine_figures(quick: bool, path: Path = FIGURES) -> list[Table]:
    """The table in that file, the same for a quick run; empty if the file is missing."""
    if not path.is_file():
        return []
    groups: dict[str, dict[str, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("{"):
            figure: dict[str, Any] = json.loads(line)
            groups[figure["group"]][figure["method"]][figure["board"]] = figure["median_ns"] / 1e9
    rows = []
    for group, methods in groups.items():
        first = next(iter(methods.values()))
        for method, times in methods.items():
            shared = [(first[board], seconds) for board, seconds in times.items() if board in first]
            beside = sum(one for one, _ in shared) / sum(other for _, other in shared) if shared else None
            spans = (percentile(list(times.values()), share) for share in (0.5, 0.99, 1))
            cells = [time_of(span) for span in spans]
            rows.append([f"{group}, {method}", str(len(times)), *cells, times_of(beside)])
    heads = ("group, method", "boards", "median", "p99", "longest", "faster than the group's first")
    note = "From `cargo bench --bench figures`, run before on this machine; of each board the median."
    return [Table("The engine by itself", heads, rows, note)] if rows else []
