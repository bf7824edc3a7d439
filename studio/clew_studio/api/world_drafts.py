"""Levels that people make: what an editor offers, its live check, a trial, and drafts."""

from __future__ import annotations

from typing import Annotated, Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language, gettext
from ninja import Query, Router
from pydantic import Field, StrictInt, StringConstraints
from typing_extensions import TypedDict

from clew.boards.entries import toml_values
from clew_studio import quotas, text_limits
from clew_studio.api.document import Made, Nothing
from clew_studio.api.rows import Page, own, paged, require_account
from clew_studio.api.schemas import LINES, Body
from clew_studio.api.worlds import opened
from clew_studio.models import WorldDraft
from clew_studio.requests.callers import is_gone, network_of_request, player_of
from clew_studio.requests.problems import Problem, missing
from clew_studio.shapes import Key, Listed, Moment, Title, Toml
from clew_studio.worlds import checking, drafts, levels
from clew_studio.worlds.checking import Unfinished
from clew_studio.worlds.handle import Made as MadeLevel
from clew_studio.worlds.levels import Found
from clew_studio.worlds.offered import Offer, offered
from clew_studio.worlds.shown import WorldLevel, WorldOut, made_json, world_json
from clew_world.level import Level, shipped

Json = dict[str, Any]
router = Router(tags=["worlds"])

RETRY_SECONDS = 5
CHECKS = 120
"""How many checks a visitor may have in a minute: a page asks for one half a second after each change."""
DRAFT = "draft"
"""What a world is called whose level is no level of the site."""


class LevelIn(Body):
    """A level: the keys of its TOML, finished or not."""

    level: dict[str, Any]


class TextIn(Body):
    """The TOML of a level."""

    text: Annotated[str, StringConstraints(max_length=text_limits.WORLD), LINES]


class DraftIn(LevelIn):
    """A change of a draft, made to that version."""

    version: Annotated[StrictInt, Field(ge=1, le=2**31 - 1)]


LevelKeys = Annotated[Json, Field(examples=[{"title": "Lawn", "size": [20, 10]}])]


class LevelKeysOut(TypedDict):
    """A level: the keys of its TOML."""

    level: LevelKeys


class TomlOut(TypedDict):
    """The TOML of a level."""

    text: Toml


class Trial(TypedDict):
    """A world of a level that I am making, and the level as lists show it."""

    world: WorldOut
    level: WorldLevel


class DraftOut(TypedDict):
    """A draft as a list shows it."""

    id: Key
    title: Title
    version: int
    changed: Moment


class WholeDraft(DraftOut):
    """A draft with its level."""

    level: LevelKeys


@router.get("/worlds/parts")
def parts(request: HttpRequest) -> Offer:
    """The kinds of parts of levels, with their properties, limits and defaults, in my language."""
    return offered()


@router.get("/worlds/levels/{level}/keys")
def keys(request: HttpRequest, level: str) -> LevelKeysOut:
    """The keys of a level that comes with Clew, to begin a level of mine with."""
    found = levels.find(level) if level in shipped() else None
    if found is None:
        raise missing()
    return {"level": toml_values(found.level.text)}


@router.post("/worlds/check")
def check(request: HttpRequest, body: LevelIn) -> checking.Check:
    """What is wrong with a level, part by part, and what its player cannot reach."""
    _count(request)
    return checking.checked(body.level, is_gone(request))


@router.post("/worlds/read")
def read(request: HttpRequest, body: TextIn) -> LevelKeysOut:
    """The keys of a level's TOML."""
    _count(request)
    try:
        return {"level": checking.read(body.text, is_gone(request))}
    except Unfinished as error:
        raise _unfinished(error) from error


@router.post("/worlds/write")
def write(request: HttpRequest, body: LevelIn) -> TomlOut:
    """A level as TOML."""
    _count(request)
    try:
        return {"text": checking.toml_of(body.level, is_gone(request))}
    except Unfinished as error:
        raise _unfinished(error) from error


@router.post("/worlds/try")
def try_(request: HttpRequest, body: LevelIn) -> Made[Trial]:
    """Start a world of a level that I am making. A level with errors is refused with its findings."""
    _count(request)
    try:
        told = checking.tried(body.level, is_gone(request))
    except Unfinished as error:
        raise _unfinished(error) from error
    if not told["playable"]:
        errors = [one for one in told["found"] if one["sort"] == "error"]
        raise Problem("bad-board", errors[0]["message"], found=told["found"])
    world, _ = opened(request, DRAFT, "", resume=False, made=MadeLevel(told["text"], told["scenery"]))
    level = Found(DRAFT, "", Level(toml_values(told["text"]), told["text"]))
    language = get_language() or "en"
    return Made({"world": world_json(world, language), "level": made_json(level, world)})


@router.get("/worlds/drafts")
def my_drafts(request: HttpRequest, page: Annotated[Page, Query()]) -> Listed[DraftOut]:
    """My drafts, the last changed first."""
    return paged(drafts.of(require_account(request)), page, draft_json)


@router.post("/worlds/drafts")
def make(request: HttpRequest, body: LevelIn) -> Made[DraftOut]:
    """Keeps a level as a new draft of mine."""
    player = require_account(request)
    try:
        made = drafts.make(player, body.level)
    except drafts.TooMany:
        raise Problem("too-large", gettext("You have too many drafts of levels: delete some.")) from None
    return Made(draft_json(made))


@router.get("/worlds/drafts/{key}")
def draft(request: HttpRequest, key: str) -> WholeDraft:
    """A draft of mine."""
    found = _mine(request, key)
    return {**draft_json(found), "level": found.level}


@router.put("/worlds/drafts/{key}")
def save(request: HttpRequest, key: str, body: DraftIn) -> DraftOut:
    """Keeps a change of a draft of mine, unless it was changed since that version."""
    try:
        return draft_json(drafts.save(_mine(request, key), body.version, body.level))
    except drafts.Overtaken as overtaken:
        detail = gettext("This level was changed on another page or device.")
        raise Problem("conflict", detail, version=overtaken.version) from None


@router.delete("/worlds/drafts/{key}")
def delete(request: HttpRequest, key: str) -> Nothing:
    """Deletes a draft of mine."""
    _mine(request, key).delete()
    return Nothing()


def draft_json(draft: WorldDraft) -> DraftOut:
    """A draft as a list shows it."""
    return {
        "id": draft.pk,
        "title": draft.title,
        "version": draft.version,
        "changed": draft.changed,
    }


def _mine(request: HttpRequest, key: str) -> WorldDraft:
    return own(request, WorldDraft, key, owner="owner")


def _count(request: HttpRequest) -> None:
    player = player_of(request)
    visitor = network_of_request(request) if player is None else player.pk
    wait = quotas.spend(f"checks:{visitor}", CHECKS, 60) if settings.CONFIG.limited else 0
    if wait:
        raise Problem("too-many", gettext("Please wait a moment."), retry_after=wait)


def _unfinished(error: Unfinished) -> Problem:
    """A second attempt would end in the same way, so none is suggested."""
    return Problem("too-large", checking.why(error))
