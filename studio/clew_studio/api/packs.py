"""Packs of levels, and experiments."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpRequest
from django.utils.translation import gettext
from ninja import Query, Router
from typing_extensions import TypedDict

from clew_studio.api.document import Nothing
from clew_studio.api.paging import Page, paged
from clew_studio.api.refs import let_in, visible_pack
from clew_studio.api.schemas import ConsentIn
from clew_studio.api.shown import BoardOut, Boards, left_ms, thumbnail
from clew_studio.boards.packs import has_consented, levels_of
from clew_studio.models import Consent, Pack, Player
from clew_studio.requests.identity import is_editor, player_of, player_or_guest
from clew_studio.requests.problems import Problem, missing
from clew_studio.shapes import Address, Key, Listed, Text, Title

router = Router(tags=["packs"])


class PackOut(TypedDict):
    """A pack as a list shows it; `won` of its `boards` are done. `mine`: I made it, and may delete it.
    `home`: the page with its levels.
    """

    id: Key
    title: Title
    description: Text
    kind: Literal["levels", "experiment", "assignment"]
    rule: Literal["free", "in-order"]
    boards: int
    won: int
    mine: bool
    thumbnail: Address | None
    home: Address


class ConsentOut(TypedDict):
    """What participants consent to, and whether I have."""

    version: Text
    text: Text
    given: bool


class PackLevel(TypedDict):
    """A level of a pack."""

    number: int
    board: BoardOut
    unlocked: bool
    won: bool


class WholePack(PackOut):
    """A pack with its levels."""

    order: Literal["fixed", "random"]
    time_limit_s: int | None
    time_left_ms: int | None
    consent: ConsentOut | None
    levels: list[PackLevel]


@router.get("/packs")
def packs(request: HttpRequest, page: Annotated[Page, Query()]) -> Listed[PackOut]:
    """Public packs."""
    player = player_of(request)
    return paged(Pack.objects.filter(is_public=True), page, lambda pack: _summary(pack, player))


@router.get("/packs/{key}")
def one(request: HttpRequest, key: str) -> WholePack:
    """A pack, with my progress on its levels."""
    return _whole(visible_pack(request, key), player_of(request))


@router.delete("/packs/{key}")
def delete(request: HttpRequest, key: str) -> Nothing:
    """Deletes a pack of mine. Its boards stay, and so do games."""
    pack = visible_pack(request, key)
    if not is_editor(request) and (pack.owner is None or pack.owner != player_of(request)):
        raise Problem("forbidden")
    pack.delete()
    return Nothing()


@router.get("/experiments/{token}")
def experiment(request: HttpRequest, token: str) -> WholePack:
    """The experiment that a participant's link leads to."""
    pack = Pack.objects.filter(token=token).exclude(kind=Pack.Kind.ASSIGNMENT).first()
    if pack is None:
        raise missing()
    let_in(request, pack)
    return _whole(pack, player_or_guest(request) if pack.order == Pack.Order.RANDOM else player_of(request))


@router.post("/packs/{key}/consent")
def consent(request: HttpRequest, key: str, body: ConsentIn) -> WholePack:
    """Consents to the current version of an experiment's text."""
    pack = Pack.objects.filter(pk=key, token=body.token or "").first() or visible_pack(request, key)
    if body.version != pack.consent_version or not pack.consent_text:
        raise Problem("conflict")
    player = player_or_guest(request)
    Consent.objects.get_or_create(player=player, pack=pack, version=body.version)
    return _whole(pack, player)


def _summary(pack: Pack, player: Player | None) -> PackOut:
    levels = levels_of(pack, player)
    return {
        "id": pack.pk,
        "title": gettext(pack.title),
        "description": gettext(pack.description) if pack.description else "",
        "kind": pack.kind,
        "rule": pack.rule,
        "boards": len(levels),
        "won": sum(level.won for level in levels),
        "mine": pack.owner_id is not None and player is not None and pack.owner_id == player.pk,
        "thumbnail": thumbnail(levels[0].board) if levels else None,
        "home": _home(pack, player),
    }


def _home(pack: Pack, player: Player | None) -> str:
    if pack.kind != Pack.Kind.ASSIGNMENT:
        return f"/packs/{pack.pk}"
    classroom = pack.assignment.classroom
    if player is not None and player.pk == classroom.owner_id:
        return f"/classes/{classroom.pk}"
    return f"/class/{classroom.token}"


def _whole(pack: Pack, player: Player | None) -> WholePack:
    text: ConsentOut | None = None
    if pack.consent_text:
        given = has_consented(pack, player)
        text = {"version": pack.consent_version, "text": pack.consent_text, "given": given}
    return {
        **_summary(pack, player),
        "order": pack.order,
        "time_limit_s": pack.time_limit_s,
        "time_left_ms": left_ms(pack, player),
        "consent": text,
        "levels": levels_shown(pack, player),
    }


def levels_shown(pack: Pack, player: Player | None) -> list[PackLevel]:
    """The levels of a pack, with the player's progress."""
    levels = levels_of(pack, player)
    shown = Boards(player, [level.board for level in levels])
    return [
        {
            "number": level.number,
            "board": shown.show(level.board),
            "unlocked": level.unlocked,
            "won": level.won,
        }
        for level in levels
    ]
