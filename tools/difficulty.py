"""Fits the model of `clew.predict_difficulty` to a log, and writes it and its table of errors.

    python -m tools.difficulty FOLDER

FOLDER has the players' log, moves.csv, and its boards, levels/. The model goes to the package, the table into
docs/difficulty.md. A test compares the two.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

from clew.measures.model import COVERAGE, SHIPPED, TARGETS, Model
from clew.study import fit_difficulty, read_log, replay

CARD = Path(__file__).parents[1] / "docs" / "difficulty.md"
BETWEEN = re.compile(r"(?<=<!-- figures -->\n).*?(?=<!-- end of figures -->)", re.DOTALL)
TOLD = {
    "seconds": "log median time",
    "moves": "log median moves",
    "solved": "logit of the share who solve it",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="with moves.csv and levels/")
    folder = parser.parse_args().folder
    model = fit_difficulty(replay(read_log(folder / "moves.csv"), folder / "levels"))
    model.save(SHIPPED)
    CARD.write_text(BETWEEN.sub(lambda _: table(model), CARD.read_text(encoding="utf-8")), encoding="utf-8")
    print(table(model))


def table(model: Model) -> str:
    """The errors of the model as a Markdown table."""
    lines = [
        "",
        "| forecast of | by | R² | rank correlation | the same, fitted to all | "
        f"{COVERAGE:.0%} intervals hold |",
        "|---|---|---|---|---|---|",
    ]
    for target in TARGETS:
        found = model.fitted["errors"][target.name]
        best = found["best_measure"]["name"]
        rows = {"the model": found["model"], "`min_moves` alone (par)": found["min_moves"]}
        if best != "min_moves":
            rows[f"`{best}`, the best single measure"] = found["best_measure"]
        else:
            rows["`min_moves` alone (par), the best single measure"] = rows.pop("`min_moves` alone (par)")
        lines += [f"| {TOLD[target.name]} | {told} | {_cells(row)} |" for told, row in rows.items()]
    return "\n".join([*lines, "", ""])


def _cells(row: dict[str, Any]) -> str:
    coverage = f"{row['coverage']:.0%}" if "coverage" in row else ""
    return f"{row['r2']:.2f} | {row['rho']:.2f} | {row['rho_fitted']:.2f} | {coverage}".rstrip()


if __name__ == "__main__":
    main()
