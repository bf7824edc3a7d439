"""Heat maps as pictures: a disc wherever a piece stops, where the piece itself is drawn, with its share."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import clew
from clew.cli.main import main
from clew.pictures.heat import percent
from clew.pictures.renderer import renderer_of
from tests.draw.subjects import BOARDS, GAR, own

SVG = "{http://www.w3.org/2000/svg}"
BLOCKED = "blocks:AAo/ooo/ooo>ooo/ooo/oAA"


def description(picture: str) -> str:
    return ElementTree.fromstring(picture).findtext(f"{SVG}desc") or ""


def test_every_piece_has_a_board_and_every_stop_its_share() -> None:
    heat = clew.heatmap(GAR)
    told = description(clew.draw(heat))
    assert told.startswith(
        "Where pieces stop in 61 optimal solutions of 8 moves, in per cent: A at e3 in 100 %;"
    )
    assert told.count(" at ") == len(heat) == 11
    assert "B at c1 in 33 %" in told, "20 of 61"


@pytest.mark.parametrize(
    "name",
    [
        "blocks-axis",
        "blocks-ring-and-walls",
        "pebbles-triangle",
        "pebbles-edges",
        "ricochet-walls",
        "coroutine",
    ],
)
def test_a_stop_is_where_the_piece_stands_after_the_move(name: str) -> None:
    puzzle = clew.load(BOARDS[name])
    renderer = renderer_of(puzzle)
    drawn = {renderer.stop(spot.kind, spot.place) for spot in clew.heatmap(puzzle)}
    assert None not in drawn
    solution = clew.solve(puzzle)
    for step in solution.steps:
        near = [middle for middle in drawn if middle and stands(renderer, step.after, middle)]
        assert near, f"{step.name}: no disc where a piece stands"


def stands(renderer: object, state: str, middle: tuple[float, float]) -> bool:
    """Is there a piece whose picture covers this point?"""
    for item in renderer.items(state):  # type: ignore[attr-defined]
        if renderer.is_piece(item.look):  # type: ignore[attr-defined]
            left, top, right, bottom = renderer.reach_of(item.look)  # type: ignore[attr-defined]
            if -left <= middle[0] - item.x <= right and -top <= middle[1] - item.y <= bottom:
                return True
    return False


def test_a_block_has_its_disc_in_its_middle() -> None:
    renderer = renderer_of(clew.load(GAR))
    assert renderer.stop("A", "e3") == (24 + 500, 24 + 250), "A lies on e3 and f3"
    assert renderer.stop("H", "d4") == (24 + 350, 24 + 450), "H stands on d4, d5 and d6"


def test_shares_are_rounded_but_never_to_all_or_nothing() -> None:
    from fractions import Fraction

    assert [percent(Fraction(n, 1000)) for n in (1, 5, 20, 333, 999, 1000)] == [
        "<1",
        "1",
        "2",
        "33",
        "99",
        "100",
    ]


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (BLOCKED, "Proved: no moves solve this board."),
        ("null:0", "This board is solved: there are no stops."),
    ],
)
def test_an_empty_heat_map_says_why(board: str, words: str) -> None:
    assert words in description(clew.draw(clew.heatmap(board)))


def test_a_search_that_was_stopped_says_so() -> None:
    heat = clew.heatmap(GAR, seconds=0)
    assert "The search was stopped" in description(clew.draw(heat))


def test_places_that_are_not_on_a_board_are_refused() -> None:
    with pytest.raises(clew.ClewError, match=r"the places of a .* puzzle, such as '.*', are not on a board"):
        clew.draw(clew.heatmap(own("river", "River")))
    with pytest.raises(clew.ClewError, match="are not on a board"):
        clew.draw(clew.heatmap("null:3"))


@pytest.mark.parametrize("ending", ["gif", "pdf"])
def test_other_formats_are_refused(ending: str, tmp_path: Path) -> None:
    with pytest.raises(clew.ClewError, match=f"no moves to show as .{ending}; draw it as .svg or .png"):
        clew.draw(clew.heatmap(GAR), tmp_path / f"heat.{ending}")
    with pytest.raises(clew.ClewError, match="a heat map has no steps"):
        clew.draw(clew.heatmap(GAR), step=1)


def test_notebooks_show_heat_maps() -> None:
    heat = clew.heatmap(GAR)
    assert heat._repr_svg_() == clew.draw(heat)
    assert heat._repr_html_() is None


def test_the_command_draws_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "--heat", GAR]) == 0
    assert capsys.readouterr().out == clew.draw(clew.heatmap(GAR))
    assert main(["draw", "--heat", "--moves", "BR1 EU1", GAR, "-o", str(tmp_path / "after.svg")]) == 0
    assert "of 6 moves" in (tmp_path / "after.svg").read_text(encoding="utf-8")
