"""README.md and docs/ are true: what they show is run, and prints what they say; pictures are up to date."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from tests.house.pages import KINDS, NEED_CLIENT, PAGES, ROOT, faults, furnish, runs
from tools import pictures
from tools.blocks import blocks

# Pages that need the built client are run with the tests that build it (studio/tests/browser/test_shown.py).
RUN = [page for page in PAGES if runs(page) and page not in NEED_CLIENT]


def shown(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the boards and the data of the pages in it."""
    furnish(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    sys.path_importer_cache.pop(".", None)  # the "." of a page that was run before was another folder
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_every_block_is_of_a_kind_that_is_checked(page: Path) -> None:
    found = blocks(page)
    unknown = [f"line {block.line}: {block.kind!r}" for block in found if block.kind not in KINDS]
    assert not unknown, f"{shown(page)}: no kind of block (tests/house/pages.py): {unknown}"
    fences = len(re.findall(r"^```", page.read_text(encoding="utf-8"), re.MULTILINE))
    assert fences == 2 * len(found), f"{shown(page)}: a block is not closed, or is indented"


@pytest.mark.parametrize("page", RUN, ids=shown)
def test_what_a_page_shows_is_what_happens(page: Path, folder: Path) -> None:
    found = faults(page, folder)
    assert not found, "\n\n".join(found)


def test_the_pages_are_those_that_were_meant() -> None:
    assert {"README.md", "docs/tutorials/first-proof.md"} <= {shown(page) for page in RUN}


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_commands_that_set_up_name_what_there_is(page: Path) -> None:
    text = "\n".join(block.text for block in blocks(page) if block.kind == "sh")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for target in re.findall(r"^make ([\w-]+)", text, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"{shown(page)}: there is no make {target}"
    for extra in re.findall(r"pip install '?(?:clew|\.)\[(\w+)\]", text):
        assert extra in project["optional-dependencies"], f"{shown(page)}: there is no extra {extra}"


def test_the_two_commands_of_a_newcomer_come_first() -> None:
    text = "\n".join(block.text for block in blocks(ROOT / "README.md") if block.kind == "sh")
    assert re.findall(r"^make (\S+)", text, re.MULTILINE)[:2] == ["demo", "test"]


def test_pictures_are_what_is_drawn_now() -> None:
    wanted = dict(pictures.pictures())
    there = {path.name: path.read_text(encoding="utf-8") for path in pictures.FOLDER.glob("*.svg")}
    stale = sorted(name for name in wanted.keys() | there.keys() if wanted.get(name) != there.get(name))
    assert not stale, f"docs/pictures lags: {stale}. Run: python -m tools.pictures, and look at them"
