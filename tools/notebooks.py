"""Writes a page of the tutorial as a Jupyter notebook: `python -m tools.notebooks`.

The page is the source; the notebook holds the same words and code, without the output, which comes when it is
run. Sessions lose their prompts and are cut after each value that they show, shell blocks become `!` lines,
files that the page shows are written by a cell. A test holds the notebooks up to date and runs them.
"""

from __future__ import annotations

import doctest
import json
from pathlib import Path
from typing import Any

from tools.blocks import FENCE, FILE, commands

ROOT = Path(__file__).parents[1]
NOTEBOOKS = {
    ROOT / "docs/tutorials/study-a-log.md": ROOT / "docs/tutorials/study-a-log.ipynb",
}
BEGIN = """\
# Paths here are those of the repository, so go there first.
import os
from pathlib import Path

os.chdir(next(folder for folder in [Path.cwd(), *Path.cwd().parents] if (folder / "boards").is_dir()))
"""


def notebook(page: Path) -> str:
    """The notebook of a page, as text."""
    text = page.read_text(encoding="utf-8")
    cells = []
    end = 0
    for block in FENCE.finditer(text):
        cells += [_cell("markdown", text[end : block.start()])]
        cells += [_cell("code", code) for code in _codes(block[2], block[3])] or [_cell("markdown", block[0])]
        end = block.end()
    cells += [_cell("markdown", text[end:])]
    cells = [cell for cell in cells if cell["source"]]
    cells.insert(1, _cell("code", BEGIN))
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _cell(kind: str, text: str) -> dict[str, Any]:
    cell: dict[str, Any] = {
        "cell_type": kind,
        "metadata": {},
        "source": text.strip("\n").splitlines(keepends=True),
    }
    return cell | {"execution_count": None, "outputs": []} if kind == "code" else cell


def _codes(kind: str, text: str) -> list[str]:
    """The cells for a block of a page; empty if it is only shown."""
    if file := FILE.match(text):
        return [f"Path({file[1]!r}).write_text({text!r})"]
    if kind == "console":
        return [f"!{command}" for command, _ in commands(text)]
    if kind != "python":
        return []
    cells = [""]
    for example in doctest.DocTestParser().get_examples(text):
        cells[-1] += example.source
        if example.want:
            cells.append("")
    return [cell for cell in cells if cell]


def main() -> None:
    for page, path in NOTEBOOKS.items():
        path.write_text(notebook(page), encoding="utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
