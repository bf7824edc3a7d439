"""Worlds and levels as JSON, in the reader's language."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, cast

from django.utils import translation
from django.utils.translation import gettext
from pydantic import Field
from typing_extensions import TypedDict

from clew_studio.shapes import Address, Key, Name, Text, Title
from clew_studio.translation import translated

if TYPE_CHECKING:
    from clew_studio.worlds.handle import WorldHandle
    from clew_studio.worlds.hosts import Elsewhere
    from clew_studio.worlds.levels import Found

LEVELS = "/api/v1/worlds/levels"


Point = tuple[float, float]
Kind = Annotated[str, Field(examples=["banana"])]
ByKind = Annotated[dict[str, int], Field(examples=[{"banana": 3}])]
Words = Annotated[dict[str, str], Field(examples=[{"banana": "banana"}])]
Room = tuple[float, float, float]
"""The room that a picture takes, in metres: width, height, and how far its foot is above the lower edge."""
Way = Literal["walk", "climb", "jump", "drop", "drop through", "ride", "step"]
Leg = tuple[float, float, Way]
PlayerAnswer = Literal["", "on the way", "arrived", "cannot get there"]


class WorldGoal(TypedDict):
    """What the player has to collect, and the place to reach."""

    collect: ByKind
    reach: Point | None


class OwnPicture(TypedDict):
    """A level's own picture of a kind: frames side by side, the first of them standing."""

    picture: Address
    frames: int


class WorldLevel(TypedDict):
    """A level as a list shows it."""

    level: Name
    title: Title
    notes: Text
    author: Name
    size: Point
    goal: WorldGoal
    animals: int
    words: Words
    """The kinds in it, in the reader's language."""
    picture: Address
    scenery: Address
    pictures: Annotated[dict[str, OwnPicture], Field(examples=[{}])]


class Cast(TypedDict):
    """A character of a world; `stride`: metres of a full step."""

    name: Name
    kind: Kind
    width: float
    height: float
    cell: Room
    stride: float


class Description(TypedDict):
    """What does not change in a world. What is named by numbers is left, bottom, right, top (`doors`); x, y
    (`switches`); width, height (`crates`, `lifts`); kind, x, y (`items`).
    """

    title: Title
    size: Point
    zoom: float
    theme: Literal["dusk", "day", "winter"]
    goal: WorldGoal
    solids: list[tuple[Kind, float, float, float, float, bool]]
    slopes: list[tuple[float, float, float, float, float]]
    ladders: list[tuple[float, float, float, float]]
    doors: Annotated[dict[str, tuple[float, float, float, float]], Field(examples=[{}])]
    switches: Annotated[dict[str, Point], Field(examples=[{}])]
    crates: Annotated[dict[str, Point], Field(examples=[{}])]
    lifts: Annotated[dict[str, Point], Field(examples=[{}])]
    items: Annotated[dict[str, tuple[Kind, float, float]], Field(examples=[{"7": ["banana", 6.0, 1.0]}])]
    characters: Annotated[dict[str, Cast], Field(examples=[{}])]
    item_cell: Room
    phases: int
    """Pictures of a step in a sheet, after the standing one."""
    player: int
    sounds: Annotated[dict[str, list[Room]], Field(examples=[{"take": [[660.0, 0.0, 0.1]]}])]
    """The notes of what is heard: hertz, when each begins, and in how many seconds it fades."""
    credits: Text


class Mind(TypedDict):
    """What a character does and thinks; `heard`: who sent the last message, and its text."""

    number: int
    contacts: int
    where: Literal["ground", "slope", "ladder", "lift", "air"]
    answer: PlayerAnswer
    why: Text
    target: Point | None
    line: list[Leg]
    heard: tuple[Name, Text] | None
    asks: int


class Frame(TypedDict):
    """What changes in a world. A character: number, x, y, facing, metres walked, on a ladder, look."""

    tick: int
    status: Literal["playing", "won", "lost"]
    score: int
    collected: ByKind
    answer: PlayerAnswer
    target: Point | None
    way: list[Leg]
    characters: list[tuple[int, float, float, int, float, int, Kind]]
    words: Annotated[dict[str, str], Field(examples=[{"3": "Mine!"}])]
    items: list[int]
    added: Annotated[dict[str, Point], Field(examples=[{}])]
    """Where the items are that scripts have added."""
    shut: list[int]
    """The doors that are closed."""
    waiting: list[int]
    """The switches that nobody has pressed."""
    crates: list[Room]
    """Number, and the middle of the lower edge."""
    lifts: list[Room]
    """Number, and the left end of the top."""
    minds: NotRequired[list[Mind]]
    round: int
    paused: bool
    moving: bool


class Trouble(TypedDict):
    """A script that was stopped or failed, and why."""

    name: Name
    text: Text
    stopped: bool


class WorldEnd(TypedDict):
    """Why a world has ended."""

    reason: Annotated[str, Field(examples=["closed"])]
    message: Text


class WorldOut(TypedDict):
    """A world as its player sees it; its parts are those of its events."""

    id: Key
    level: Name
    state: Literal["running", "starting", "ended"]
    world: Description | None
    troubles: list[Trouble]
    frame: Frame | None
    end: WorldEnd | None


def level_json(found: Found) -> WorldLevel:
    """A level as a list shows it."""
    level = found.level
    kinds = {*(item.kind for item in level.all_items()), *(one.kind for one in level.cast())}
    return {
        "level": found.name,
        "title": _said(level.title),
        "notes": _said(level.notes),
        "author": level.author,
        "size": (level.width, level.height),
        "goal": cast(WorldGoal, level.goal),
        "animals": len(level.characters) - 1,
        "words": {kind: _said(kind) for kind in sorted(kinds)},
        "picture": f"{LEVELS}/{found.name}/picture.svg",
        "scenery": f"{LEVELS}/{found.name}/scenery.svg",
        "pictures": {
            kind: {"picture": f"{LEVELS}/{found.name}/pictures/{own.file}", "frames": own.frames}
            for kind, own in level.pictures.items()
        },
    }


def made_json(found: Found, world: WorldHandle) -> WorldLevel:
    """A level that somebody is making, as the page of its world shows it: in its own words."""
    scenery = f"/api/v1/worlds/{world.key}/scenery.svg"
    level = found.level
    return {
        **level_json(found),
        "title": level.title,
        "notes": level.notes,
        "picture": scenery,
        "scenery": scenery,
        "pictures": {},
    }


def world_json(world: WorldHandle, language: str) -> WorldOut:
    """A running world as its player sees it."""
    return {
        "id": world.key,
        "level": world.level,
        "state": "ended" if world.end else "starting" if world.frame is None else "running",
        "world": None if world.world is None else json.loads(world.world),
        "troubles": told_troubles(world, language),
        "frame": None if world.frame is None else json.loads(world.frame),
        "end": None if world.end is None else told_end(world, language),
    }


def elsewhere_json(world: Elsewhere) -> WorldOut:
    """A running world of another host, which its events will describe."""
    return {
        "id": world.key,
        "level": world.level,
        "state": "starting",
        "world": None,
        "troubles": [],
        "frame": None,
        "end": None,
    }


def told_troubles(world: WorldHandle, language: str) -> list[Trouble]:
    """Return the scripts that were stopped or failed, and why."""
    troubles: list[Trouble] = json.loads(world.troubles)
    with translation.override(language):
        return [{**trouble, "text": translated(trouble["text"])} for trouble in troubles]


def told_end(world: WorldHandle, language: str) -> WorldEnd:
    """Return why a world has ended."""
    with translation.override(language):
        return {"reason": world.end or "", "message": translated(world.message)}


def _said(text: str) -> str:
    return gettext(text) if text else ""  # gettext answers nothing with the head of its catalogue
