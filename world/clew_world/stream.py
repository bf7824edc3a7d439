"""Snapshots: what a remote canvas needs to draw a world that a server steps.

`describe` is sent once, `snapshot` after a tick: lists of numbers, a few hundred bytes for a typical level.
"""

from __future__ import annotations

from typing import Any

from clew_world.elements import Character, Rect
from clew_world.minds import Mind, minds
from clew_world.paint.creatures import PHASES, cell_of, stride_of
from clew_world.paint.things import CELL
from clew_world.sounds import SOUNDS
from clew_world.world import World

CREDITS = "Physics: Box2D, by Erin Catto. Scripts: Lua, by PUC-Rio."


def describe(world: World) -> dict[str, Any]:
    """What does not change: the level and its elements. Boxes are left, bottom, right, top.

    Cells are the space that a picture takes: width, height, and how far its foot is above the lower edge. A
    character's sheet (`paint.vector`) shows it standing, then in `phases` of a step of `stride` metres.
    Sounds are lists of notes: hertz, and in seconds when each begins and how long it fades.
    """
    level = world.level
    return {
        "title": level.title,
        "size": [level.width, level.height],
        "zoom": level.zoom,
        "theme": level.theme,
        "goal": level.goal,
        "solids": [[solid.kind, *_box(solid.rect), solid.one_way] for solid in level.solids],
        "slopes": [[*slope.ends, slope.base] for slope in level.slopes],
        "ladders": [_box(ladder.rect) for ladder in level.ladders],
        "doors": {door.number: _box(door.rect) for door in level.doors},
        "switches": {switch.number: [switch.x, switch.y] for switch in level.switches},
        "crates": {crate.number: [crate.width, crate.height] for crate in level.crates},
        "lifts": {lift.number: [lift.width, lift.height] for lift in level.lifts},
        "items": {item.number: [item.kind, item.x, item.y] for item in level.all_items()},
        "characters": {c.number: _cast(c) for c in level.cast()},
        "item_cell": CELL,
        "phases": PHASES,
        "player": level.player.number,
        "sounds": SOUNDS,
        "credits": CREDITS,
    }


def snapshot(world: World, *, debug: bool = False) -> dict[str, Any]:
    """What changes: each character is [number, x, y, facing, metres walked, on a ladder, look].

    `added` says where the items are that scripts have added; those of the level stay where `describe` says.
    `way` is the rest of the player's route, where it turns: [x, y, kind] of what leads there, a walk, climb,
    jump, drop, ride or step. `y` of a character is where it is drawn: on a slope, a little below its body.
    With `debug`, `minds` says what each character does and thinks (`clew_world.minds.Mind`).
    """
    level = world.level
    more = {"minds": [_thought(one) for one in minds(world)]} if debug else {}
    return {
        **more,
        "tick": world.tick,
        "status": world.status,
        "score": world.rules.score,
        "collected": world.rules.collected,
        "answer": world.player.answer,
        "target": world.player.target,
        "way": [[round(x, 2), round(y, 2), kind] for x, y, kind in world.line(world.player)],
        "characters": [
            [
                c.number,
                round(c.x, 3),
                round(c.shown_y, 3),
                c.facing,
                round(c.walked, 2),
                int(c.on_ladder),
                c.look,
            ]
            for c in world.characters
        ],
        "words": {c.number: c.words for c in world.characters if c.words},
        "items": [item.number for item in world.items],
        "added": {item.number: [round(item.x, 2), round(item.y, 2)] for item in world.added()},
        "shut": [door.number for door in world.mechanism.shut],
        "waiting": [switch.number for switch in world.mechanism.waiting],
        "crates": [[c.number, round(c.x, 3), round(c.y, 3)] for c in world.crates.all],
        "lifts": [[one.number, round(one.x, 3), round(one.y, 3)] for one in level.lifts],
    }


def _cast(character: Character) -> dict[str, Any]:
    build = character.build
    return {
        "name": character.name,
        "kind": character.kind,
        "width": build.width,
        "height": build.height,
        "cell": cell_of(build.width, build.height),
        "stride": stride_of(build.height),
    }


def _thought(one: Mind) -> dict[str, Any]:
    line = [[round(x, 2), round(y, 2), kind] for x, y, kind in one.line]
    target = None if one.target is None else [round(place, 2) for place in one.target]
    return {**one._asdict(), "line": line, "target": target}


def _box(rect: Rect) -> list[float]:
    return [rect.left, rect.bottom, rect.right, rect.top]
