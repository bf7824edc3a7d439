"""How long a board takes a typical person: forecast from its map, and corrected by the players who solved it.

The forecast is a normal distribution of the logarithm of the median time, m with standard deviation s. The
logarithms of n players' times scatter around that median with standard deviation `PEOPLE`, so the posterior
is again a normal distribution, with the mean

    (m / s^2 + sum of logarithms / PEOPLE^2) / (1 / s^2 + n / PEOPLE^2)

Four players weigh as much as the forecast. A board keeps m, s, n and the sum, not the times.
"""

from __future__ import annotations

import logging
from collections import Counter
from math import exp, log
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db.models import Case, Count, F, FloatField, Q, Sum, Value, When
from django.db.models.functions import Ln, Power
from typing_extensions import TypedDict

from clew.errors import ClewError
from clew.measures.model import COVERAGE, read_model
from clew_studio.models import Board, Game

if TYPE_CHECKING:
    from pathlib import Path

    from clew.measures.model import Model
    from clew.measures.predict import Estimate
    from clew.statespace.space import StateSpace

Json = dict[str, Any]

logger = logging.getLogger(__name__)

PEOPLE = 0.69
"""Standard deviation of the logarithm of people's times at one level, in the log behind the model."""

QUANTILE = NormalDist().inv_cdf((1 + COVERAGE) / 2)
"""A quantile of the normal distribution: half the width of a forecast's interval, in standard deviations."""

LEAST_SPREAD = 0.05
"""The least standard deviation of a forecast's logarithm, so that the players of a board can always correct
it.
"""

FARTHEST = 2.5
"""A time counts as at most e^2.5, about 12, times longer or shorter than forecast: the player may have left
for lunch, or known the solution.
"""


def forecast(board: Board, space: StateSpace) -> None:
    """Forecast a board from its map if that is complete, else from its proved par. Does not save."""
    found = _from_map(space) if space.complete else None
    if found is None:
        found = _from_par(board.par)
    if found is None:
        board.forecast, board.forecast_spread = None, 0.0
        return
    board.forecast = found.value
    board.forecast_spread = max(log(found.high / found.low) / (2 * QUANTILE), LEAST_SPREAD)


def _from_map(space: StateSpace) -> Estimate | None:
    from clew.measures.predict import predict_difficulty

    try:
        return predict_difficulty(space, model=_model()).seconds
    except ClewError:  # it is unsolvable, or solved at the start
        return None


def _from_par(par: int | None) -> Estimate | None:
    from clew.measures.predict import predicted_by_moves

    try:
        return None if par is None else predicted_by_moves(par, _model())["seconds"]
    except ClewError:
        return None


def own_model() -> Path:
    """The path of the model fitted to the site's own players, if there is one (`clew studio forecast` writes
    it).
    """
    folder: Path = settings.CONFIG.folder
    return folder / "difficulty.json"


def _model() -> Model:
    path = own_model()
    if path.exists():
        try:
            return read_model(path)
        except ClewError as error:
            logger.warning("%s; the model that comes with Clew forecasts instead", error)
    return read_model()


def heard(game: Game, board: Board) -> Json:
    """The fields of the board that a win changes, for `update`: none if its player had help, has won there
    before, or has no time.

    The player's earlier attempts count too. `game` was just won, and is not saved yet.
    """
    if game.aided or not game.timed or board.forecast is None:
        return {}
    games = Game.objects.filter(player=game.player, board=board).exclude(pk=game.pk).order_by()
    before = games.aggregate(ms=Sum("elapsed_ms"), wins=Count("pk", filter=Q(status=Game.Status.WON)))
    if before["wins"]:
        return {}
    time_ms = game.elapsed_ms + (before["ms"] or 0)
    return {
        "solvers": F("solvers") + 1,
        "log_seconds": F("log_seconds") + _logarithm(time_ms, board.forecast),
    }


def hear_again(board: Board) -> None:
    """Count the players of a board from their games, as `heard` did at each win. Does not save."""
    if board.forecast is None:
        return
    times: Counter[str] = Counter()
    won: dict[str, bool] = {}
    games = Game.objects.filter(board=board, player__pupil=None).order_by("started", "pk")
    columns = ("player", "status", "aided", "timed", "elapsed_ms")
    for player, status, aided, timed, time_ms in games.values_list(*columns):
        if player not in won:
            times[player] += time_ms
            if status == Game.Status.WON:
                won[player] = timed and not aided
    told = [_logarithm(times[player], board.forecast) for player, alone in won.items() if alone]
    board.solvers, board.log_seconds = len(told), sum(told)


def _logarithm(time_ms: int, forecast_s: float) -> float:
    """The logarithm of the seconds that a player took, clipped to plausible values."""
    expected = log(forecast_s)
    return min(max(log(max(time_ms, 1) / 1000), expected - FARTHEST), expected + FARTHEST)


class Forecast(TypedDict):
    """How long a board takes a typical person, and how many players have corrected that."""

    seconds: float
    players: int


def typical() -> Case:
    """The logarithm of what `shown` says, for the database to sort by; null if nothing is forecast."""
    sure, each = Power(F("forecast_spread"), -2.0), Value(PEOPLE**-2)
    middle = (Ln(F("forecast")) * sure + F("log_seconds") * each) / (sure + F("solvers") * each)
    known = When(forecast__isnull=False, then=middle)
    return Case(known, default=None, output_field=FloatField())


def by_moves(par: int | None) -> Forecast | None:
    """How long a board with this par takes, where nothing else is known of it."""
    found = _from_par(par)
    return None if found is None else {"seconds": round(found.value, 1), "players": 0}


def shown(board: Board) -> Forecast | None:
    """How long a board takes, as lists show it; None if nothing is forecast."""
    if board.forecast is None:
        return None
    sure, each = board.forecast_spread**-2, PEOPLE**-2
    middle = (log(board.forecast) * sure + board.log_seconds * each) / (sure + board.solvers * each)
    return {"seconds": round(exp(middle), 1), "players": board.solvers}
