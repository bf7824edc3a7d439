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
from clew_lab.study import fit_difficulty, read_log, replay
from clew_lab.study.forecasting import played_levels
from tools.difficulty_choice import REASONS, choice

CARD = Path(__file__).parents[1] / "docs" / "difficulty.md"
BETWEEN = re.compile(r"(?<=<!-- figures -->\n).*?(?=<!-- end of figures -->)", re.DOTALL)
CHOICE = re.compile(r"(?<=<!-- choice -->\n).*?(?=<!-- end of choice -->)", re.DOTALL)
TOLD = {
    "seconds": "log median time",
    "moves": "log median moves",
    "solved": "logit of the share who solve it",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="with moves.csv and levels/")
    folder = parser.parse_args().folder
    traces = replay(read_log(folder / "moves.csv"), folder / "levels")
    model = fit_difficulty(traces)
    model.fitted["choice"] = choice(traces, played_levels(traces))
    model.save(SHIPPED)
    CARD.write_text(written(model, CARD.read_text(encoding="utf-8")), encoding="utf-8")
    print(table(model), choice_table(model))


def written(model: Model, card: str) -> str:
    """The card with its tables as the model says."""
    for marks, lines in ((BETWEEN, table(model)), (CHOICE, choice_table(model))):
        card = marks.sub(lambda _, lines=lines: lines, card)  # type: ignore[misc]
    return card


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


def choice_table(model: Model) -> str:
    """The candidates for the model as a Markdown table."""
    found = model.fitted["choice"]
    names = {
        "log_moves": "the fewest moves alone",
        **{name: f"with {reason}" for name, reason in REASONS.items()},
        "shipped": "**with `log_walk` and `choices`: the model**",
        "all": "with all of these",
        "nested": "the best of the lines above among the other levels",
    }
    lines = ["", "| features | R² of time | its rank correlation | R² of moves | its rank correlation |"]
    lines.append("|---|---|---|---|---|")
    for name, told in names.items():
        cells = [f"{found[t]['candidates'][name][key]:.2f}" for t in found for key in ("r2", "rho")]
        lines.append(f"| {told} | {' | '.join(cells)} |")
    most = " | | ".join(f"{found[t]['ceiling']:.2f}" for t in found)
    lines.append(f"| the most that chance in who played allows | {most} | |")
    return "\n".join([*lines, "", ""])


def _cells(row: dict[str, Any]) -> str:
    coverage = f"{row['coverage']:.0%}" if "coverage" in row else ""
    return f"{row['r2']:.2f} | {row['rho']:.2f} | {row['rho_fitted']:.2f} | {coverage}".rstrip()


if __name__ == "__main__":
    main()
