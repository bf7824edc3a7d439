"""`clew.predict_difficulty`: how long a typical person takes, in how many moves, and who solves it at all."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

from clew.errors import ClewError, LimitReached
from clew.measures.features import Features, features
from clew.measures.model import COVERAGE, TARGETS, Model, read_model
from clew.measures.whole_map import keep_within, whole_map
from clew.moved import renamed_argument
from clew.search.limits import Run, bounded
from clew.statespace.background import LARGE, run_in_background

if TYPE_CHECKING:
    from os import PathLike

    from clew.puzzle import Puzzle
    from clew.search.limits import Limits
    from clew.statespace.space import StateSpace


class Estimate(NamedTuple):
    """A forecast, and the interval that contains the value with a probability of 80 %."""

    value: float
    low: float
    high: float


class Prediction:
    """How a typical person does on a level: `seconds`, `moves` and `solved`, each an `Estimate`.

    `seconds` and `moves` are medians over those who solve it, `solved` the probability that a person does.
    `features` is what the forecast is computed from. `carried_over` says that the model has seen no level
    of this family.
    """

    def __init__(
        self, estimates: dict[str, Estimate], found: Features, family: str, carried_over: bool
    ) -> None:
        self.seconds, self.moves, self.solved = (estimates[target.name] for target in TARGETS)
        self.features = found
        self.family = family
        self.carried_over = carried_over

    def to_dict(self) -> dict[str, Any]:
        """The forecast as plain values, for JSON."""
        return {
            **{target.name: getattr(self, target.name)._asdict() for target in TARGETS},
            "features": self.features._asdict(),
            "family": self.family,
            "carried_over": self.carried_over,
        }

    def __str__(self) -> str:
        lines = [
            _line("time", self.seconds, "{:.0f} s"),
            _line("moves", self.moves, "{:.0f}"),
            _line("solved by", self.solved, "{:.0%}"),
        ]
        if self.carried_over:
            lines.append(f"carried over: the model has seen no {self.family} boards")
        return "\n".join(lines)

    def __repr__(self) -> str:
        told = ", ".join(f"{target.name}={getattr(self, target.name).value:.3g}" for target in TARGETS)
        return f"<Prediction {told}{', carried over' * self.carried_over}>"


def _line(name: str, estimate: Estimate, form: str) -> str:
    value, low, high = (form.format(number) for number in estimate)
    return f"{name:<9}  {value:>8}  {COVERAGE:.0%} interval {low} to {high}"


@renamed_argument("level", "space")
def predict_difficulty(
    space: StateSpace | Puzzle | str,
    *,
    model: Model | str | PathLike[str] | None = None,
    limits: Limits | None = None,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
    stop: Event | None = None,
) -> Prediction:
    """Predicts how a typical person does on a level: time, moves, and the probability of solving it.

    `space` is its complete map, or a puzzle, which is explored within `limits`. `model`: a file written by
    `clew study --fit-difficulty`, or what `clew_lab.study.fit_difficulty` returned; None for the shipped
    model. It was fitted to people who played block puzzles: for another family the forecast is
    `carried_over`, and nobody has checked it.

    >>> round(clew.predict_difficulty("blocks:AABo/ooBo/oooo/oooo").moves.low)
    2

    Raises `ClewError` for a level that cannot be solved or is solved at the start, for a map that was cut
    short, and for a file that is not a model; `LimitReached` if a limit is reached. Needs scipy: the extra
    `map`.
    """
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, moves=moves, stop=stop)
    chosen = model if isinstance(model, Model) else read_model(*([] if model is None else [model]))
    with Run(limits) as run:
        space = whole_map(space, limits, "a forecast")

        ended = Event()

        def pause() -> None:
            if ended.is_set():
                raise LimitReached("the forecast was stopped (interrupted)")
            keep_within(run, "the forecasts")

        try:
            if space.edges < LARGE:
                found = features(space, pause)
            else:
                found = run_in_background(lambda: features(space, pause), pause)
        finally:
            ended.set()
    return predicted(found, space, chosen)


def predicted_by_moves(least: int, model: Model | None = None) -> dict[str, Estimate]:
    """The forecast by the fewest moves alone, by target, for a level whose map is too large. Its errors are
    in docs/difficulty.md. Raises `ClewError` for a level of 0 moves.
    """
    if least < 1:
        raise ClewError("a level that takes no moves has no forecast")
    found = (model or read_model()).by_moves(least)
    estimates = {}
    for target in TARGETS:
        centre, half = found[target.name]
        estimates[target.name] = Estimate(*map(target.back, (centre, centre - half, centre + half)))
    return estimates


def predicted(found: Features, space: StateSpace, model: Model) -> Prediction:
    """The forecast for a level with these features."""
    least = float(space.distance[space.start])
    estimates = {}
    for target in TARGETS:
        centre, half = model.at(found)[target.name]
        values = [target.back(value) for value in (centre, centre - half, centre + half)]
        if target.name == "moves" and space.costs is None:
            values = [max(value, least) for value in values]  # nobody solves it in fewer
        estimates[target.name] = Estimate(*values)
    family = space.puzzle.family
    return Prediction(estimates, found, family, family not in model.fitted["families"])
