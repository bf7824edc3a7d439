"""A family made from the template is complete: everything works on it (with `CLEW_TESTS=many`).

The copy is built once (`tests/house/template.py`); `studio/tests/browser/test_tower.py` plays it in the
studio.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.house.template import NAME, run

ROOMS = (
    "boards/test_families.py",
    "boards/test_round_trip.py",
    "boards/test_schema.py",
    "contract",
    "property",
    "reference",
    "tui",
    "draw/test_svg.py",
)


def clew(*words: str) -> str:
    result = run("clew", *words)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_every_command_knows_it(tmp_path: Path) -> None:
    assert "5 moves, proved optimal" in clew("solve", "--count", "tower:5")
    assert json.loads(clew("solve", "--json", "tower[highest=9]:5"))["family"] == NAME
    assert clew("hint", "--level", "2", "tower:3") == "Move the counter down.\n"
    assert clew("check", "tower:5").startswith("ok")
    assert "optimal" in clew("compare", "tower:5")
    assert json.loads(clew("rate", "--json", "tower:5"))["min_moves"] == 5
    assert json.loads(clew("census", "--json", "tower:4"))["counts"] == [1] * 5
    assert clew("convert", "tower:5", "--to", "toml").startswith('family = "tower"')
    # The engine of this copy has no other families, which the self-test says as well.
    assert "tower: 5 moves, 1 optimal" in run("clew", "doctor").stdout
    clew("draw", "tower:5", "-o", str(tmp_path / "board.svg"))
    clew("map", "tower[highest=9]:5", "-o", str(tmp_path / "map.svg"))
    assert all((tmp_path / name).read_text().startswith("<svg") for name in ("board.svg", "map.svg"))
    made = clew("generate", "tower", "--par", "3..8", "--count", "3", "--seed", "1").split()
    assert made == ["tower:8", "tower:6", "tower:3"]


def test_the_tests_of_families_pass_on_it() -> None:
    """Contract, properties beside the reference, schema, the terminal by keys and mouse, pictures."""
    made = run("tools.schema")
    assert made.returncode == 0, made.stderr
    chosen = f"{NAME} and not as_they_were"  # golden pictures are kept by hand
    rooms = [f"tests/{room}" for room in ROOMS]
    result = run("pytest", "-q", "-p", "no:cacheprovider", "-k", chosen, *rooms)
    assert result.returncode == 0, result.stdout[-6000:]
    passed = result.stdout.split(" passed")[0].split()[-1]
    assert int(passed) > 50, "few tests know the family"
