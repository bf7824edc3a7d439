"""Notebooks say what their pages say, and run from the first cell to the last."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tools.notebooks import NOTEBOOKS, ROOT, notebook

pages = pytest.mark.parametrize("page", NOTEBOOKS, ids=lambda page: page.stem)


@pages
def test_a_notebook_says_what_its_page_says(page: Path) -> None:
    stale = "run python -m tools.notebooks"
    assert NOTEBOOKS[page].read_text(encoding="utf-8") == notebook(page), stale


@pages
def test_a_notebook_runs(page: Path, tmp_path: Path) -> None:
    for name in ("boards", "docs/tutorials"):
        shutil.copytree(ROOT / name, tmp_path / name)
    cells = json.loads(NOTEBOOKS[page].read_text(encoding="utf-8"))["cells"]
    codes = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    # A plain Python runs the cells, and the shell what begins with `!`, as Jupyter would.
    lines = ["import subprocess"]
    for code in codes:
        shell = code.startswith("!")
        lines.append(f"subprocess.run(['bash', '-c', {code[1:]!r}], check=True)" if shell else code)
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "\n".join(lines)],
        cwd=tmp_path / "docs/tutorials",
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out/summary.json").exists()
