"""Fits the forecasts of a site to its own players: their log, and the boards that have maps."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from django.db import transaction

from clew_lab.study import fit_difficulty, read_log, replay
from clew_studio.boards import forecasts
from clew_studio.database import write_lock
from clew_studio.jobs.mapping import listed_map
from clew_studio.models import Board, Event
from clew_studio.research.exporting import events_csv

if TYPE_CHECKING:
    from clew.measures.model import Model


def refit() -> Model:
    """Fit the model to the site's games without help, save it, and forecast all published boards again.

    Raises `ClewError` if there are too few levels with enough players.
    """
    model = _fitted()
    model.save(forecasts.own_model())
    for key in Board.objects.filter(status=Board.Status.PUBLISHED).values_list("pk", flat=True):
        space = listed_map(Board.objects.get(pk=key).read())
        with write_lock(), transaction.atomic():
            board = Board.objects.get(pk=key)
            forecasts.forecast(board, space)
            forecasts.hear_again(board)
            board.save(update_fields=["forecast", "forecast_spread", "solvers", "log_seconds"])
    return model


def _fitted() -> Model:
    boards = Board.objects.filter(status=Board.Status.PUBLISHED, states__gt=0, wins__gt=0)
    levels = {board.pk: board.read() for board in boards}
    events = Event.objects.filter(
        game__board__in=list(levels), game__aided=False, game__player__pupil=None, game__participant=None
    )
    with TemporaryDirectory() as folder:
        log = Path(folder) / "log.csv"
        with log.open("w", encoding="utf-8", newline="") as file:
            file.writelines(events_csv(events))
        return fit_difficulty(replay(read_log(log, anonymize=False), levels))
