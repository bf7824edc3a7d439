"""A family made from the template is complete: ten files, and everything works on it.

The copy is built once (`tests/house/template.py`); `tests/browser/test_tower.py` plays it in the studio.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from clew._engine import Engine
from tests.house.template import NAME, ROOT, run
from tools import new_family

OWN = tuple(f"{side}/families/{NAME}" for side in ("engine/src", "python/clew", "client/src/lib", "tests"))
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


def test_a_family_is_ten_files_and_one_line(tmp_path: Path) -> None:
    for old in (*new_family.files(NAME), new_family.LIST):
        (tmp_path / old).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / old, tmp_path / old)
    before = (tmp_path / new_family.LIST).read_text().splitlines()
    made = [str(path) for path in new_family.make(NAME, tmp_path)]
    assert len(made) <= 10
    assert [path for path in made if not path.startswith(OWN)] == [str(new_family.LIST)]
    after = (tmp_path / new_family.LIST).read_text().splitlines()
    assert len(after) == len(before)
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 1
    for path in made[:-1]:
        assert "null" not in (tmp_path / path).read_text().lower(), f"{path} still names the template"


@pytest.mark.parametrize("name", ["", "x", "Tower", "two words", "null", "a-b", "muchtoolonganame"])
def test_a_bad_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"no name of a family|already"):
        new_family.make(name)


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
    assert "tower: 5 moves, 1 optimal" in clew("doctor")
    clew("draw", "tower:5", "-o", str(tmp_path / "board.svg"))
    clew("map", "tower[highest=9]:5", "-o", str(tmp_path / "map.svg"))
    assert all((tmp_path / name).read_text().startswith("<svg") for name in ("board.svg", "map.svg"))
    made = clew("generate", "tower", "--par", "3..8", "--count", "3", "--seed", "1").split()
    assert made == ["tower:8", "tower:6", "tower:3"]


def test_an_engine_that_was_not_rebuilt_says_so() -> None:
    with pytest.raises(ValueError, match=r"no family `castle`.*rebuild the engine with `make engine`"):
        Engine.make("castle", start=1)


def test_the_tests_of_families_pass_on_it() -> None:
    """Contract, properties beside the reference, schema, the terminal by keys and mouse, pictures."""
    made = run("tools.schema")
    assert made.returncode == 0, made.stderr
    chosen = f"{NAME} and not as_they_were"  # golden pictures are kept by hand
    rooms = [f"tests/{room}" for room in ROOMS]
    result = run("pytest", "-q", "-p", "no:cacheprovider", "-k", chosen, *rooms)
    assert result.returncode == 0, result.stdout[-6000:]
    passed = result.stdout.split(" passed")[0].split()[-1]
    assert int(passed) > 60, "few tests know the family"
