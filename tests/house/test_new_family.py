"""A family made from the template is ten files, and a line in two lists."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clew._engine import Engine
from tests.house.template import NAME, ROOT
from tools import new_family

OWN = (
    f"engine/families/src/{NAME}",
    *(f"{side}/families/{NAME}" for side in ("python/clew", "studio/client/src/lib", "tests")),
)


def test_a_family_is_ten_files_and_a_line_in_two_lists(tmp_path: Path) -> None:
    for old in (*new_family.files(NAME), *new_family.LISTS):
        (tmp_path / old).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / old, tmp_path / old)
    made = [str(path) for path in new_family.make(NAME, tmp_path)]
    lists = list(map(str, new_family.LISTS))
    assert len(made) <= 11
    assert [path for path in made if not path.startswith(OWN)] == lists
    for path in lists:
        assert (
            len((tmp_path / path).read_text().splitlines()) == len((ROOT / path).read_text().splitlines()) + 1
        )
    for path in made[: -len(lists)]:
        assert "null" not in (tmp_path / path).read_text().lower(), f"{path} still names the template"


@pytest.mark.parametrize("name", ["", "x", "Tower", "two words", "null", "a-b", "muchtoolonganame"])
def test_a_bad_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"no name of a family|already"):
        new_family.make(name)


def test_an_engine_that_was_not_rebuilt_says_so() -> None:
    with pytest.raises(ValueError, match=r"no family `castle`.*rebuild the engine with `make engine`"):
        Engine.make("castle", start=1)
