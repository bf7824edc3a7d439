"""The seam for a server: a world is stepped elsewhere, and small snapshots are enough to draw it."""

from __future__ import annotations

import json

import pytest

from clew_world import World, describe, shipped, snapshot


@pytest.mark.parametrize("name", shipped())
def test_snapshots_are_small_and_say_where_everybody_is(name: str) -> None:
    with World.load(name) as world:
        still = json.loads(json.dumps(describe(world)))
        assert still["size"] == [world.width, world.height]
        assert "Box2D" in still["credits"] and "Lua" in still["credits"]
        world.touch(5.0, 1.0)
        world.step(90)
        told = json.dumps(snapshot(world))
        assert len(told) < 1500
        now = json.loads(told)
        places = {number: (x, y) for number, x, y, *_ in now["characters"]}
        player = places[still["player"]]
        assert player == pytest.approx((world.player.x, world.player.y), abs=0.001)
        assert {str(number) for number in places} <= still["characters"].keys()
        assert {str(number) for number in now["items"]} <= still["items"].keys()
        assert now["tick"] == 90
