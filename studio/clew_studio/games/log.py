"""Lines of a game's log: what happened in it, in order."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from clew.version import version
from clew_studio.models import Event, Game


def write(game: Game, event: str, **about: Any) -> None:
    """Save the next line of a game's log; `about` is as in `line`."""
    line(game, event, **about).save(force_insert=True)


def line(
    game: Game,
    event: str,
    piece: str | None = None,
    origin: str | None = None,
    target: str | None = None,
    move: str = "",
    t_client_ms: int | None = None,
    key: str = "",
) -> Event:
    """Return the next line of a game's log. Does not save it."""
    game.events += 1
    return Event(
        game=game,
        seq=game.events,
        event=event,
        piece=piece or "",
        origin=origin or "",
        target=target or "",
        move=move,
        t_client_ms=game.elapsed_ms if t_client_ms is None else t_client_ms,
        t_server=timezone.now(),
        build=version(),
        key=key,
    )
