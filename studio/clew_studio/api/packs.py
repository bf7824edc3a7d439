"""Packs of levels, and experiments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Annotated, Literal, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from ninja import Query, Router, Schema
from typing_extensions import TypedDict

from clew.errors import ClewError
from clew_studio import quotas
from clew_studio.api.document import Answer, Made, Media, Nothing, Pdf, Zip
from clew_studio.api.files import painted
from clew_studio.api.positions import withhold
from clew_studio.api.rows import (
    BoardOut,
    Boards,
    Named,
    Page,
    left_ms,
    let_in,
    paged,
    require_account,
    thumbnail,
    titled,
    visible_pack,
)
from clew_studio.api.schemas import ConsentIn, PackChangeIn, PackIn
from clew_studio.boards.packs import fit_for, has_consented, levels_of, replace
from clew_studio.games import assistance
from clew_studio.jobs import answers
from clew_studio.jobs.painting import Book
from clew_studio.models import Board, Consent, Pack, Player
from clew_studio.pages.export import elements_of, page_of
from clew_studio.requests.callers import is_editor, player_of, player_or_guest
from clew_studio.requests.problems import Problem, wrong
from clew_studio.shapes import Address, BoardKeys, Key, Listed, MoveText, Text, Title

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

router = Router(tags=["packs"])

MOST_BOARDS = 200
"""The most boards of a pack that somebody makes."""

Html = Annotated[HttpResponse, Media("text/html")]


class PackOut(TypedDict):
    """A pack as a list shows it; `won` of its `boards` are done. `mine`: I made it, and may change it.
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
    """A pack with its levels; `public`: everybody sees it."""

    public: bool
    order: Literal["fixed", "random"]
    time_limit_s: int | None
    time_left_ms: int | None
    consent: ConsentOut | None
    levels: list[PackLevel]


class SolvedBoard(TypedDict):
    """A board, and the moves of a shortest solution; None if it takes long to find one."""

    id: Key
    par: int | None
    solution: list[MoveText] | None
    board: BoardKeys


class SolvedPack(TypedDict):
    """The boards of a pack with their solutions."""

    title: Title
    boards: list[SolvedBoard]


class PackFilter(Schema):
    """Which packs are wanted."""

    mine: bool = False


@router.get("/packs")
def packs(
    request: HttpRequest, page: Annotated[Page, Query()], which: Annotated[PackFilter, Query()]
) -> Listed[PackOut]:
    """Public packs or, with `mine`, all of mine."""
    player = player_of(request)
    found = Pack.objects.filter(is_public=True)
    if which.mine:
        found = Pack.objects.none() if player is None else Pack.objects.filter(owner=player)
    return paged(found, page, lambda pack: _summary(pack, player))


@router.post("/packs")
def make(request: HttpRequest, body: PackIn) -> Made[WholePack]:
    """Makes a pack of my own, which nobody else sees yet; it takes an account."""
    player = require_account(request)
    if not quotas.has_room(player, "packs"):
        raise Problem("too-large", gettext("You have too many packs: delete some."))
    quotas.add(body.title)
    return Made(_whole(Pack.objects.create(title=body.title, owner=player, is_public=False), player))


@router.put("/packs/{key}")
def change(request: HttpRequest, key: str, body: PackChangeIn) -> WholePack:
    """Changes a pack of mine: its texts, its boards and their order, and whether everybody sees it. Boards
    are published ones and my own.
    """
    player = player_of(request)
    pack = own_pack(request, key)
    boards = fit_for(pack, body.boards)
    if len(boards) > MOST_BOARDS:
        raise wrong(("boards", gettext("These are too many boards.")))
    if body.public and not any(board.status == Board.Status.PUBLISHED for board in boards):
        raise wrong(("public", gettext("Publish at least one of its boards first.")))
    replace(
        pack, boards, title=body.title, description=body.description, rule=body.rule, is_public=body.public
    )
    return _whole(pack, player)


@router.get("/packs/{key}/boards.json")
def as_json(request: HttpRequest, key: str) -> Answer[SolvedPack]:
    """The boards of a pack as JSON, each with a shortest solution if one is found quickly. This counts as
    help.
    """
    found: list[SolvedBoard] = [
        {"id": board.pk, "par": board.par, "solution": moves, "board": cast("BoardKeys", puzzle.to_dict())}
        for board, puzzle, moves in _solved(request, key)
    ]
    response: Answer[SolvedPack] = Answer({"title": visible_pack(request, key).title, "boards": found})
    response["Content-Disposition"] = f'attachment; filename="{key}.json"'
    return response


@router.get("/packs/{key}/book.pdf")
def as_book(request: HttpRequest, key: str) -> Pdf:
    """A pack as a book on paper: four boards to a page, the solutions that are found quickly at the back. It
    counts as help.
    """
    boards = [(puzzle, moves) for _, puzzle, moves in _solved(request, key)]
    return painted(request, Book(boards), f"{key}.pdf")


@router.get("/packs/{key}/page.html")
def as_page(request: HttpRequest, key: str) -> Html:
    """A pack as one file that plays without a server."""
    return _exported(request, key, page_of, "text/html; charset=utf-8", "html")


@router.get("/packs/{key}/elements.zip")
def as_elements(request: HttpRequest, key: str) -> Zip:
    """A pack as a folder for other people's pages: a page with a `<clew-board>` for each board, the script of
    the element, and the engines.
    """

    def folder(puzzles: list[EnginePuzzle], title: str) -> bytes:
        held = BytesIO()
        with ZipFile(held, "w") as archive:
            for name, file in elements_of(puzzles, title).items():
                entry = ZipInfo(f"{key}/{name}")
                entry.external_attr = 0o644 << 16  # a web server may read it
                archive.writestr(entry, file, ZIP_DEFLATED)
        return held.getvalue()

    return _exported(request, key, folder, "application/zip", "zip")


def _exported(
    request: HttpRequest,
    key: str,
    export: Callable[[list[EnginePuzzle], str], str | bytes],
    kind: str,
    ending: str,
) -> HttpResponse:
    """The boards of a pack and its title as a file that plays without a server."""
    pack = visible_pack(request, key)
    puzzles = [titled(level.board) for level in levels_of(pack, player_of(request))]
    try:
        file = export(puzzles, gettext(pack.title))
    except ClewError as error:
        raise Problem("unavailable", str(error), retry_after=3600) from error
    response = HttpResponse(file, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{key}.{ending}"'
    return response


def _solved(request: HttpRequest, key: str) -> Iterator[tuple[Board, EnginePuzzle, list[str] | None]]:
    """The boards of a pack, each with the moves of a shortest solution; None if it takes long."""
    for level in levels_of(visible_pack(request, key), player_of(request)):
        puzzle = titled(level.board)
        found = Named(puzzle, level.board)
        withhold(request, "solution", found)
        answer = answers.quick_solution(puzzle, puzzle.initial())
        assistance.record(request, puzzle, puzzle.initial(), level.board)
        yield level.board, puzzle, None if answer is None else answer["moves"]


@router.get("/packs/{key}")
def one(request: HttpRequest, key: str) -> WholePack:
    """A pack, with my progress on its levels."""
    return _whole(visible_pack(request, key), player_of(request))


@router.delete("/packs/{key}")
def delete(request: HttpRequest, key: str) -> Nothing:
    """Deletes a pack of mine. Its boards stay, and so do games."""
    own_pack(request, key).delete()
    return Nothing()


def own_pack(request: HttpRequest, key: str) -> Pack:
    """A pack that the player may change: their own or, for an editor, any. Raises `Problem`."""
    pack = visible_pack(request, key)
    if not is_editor(request) and (pack.owner is None or pack.owner != player_of(request)):
        raise Problem("forbidden")
    return pack


@router.get("/experiments/{token}")
def experiment(request: HttpRequest, token: str) -> WholePack:
    """The experiment that a participant's link leads to."""
    pack = Pack.objects.exclude(kind=Pack.Kind.ASSIGNMENT).get(token=token)
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
        "public": pack.is_public,
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
