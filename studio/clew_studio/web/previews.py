"""What other sites show of a link to a page: its title, a sentence, a picture (https://ogp.me)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from clew_studio.api.rows import card, name_of
from clew_studio.boards.daily import board_of_day
from clew_studio.models import Board

if TYPE_CHECKING:
    from django.http import HttpRequest

OF_BOARDS = ("play", "map", "maker", "embed")
"""Pages whose address ends in the id of a board."""

SITE = gettext_noop("Sliding puzzles, each with a shortest solution that is proved.")
SOLVE = gettext_noop("Can you solve it in {par} moves?")
PLAY = gettext_noop("A board to play.")
DAILY = gettext_noop("Puzzle of the day")


class Preview(NamedTuple):
    """The tags of a page. `image`: an absolute address, or empty."""

    title: str
    description: str
    image: str
    address: str


def preview_of(request: HttpRequest) -> Preview:
    """Return the preview of the requested page; a draft has that of the site."""
    origin = settings.CONFIG.origin if settings.CONFIG.url else f"{request.scheme}://{request.get_host()}"
    parts = request.path_info.strip("/").split("/")
    board = _board(parts)
    address = origin + request.path_info
    if board is None:
        return Preview("Clew", gettext(SITE), "", address)
    title = board.title or gettext("Untitled")
    if parts[0] == "daily":
        title = f"{gettext(DAILY)}: {title}"
    told = gettext(SOLVE).format(par=board.par) if board.par is not None else gettext(PLAY)
    author = board.author or name_of(board.owner)
    words = f"{title}, {author}. {told}" if author else f"{title}. {told}"
    return Preview(f"{title} · Clew", words, origin + card(board), address)


def _board(parts: list[str]) -> Board | None:
    """The published board that a page is about."""
    if parts == ["daily"]:
        return board_of_day(timezone.now().date())
    if len(parts) != 2 or parts[0] not in OF_BOARDS:
        return None
    public = Board.objects.filter(status=Board.Status.PUBLISHED).select_related("owner", "owner__user")
    return public.filter(pk=parts[1]).first()
