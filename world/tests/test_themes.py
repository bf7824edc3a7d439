"""Themes: three scenes, in which ways, names and what one stands on are seen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from clew.errors import BoardError
from clew_world import World, describe, elements, parse
from clew_world.paint.frame import Painter
from clew_world.paint.themes import THEMES
from clew_world.paint.vector import backdrop, portrait
from tests.draw.vision import contrast
from tests.pixels import colours, rgb
from tests.worlds import level

PAINT_TS = Path(__file__).parents[2] / "studio" / "client" / "src" / "lib" / "world" / "paint.ts"


def seen_in(theme: str) -> set[tuple[int, int, int]]:
    with World.parse(level(theme=theme)) as world:
        frame: Any = Painter(world, (900, 600)).frame()
    return {colour for colour, number in colours(frame).items() if number > 400}


def test_each_theme_is_a_scene_of_its_own_in_the_window_and_in_the_page() -> None:
    assert set(THEMES) == set(elements.THEMES)
    seen = {theme: seen_in(theme) for theme in THEMES}
    drawn = {theme: str(backdrop(parse(level(theme=theme)))) for theme in THEMES}
    for theme, its in THEMES.items():
        for colour in (its.sky, its.hill_near, its.earth, its.turf):
            assert rgb(colour) in seen[theme]
            assert colour.lower() in drawn[theme].lower()
    assert len(set(drawn.values())) == 3
    assert portrait(parse(level(theme="day"))) != portrait(parse(level()))


def test_dusk_is_the_default_and_others_are_refused_with_the_nearest() -> None:
    assert parse(level()).theme == "dusk"
    with pytest.raises(BoardError, match="winter"):
        parse(level(theme="wintr"))


@pytest.mark.parametrize("theme", THEMES)
def test_what_matters_is_seen_on_every_part_of_the_scene(theme: str) -> None:
    its = THEMES[theme]
    for back in (its.sky, its.sky_low, its.hill_far, its.hill_near):
        assert contrast(its.soft, back) >= 4.5, "names are read"
        assert contrast(its.thread, back) >= 2.75
        assert contrast(its.plank, back) >= 2.75 or contrast(its.plank_dark, back) >= 2.75
        assert contrast(its.stone, back) >= 2.6
        assert contrast(its.rail, back) >= 4


def test_the_page_draws_the_way_in_the_colour_of_the_theme() -> None:
    (line,) = re.findall(r"const THREADS = \{(.*)\};", PAINT_TS.read_text(encoding="utf-8"))
    threads = dict(re.findall(r"(\w+): '(#\w+)'", line))
    assert threads == {theme: its.thread for theme, its in THEMES.items()}
    with World.parse(level(theme="winter")) as world:
        assert describe(world)["theme"] == "winter"
