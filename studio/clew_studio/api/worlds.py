"""Platform worlds: levels, their pictures, and running worlds. Their events are not served by Django."""

from __future__ import annotations

from typing import Annotated, Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext
from ninja import Query, Router, Schema
from pydantic import Field, StringConstraints
from typing_extensions import TypedDict

from clew.errors import ClewError
from clew_studio import text_limits
from clew_studio.api.document import Answer, Later, Made, Nothing, Png, Svg
from clew_studio.api.files import BRIEFLY
from clew_studio.api.rows import Page, paged
from clew_studio.api.schemas import LINE, Body
from clew_studio.api.world_parts import WorldLevels
from clew_studio.requests.callers import network_of_request, player_of, player_or_guest
from clew_studio.requests.problems import Problem, missing
from clew_studio.shapes import Key
from clew_studio.worlds import hosts, levels
from clew_studio.worlds.handle import Made as MadeLevel
from clew_studio.worlds.handle import WorldHandle
from clew_studio.worlds.levels import Found
from clew_studio.worlds.manager import Asleep, Full, manager
from clew_studio.worlds.shown import WorldLevel, WorldOut, elsewhere_json, level_json, world_json
from clew_world.elements import LOOKS
from clew_world.level import Level
from clew_world.paint import vector
from clew_world.parts import LARGEST
from clew_world.pictures import OwnPicture

Json = dict[str, Any]
router = Router(tags=["worlds"])

RETRY_SECONDS = 30

Place = Annotated[float, Field(ge=-LARGEST, le=2 * LARGEST, allow_inf_nan=False)]
Direction = Annotated[float, Field(ge=-1.0, le=1.0, allow_inf_nan=False)]
Metres = Annotated[float, Field(ge=0.2, le=3.0, allow_inf_nan=False)]


class WorldIn(Body):
    """A level to play."""

    level: Annotated[str, StringConstraints(min_length=1, max_length=text_limits.NAME), LINE]
    resume: bool = True


class TouchIn(Body):
    """Where the player touches the world."""

    x: Place
    y: Place


class SteerIn(Body):
    """Which way keys or a gamepad point: to the right and up."""

    dx: Direction
    dy: Direction


class PauseIn(Body):
    """Whether the world is paused."""

    paused: bool


class DebugIn(Body):
    """Whether frames say what everybody thinks."""

    on: bool


class Size(Schema):
    """How large a character is, in metres."""

    width: Metres = 0.6
    height: Metres = 1.0


class WorldName(TypedDict):
    """The world that was told."""

    id: Key


@router.get("/worlds/levels")
def all_levels(request: HttpRequest, page: Annotated[Page, Query()]) -> WorldLevels:
    """The levels, the smallest first; whether worlds can run here, and what is missing if not."""
    return {**paged(levels.all_levels(), page, level_json), "can_run": True, "install": None}


@router.get("/worlds/levels/{level}")
def level(request: HttpRequest, level: str) -> WorldLevel:
    """One level."""
    return level_json(_level(level))


@router.get("/worlds/levels/{level}/picture.svg")
def picture(request: HttpRequest, level: str) -> Svg:
    """A level as it begins."""
    return _svg(vector.portrait(_level(level).level))


@router.get("/worlds/levels/{level}/scenery.svg")
def scenery(request: HttpRequest, level: str) -> Svg:
    """The parts of a level that do not move, at 100 units per metre."""
    return _svg(vector.backdrop(_level(level).level))


@router.get("/worlds/levels/{level}/pictures/{file}.png")
def own_picture(request: HttpRequest, level: str, file: str) -> Png:
    """A picture that a level brings itself."""
    found = _level(level).level
    for own in found.pictures.values():
        if own.file == f"{file}.png":
            return _image(own, found)
    raise missing()


@router.get("/worlds/looks/{look}.svg")
def look(request: HttpRequest, look: str, size: Annotated[Size, Query()]) -> Svg:
    """A character standing and in each phase of its step, side by side."""
    if look not in LOOKS:
        raise missing()
    return _svg(vector.sheet(look, size.width, size.height))


@router.get("/worlds/things/{kind}.svg")
def thing(request: HttpRequest, kind: str) -> Svg:
    """An item."""
    if len(kind) > 40:
        raise missing()
    return _svg(vector.item(kind))


@router.post("/worlds")
def start(request: HttpRequest, body: WorldIn) -> Made[WorldOut] | Answer[WorldOut]:
    """Start a world of a level; with `resume`, return my running one if there is one."""
    found = _level(body.level)
    player = player_of(request)
    if body.resume and player is not None and not manager.has(player.pk, found.name):
        for away in hosts.elsewhere():
            if (away.player, away.level) == (player.pk, found.name):
                return Answer(elsewhere_json(away))
    world, is_new = opened(request, found.name, found.source, resume=body.resume)
    return Made(_shown(world)) if is_new else Answer(_shown(world))


@router.get("/worlds/{key}")
def world(request: HttpRequest, key: str) -> WorldOut:
    """A world of mine as it is now."""
    return _shown(_mine(request, key))


@router.get("/worlds/{key}/scenery.svg")
def made_scenery(request: HttpRequest, key: str) -> Svg:
    """The parts that do not move in a world of mine whose level is a draft."""
    made = _mine(request, key).made
    if made is None:
        raise missing()
    response = HttpResponse(made.scenery, content_type="image/svg+xml")
    response["Cache-Control"] = "private, max-age=300"
    return response


@router.post("/worlds/{key}/touch")
def touch(request: HttpRequest, key: str, body: TouchIn) -> Later[WorldName]:
    """Send my character to a point, in metres. The events report the result."""
    return _send(request, key, {"do": "touch", "x": body.x, "y": body.y})


@router.post("/worlds/{key}/steer")
def steer(request: HttpRequest, key: str, body: SteerIn) -> Later[WorldName]:
    """Steer my character by keys or a gamepad, until the next touch."""
    return _send(request, key, {"do": "steer", "dx": body.dx, "dy": body.dy})


@router.post("/worlds/{key}/pause")
def pause(request: HttpRequest, key: str, body: PauseIn) -> Later[WorldName]:
    """Pause or resume a world."""
    return _send(request, key, {"do": "pause", "on": body.paused})


@router.post("/worlds/{key}/debug")
def debug(request: HttpRequest, key: str, body: DebugIn) -> Later[WorldName]:
    """Show what everybody in a world thinks, or hide it."""
    return _send(request, key, {"do": "debug", "on": body.on})


@router.post("/worlds/{key}/restart")
def restart(request: HttpRequest, key: str) -> Later[WorldName]:
    """Start a world again from the beginning."""
    return _send(request, key, {"do": "restart"})


@router.delete("/worlds/{key}")
def close(request: HttpRequest, key: str) -> Nothing:
    """Ends a world."""
    manager.call(manager.close, _mine(request, key))
    manager.announce()
    return Nothing()


def opened(
    request: HttpRequest, level: str, source: str, *, resume: bool, made: MadeLevel | None = None
) -> tuple[WorldHandle, bool]:
    """A world for whoever asks, and whether it is new. Raises `Problem`."""
    player = player_or_guest(request)
    try:
        found = manager.call(
            manager.open,
            player.pk,
            level,
            source,
            resume,
            network_of_request(request),
            made,
            hosts.elsewhere(),
        )
    except Full as full:
        raise Problem("too-many", _full(full.mine), retry_after=RETRY_SECONDS) from full
    except Asleep as asleep:
        raise Problem("unavailable", retry_after=RETRY_SECONDS) from asleep
    manager.announce()
    return found


def _level(name: str) -> Found:
    found = levels.find(name)
    if found is None:
        raise missing()
    return found


def _mine(request: HttpRequest, key: str) -> WorldHandle:
    player = player_of(request)
    world = None if player is None else manager.find(key, player.pk)
    if world is None:
        raise missing()
    return world


def _send(request: HttpRequest, key: str, command: Json) -> Later[WorldName]:
    world = _mine(request, key)
    manager.call(world.send, command)
    return Later({"id": world.key})


def _shown(world: WorldHandle) -> WorldOut:
    return world_json(world, get_language() or "en")


def _image(own: OwnPicture, level: Level) -> HttpResponse:
    try:
        content, _ = own.read(level.folder)
    except ClewError:
        raise missing() from None
    response = HttpResponse(content, content_type="image/png")
    response["Cache-Control"] = BRIEFLY
    return response


def _svg(picture: str) -> HttpResponse:
    response = HttpResponse(picture, content_type="image/svg+xml")
    response["Cache-Control"] = BRIEFLY
    return response


def _full(mine: bool) -> str:
    if mine:
        return gettext("You have {count} worlds open on other pages: close one of them.").format(
            count=settings.CONFIG.bounds.worlds_visitor
        )
    return gettext("This server is already running as many worlds as it can. Try again in a little while.")
