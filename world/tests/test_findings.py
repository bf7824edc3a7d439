"""What is wrong with a level is found part by part, and what cannot be reached is named with its part."""

from __future__ import annotations

from typing import Any

import pytest

from clew.boards.entries import toml_values
from clew_world import read, shipped
from clew_world.check import RESTLESS, check
from clew_world.findings import ERROR, HINT, MOST_ERRORS, UNREACHABLE, UNSURE, findings
from clew_world.level import Level
from clew_world.parts import LARGEST, MOST, MOST_CRATES, MOST_LIFTS, MOST_SLOPES, MOST_SWITCHES, PARTS, Usual

Values = dict[str, Any]


def lawn(**more: Any) -> Values:
    """A level of plain ground with something to reach."""
    return {
        "size": [20, 10],
        "ground": [{"x": 0, "y": 1, "width": 20, "height": 1}],
        "player": {"x": 2, "y": 1},
        "goal": {"reach": [10, 1]},
        **more,
    }


def told(values: Values) -> list[tuple[Any, ...]]:
    return [(one.sort, one.part, one.key) for one in findings(values).found]


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_level_has_the_findings_of_the_check(name: str) -> None:
    level = read(name)
    targets = check(level)
    result = findings(toml_values(level.text))
    assert result.level is not None
    assert result.reached == sum(target.legs is not None for target in targets)
    assert len(result.found) == sum(target.legs is None for target in targets)


def test_every_error_of_every_part_is_found_at_once() -> None:
    values = lawn(
        platform=[{"x": 3, "y": 3, "width": 2}, {"x": 99, "y": 3, "width": -2, "one_way": 1}],
        ladder=[{"x": 3, "y": 1}],
        animal=[{"kind": "fox", "x": 4, "y": 1, "speed": 0, "wings": 2}],
    )
    assert sorted(told(values), key=str) == [
        (ERROR, ("animal", 0), "wings"),
        (ERROR, ("ladder", 0), "height"),
        (ERROR, ("platform", 1), "one_way"),
        (ERROR, ("platform", 1), "width"),
        (ERROR, ("platform", 1), "x"),
    ]


@pytest.mark.parametrize(
    ("more", "part", "key"),
    [
        ({"lift": [{"x": 2, "y": 2, "to": [2, 2]}]}, ("lift", 0), "to"),
        ({"slope": [{"x": 2, "y": 1, "width": 1, "rise": 3}]}, ("slope", 0), "width"),
        ({"switch": [{"x": 2, "y": 1, "opens": ["gate"]}]}, ("switch", 0), "opens"),
        ({"crate": [{"x": 5, "y": 1}, {"x": 5, "y": 1}]}, ("crate", 1), "crate"),
        ({"item": [{"kind": "gem", "name": n, "x": 1, "y": 1} for n in "aba"]}, ("item", 2), "name"),
        ({"goal": {"reach": [40, 1]}}, ("goal", 0), "reach"),
        ({"goal": {"collect": {"gem": 1}}}, None, "collect"),
        ({"spawn": {"gem": 2, "fox": {"most": 2, "speed": 900}}}, ("spawn", 1), "speed"),
        ({"spawn": {"gem": 900}}, ("spawn", 0), "most"),
        ({"spawn": {"fox": {"speed": 2}}}, ("spawn", 0), "most"),
        ({"spawn": {"gem": 1, "crate": 2}}, ("spawn", 1), "spawn"),
        ({"spawn": {"fox": {"most": 2, "name": "Rex"}}}, ("spawn", 0), "name"),
        ({"spawn": [1]}, None, "spawn"),
        ({"eats": {"fox": "chicken"}}, None, "eats"),
        ({"size": [1, 1]}, None, "size"),
        ({"theme": "night"}, None, "theme"),
        ({"player": 3}, None, "player"),
        ({"platform": 3}, None, "platform"),
        ({"pond": []}, None, "pond"),
    ],
)
def test_an_error_names_its_part_and_its_property(more: Values, part: Any, key: str) -> None:
    assert told(lawn(**more)) == [(ERROR, part, key)]


def test_what_cannot_be_reached_is_named_with_its_part() -> None:
    values = lawn(
        item=[{"kind": "gem", "x": 5, "y": 1}, {"kind": "gem", "name": "far gem", "x": 5, "y": 8}],
        door=[{"name": "gate", "x": 14, "y": 1, "height": 9}],
        switch=[{"x": 18, "y": 1, "opens": ["gate"]}],
        goal={"reach": [19, 1]},
    )
    result = findings(values)
    assert result.reached == 1
    assert [(one.sort, one.part, one.name) for one in result.found] == [
        (UNREACHABLE, ("item", 1), "far gem"),
        (UNREACHABLE, ("switch", 0), "switch 5"),
        (UNREACHABLE, ("goal", 0), None),
    ]


def test_what_crates_might_make_reachable_is_not_proved() -> None:
    values = lawn(crate=[{"x": 8, "y": 1}], goal={"reach": [10, 6]})
    assert told(values) == [(UNSURE, ("goal", 0), None)]
    edge = [{"x": 0, "y": 1, "width": 12, "height": 1}]
    values = lawn(ground=edge, crate=[{"x": 15, "y": 1}])  # over an abyss
    assert [one.message for one in findings(values).found] == [RESTLESS]


def test_all_errors_of_what_scripts_may_add_are_found_at_once() -> None:
    spawn = {"gem": 0, "corn": 3, "fox": {"most": 2, "speed": 0, "jump": -1}, "lift": 1}
    assert told(lawn(spawn=spawn, theme="night")) == [
        (ERROR, None, "theme"),
        (ERROR, ("spawn", 0), "most"),
        (ERROR, ("spawn", 2), "speed"),
        (ERROR, ("spawn", 2), "jump"),
        (ERROR, ("spawn", 3), "spawn"),
    ]


def test_a_goal_of_things_that_the_player_does_not_take_cannot_be_reached() -> None:
    items = [{"kind": "gem", "x": 5, "y": 1}, {"kind": "corn", "x": 6, "y": 1}]
    values = lawn(item=items, goal={"collect": {"gem": 1, "corn": 1}}, eats={"player": ["corn"]})
    (found,) = findings(values).found
    assert (found.sort, found.part, found.key) == (UNREACHABLE, None, "collect")
    assert found.message == "the goal asks for gem, but the player does not take any"
    hero = {"kind": "hero", "x": 2, "y": 1}
    assert told({**values, "eats": {"hero": ["gem", "corn"]}, "player": hero}) == []


def test_a_level_without_a_goal_gets_advice() -> None:
    assert told(lawn(goal={})) == [(HINT, None, "goal")]


def test_a_thousand_errors_are_not_listed() -> None:
    assert len(told(lawn(item=[{} for _ in range(5000)]))) <= MOST_ERRORS + 1


@pytest.mark.parametrize(
    ("key", "most"),
    [
        ("switch", MOST_SWITCHES),
        ("crate", MOST_CRATES),
        ("lift", MOST_LIFTS),
        ("slope", MOST_SLOPES),
        ("item", MOST),
    ],
)
def test_a_level_has_at_most_as_many_parts_as_their_description_says(key: str, most: int) -> None:
    assert PARTS[key].most == most
    tables: dict[str, Values] = {
        "switch": {"x": 1, "y": 1, "opens": []},
        "crate": {"y": 1},
        "lift": {"x": 1, "y": 5, "to": [1, 7]},
        "slope": {"x": 1, "y": 1, "width": 2, "rise": 1},
        "item": {"kind": "gem", "x": 1, "y": 1},
    }
    values = lawn(size=[200, 20])
    parts = [{"x": 2 + 1.5 * place, **tables[key]} for place in range(most + 1)]
    found = findings({**values, key: parts}).found
    assert any("more than" in one.message for one in found), found
    if key != "item":  # those share their most with the player and the ground
        Level({**values, key: parts[:most]}, "")


def test_each_limit_of_a_property_is_that_of_the_reader() -> None:
    """A value at the limit is read, and one beyond it is not."""
    for part in PARTS.values():
        for field in part.fields:
            if field.shape != "number" or not isinstance(field.high, float):
                continue
            needed: Values = {one.key: 1.0 for one in part.fields if one.usual is Usual.NEEDED}
            needed |= {"kind": "gem"} if "kind" in needed else {}
            needed |= {"to": [5, 5], "opens": []}
            values = lawn(size=[LARGEST, LARGEST])
            for value, is_good in ((field.high, True), (field.low, True), (field.high * 1.01, False)):
                table = {k: v for k, v in needed.items() if k in {one.key for one in part.fields}}
                table[field.key] = value
                values[part.key] = table if part.single else [table]
                wrong = [
                    one for one in findings(values).found if one.key == field.key and "from" in one.message
                ]
                assert bool(wrong) is not is_good, (part.key, field.key, value, wrong)
