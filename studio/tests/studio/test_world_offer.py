"""What an editor of levels is offered, and that everything it offers is in order."""

from __future__ import annotations

import pytest

from clew_world.parts import PARTS, SETTINGS
from tests.studio.client import Client
from tests.studio.server import Site
from tests.studio.test_world_making import lawn


def test_the_offer_describes_every_part_that_the_reader_of_levels_knows(visitor: Client) -> None:
    found = visitor.get("/worlds/parts").good()
    assert [part["key"] for part in found["parts"]] == list(PARTS)
    for told in found["parts"]:
        part = PARTS[told["key"]]
        assert [field["key"] for field in told["fields"]] == [field.key for field in part.fields]
        assert told["name"] and all(field["label"] for field in told["fields"])
    assert [field["key"] for field in found["settings"]] == [field.key for field in SETTINGS]
    assert found["themes"].keys() == {"dusk", "day", "winter"}


def test_the_offer_is_in_french_too(site: Site) -> None:
    french, english = (site.client(language).get("/worlds/parts").good() for language in ("fr", "en"))
    same = {"Animal", "x", "y", "Zoom"}
    for one, other in zip(french["parts"], english["parts"], strict=True):
        assert one["name"] != other["name"] or one["name"] in same
        for field, told in zip(one["fields"], other["fields"], strict=True):
            assert field["label"] != told["label"] or field["label"] in same, field


@pytest.mark.parametrize("key", [key for key in PARTS if key != "player"])
def test_a_new_part_as_it_is_offered_is_in_order(visitor: Client, key: str) -> None:
    part = next(one for one in visitor.get("/worlds/parts").good()["parts"] if one["key"] == key)
    values = {"x": 9, "y": 4, **part["fresh"]}
    if "to" in values:
        values["to"] = [9 + values["to"][0], 4 + values["to"][1]]
    told = visitor.post("/worlds/check", {"level": lawn(**{key: [values]})}).good()
    assert told["playable"], told


def test_every_kind_that_scripts_may_add_is_in_order_as_it_is_offered(visitor: Client) -> None:
    offer = visitor.get("/worlds/parts").good()
    spawn, animals = offer["spawn"], offer["kinds"]
    entries = {kind: spawn["animal" if kind in animals else "item"]["fresh"] for kind in spawn["kinds"]}
    assert {"gem", "fox"} <= entries.keys() and "player" not in entries
    told = visitor.post("/worlds/check", {"level": lawn(spawn=entries)}).good()
    assert told["playable"] and not told["found"], told


def test_an_error_in_what_scripts_may_add_names_its_entry(site: Site) -> None:
    level = lawn(spawn={"gem": 3, "fox": {"most": 2, "script": "wolf.lua"}, "crate": 1})
    told = site.client("fr").post("/worlds/check", {"level": level}).good()
    assert [(one["part"], one["message"]) for one in told["found"]] == [
        (
            ["spawn", 2],
            "les scripts ne peuvent pas ajouter crate\u202f; ils peuvent ajouter des objets et des animaux",
        )
    ]
    del level["spawn"]["crate"]
    told = site.client("en").post("/worlds/check", {"level": level}).good()
    assert [(one["part"], one["key"]) for one in told["found"]] == [(["spawn", 1], "script")]


def test_the_blank_level_is_in_order(visitor: Client) -> None:
    blank = visitor.get("/worlds/parts").good()["blank"]
    told = visitor.post("/worlds/check", {"level": blank}).good()
    assert told["playable"] and [one["sort"] for one in told["found"]] == ["hint"]
