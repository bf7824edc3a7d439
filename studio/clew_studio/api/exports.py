"""For research: the event log, what its columns mean, and the boards in it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated

from django.db.models import Q
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from ninja import Query, Router, Schema

from clew.errors import ClewError
from clew_studio.api.document import Media, Zip
from clew_studio.api.rows import require_editor, require_player, visible_pack
from clew_studio.api.schemas import Key
from clew_studio.models import Board, Event, Participant
from clew_studio.requests.callers import is_gone
from clew_studio.requests.problems import Problem
from clew_studio.research.exporting import codebook_csv, events_csv, events_parquet, levels_zip

if TYPE_CHECKING:
    from django.db.models import QuerySet

router = Router(tags=["research"])

Csv = Annotated[HttpResponse, Media("text/csv")]
Parquet = Annotated[HttpResponse, Media("application/vnd.apache.parquet")]


class LevelFilter(Schema):
    """Which levels are exported."""

    pack: Key | None = None
    board: Key | None = None


class ExportFilter(LevelFilter):
    """Which games are exported."""

    since: date | None = None
    mine: bool = False


@router.get("/exports/events.csv")
def events(request: HttpRequest, which: Annotated[ExportFilter, Query()]) -> Csv:
    """The event log: of all players for editors, or only mine with `mine`. Pupils of classes are left out.
    Experiments of others are too: their data are for their owners.
    """
    found = _events(request, which)
    response = StreamingHttpResponse(events_csv(found), content_type="text/csv; charset=utf-8")
    return _named(response, "events.csv")


@router.get("/exports/events.parquet")
def events_as_parquet(request: HttpRequest, which: Annotated[ExportFilter, Query()]) -> Parquet:
    """The same log as a Parquet file."""
    try:
        data = events_parquet(_events(request, which), is_gone(request))
    except ClewError as error:
        raise Problem("unavailable", str(error), retry_after=3600) from error
    return _named(HttpResponse(data, content_type="application/vnd.apache.parquet"), "events.parquet")


def _events(request: HttpRequest, which: ExportFilter) -> QuerySet[Event]:
    found = Event.objects.all()
    if which.mine:
        found = found.filter(game__player=require_player(request))
    else:
        editor = require_editor(request)
        private = Q(game__participant__isnull=True) | Q(
            game__participant__experiment__owner=editor, game__participant__sort=Participant.Sort.REAL
        )
        found = found.filter(private, game__player__pupil=None)
    if which.pack is not None:
        found = found.filter(game__pack=which.pack)
    if which.board is not None:
        found = found.filter(game__board=which.board)
    if which.since is not None:
        found = found.filter(t_server__date__gte=which.since)
    return found


@router.get("/exports/codebook.csv")
def codebook(request: HttpRequest) -> Csv:
    """What each column of the log means."""
    return _named(HttpResponse(codebook_csv(), content_type="text/csv; charset=utf-8"), "codebook.csv")


@router.get("/exports/levels.zip")
def levels(request: HttpRequest, which: Annotated[LevelFilter, Query()]) -> Zip:
    """The published boards as TOML files, named as in the log; all, one, or those of a pack."""
    boards = Board.objects.filter(status=Board.Status.PUBLISHED).order_by("pk")
    if which.pack is not None:
        boards = boards.filter(packs=visible_pack(request, which.pack))
    if which.board is not None:
        boards = boards.filter(pk=which.board)
    return _named(HttpResponse(levels_zip(boards), content_type="application/zip"), "levels.zip")


def _named(response: HttpResponse, name: str) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
