"""The parts of `make docs` that do not need Sphinx: what is put on pages, and the check of the result."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import clew
from clew.cli.command import summaries
from tools.site import api, commands
from tools.site.check import check
from tools.site.llms import first_sentence, llms
from tools.site.parts import PARTS, Place, screen
from tools.site.stage import DOCS, MARKER, sources, stage


def test_every_public_name_is_in_the_reference_once() -> None:
    text = "\n".join(api.pages().values())
    for name in api.public():
        kinds = [f".. autofunction:: {name}\n", f".. autoclass:: {name}\n"]
        assert sum(text.count(kind) for kind in kinds) == 1, name
    rooms = {name for name in clew.__all__ if isinstance(getattr(clew, name), ModuleType)}
    assert api.MODULES.keys() == rooms | {"arena", "gym", "pages", "results", "study", "sweep", "world"}
    own = {f"clew.{name}" for name in clew.__all__ if name != "__version__" and name not in rooms}
    inside = {f"{home}.{name}" for home in api.MODULES.values() for name in import_module(home).__all__}
    assert set(api.public()) == own | inside


def test_every_command_has_a_page_with_its_options() -> None:
    pages = commands.pages()
    assert len(pages) == len(summaries())
    solve = pages["reference/cli/solve.md"]
    assert "# clew solve\n" in solve and "`--all[=N]`\n: Count all" in solve and "\n## Exit status\n" in solve


def test_words_of_help_become_markdown_that_reads_the_same() -> None:
    assert commands.marked("use --max-moves=N, not `-x` or a*b_c [x]") == (
        r"use `--max-moves=N`, not `-x` or a\*b\_c \[x\]"
    )


def test_a_new_page_joins_its_section_by_itself(tmp_path: Path) -> None:
    place = Place(
        "tutorials/index.md", ["tutorials/index.md", "tutorials/b.md", "tutorials/a.md", "x.md"], tmp_path
    )
    assert place.matching(["b", "*"]) == ["b", "a"]
    assert Place("index.md", ["index.md", "x.md", "a/b.md"], tmp_path).matching(["*", "a/*"]) == ["x", "a/b"]


def test_a_recorded_screen_stands_under_what_it_shows() -> None:
    text = screen("The *start*.\n\n|  ab\n|\n|  c\n")
    assert text.startswith("The \\*start\\*.\n")
    assert "````{code-block} text\n:class: screen\n\n ab\n\n c\n````" in text


@pytest.mark.parametrize(
    ("part", "ending"), [("film", ".gif"), ("map", "-map.png"), ("film-of-map", "-map.gif")]
)
def test_pictures_are_made_in_both_themes(part: str, ending: str, tmp_path: Path) -> None:
    text = PARTS[part](Place("howto/x.md", [], tmp_path), "boards/coroutine/one-row.toml")
    for theme in ("light", "dark"):
        name = f"films/one-row{ending.replace('.', f'-{theme}.')}"
        assert f"](../{name}){{.only-{theme} ." in text
        assert (tmp_path / name).stat().st_size > 1000


def test_every_marker_asks_for_a_part_that_there_is() -> None:
    asked = [found[1] for page in DOCS.rglob("*.md") for found in MARKER.finditer(page.read_text("utf-8"))]
    assert asked and set(asked) <= PARTS.keys()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages that Sphinx reads."""
    folder = tmp_path_factory.mktemp("site") / "pages"
    stage(folder, draw=False)
    return folder


def test_the_pages_that_sphinx_reads(pages: Path) -> None:
    assert all((pages / name).is_file() for name in sources().values())
    assert not any(MARKER.search(page.read_text("utf-8")) for page in pages.rglob("*.md"))
    index = (pages / "index.md").read_text("utf-8")
    assert "-light.svg){.only-light" in index and "-dark.svg){.only-dark" in index
    about = (pages / "about.md").read_text("utf-8")
    assert "[Changes](changes.md)" in about and "[Licence](files/LICENSE)" in about
    assert (pages / "files/LICENSE").is_file()


FAULTS = {
    '<a href="gone.html">x</a>': "gone.html leads nowhere",
    '<a href="#gone">x</a>': "#gone leads nowhere",
    '<a href="index.html#gone">x</a>': "index.html#gone leads nowhere",
    '<img src="gone.svg">': "gone.svg leads nowhere",
    '<script src="https://cdn.example/x.js"></script>': "fetches https://cdn.example/x.js",
    '<link rel="stylesheet" href="//fonts.example/x.css">': "fetches //fonts.example/x.css",
}


@pytest.mark.parametrize("html", FAULTS)
def test_what_is_wrong_with_a_site_is_found(html: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(f'<p id="here">{html}<a href="#here">', encoding="utf-8")
    faults, _ = check(tmp_path)
    assert [fault for fault in faults if FAULTS[html] in fault]


def test_links_that_lead_out_are_listed_and_styles_from_elsewhere_refused(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<a href="https://example.org/">', encoding="utf-8")
    (tmp_path / "x.css").write_text('a{background:url("https://example.org/x.png")}', encoding="utf-8")
    faults, outside = check(tmp_path)
    assert outside == ["https://example.org/"]
    assert "x.css: fetches https://example.org/x.png, and the site must do without a network" in faults
    assert "reference: clew.solve is not there" in faults and "reference: clew solve has no page" in faults


def test_llms_txt_lists_each_page_once_with_its_first_sentence(pages: Path) -> None:
    text = llms({str(page.relative_to(pages)): page.read_text("utf-8") for page in pages.rglob("*.md")})
    lines = [line for line in text.splitlines() if line.startswith("- ")]
    assert text.startswith(
        "# Clew\n\n> Clew solves move puzzles such as Rush Hour, Klotski and the 15-puzzle."
    )
    assert [
        line for line in lines if not re.fullmatch(r"- \[[^\]]+\]\([\w/-]+\.html\): \S.{15,}", line)
    ] == []
    assert len(lines) == len(set(lines)) > 70
    for page in ("start", "cookbook", "tutorials/first-proof", "howto/hints", "reference/cli/solve"):
        assert sum(f"({page}.html)" in line for line in lines) == 1, page


def test_the_first_sentence_of_a_page() -> None:
    page = "(anchor)=\n\n# Title\n\n![picture](a.svg)\n\nSays [this](b.md) first. Then that.\n"
    assert first_sentence(page) == "Says this first."
