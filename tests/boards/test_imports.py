"""Reading a small board costs little: modules that it does not need stay out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HEAVY = {"argparse", "csv", "json", "numpy", "pathlib"}
OTHERS = {f"clew.families.{name}" for name in ("pebbles", "ricochet", "coroutine", "null")}
LOAD = "before = set(sys.modules); from clew.boards.load import load; load({!r}); "
SHOW = "print(*sorted(set(sys.modules) - before))"


def imported(source: str) -> set[str]:
    """The modules that a bare Python loads to read that board."""
    program = f"import sys; sys.path[:] = {sys.path!r}; {LOAD.format(source)}{SHOW}"
    done = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_a_compact_form_needs_nothing_heavy() -> None:
    found = imported("blocks:AAo/ooo")
    assert "clew.families.blocks.puzzle" in found
    assert not found & (HEAVY | OTHERS)


def test_a_toml_file_needs_nothing_heavy_either(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text('family = "blocks"\nboard = "AAo/ooo"\n', encoding="utf-8")
    assert not imported(str(path)) & (HEAVY | OTHERS)
