"""The model behind `clew.predict_difficulty`: ridge regressions on a few features, with prediction intervals.

A level with standardized features z is forecast as

    intercept + z . coefficients    +-    quantile * spread * sqrt(1 + 1/n + z' H z)

with H = (Z'Z + shrinkage I)^-1 of the n levels that the model was fitted to, so the interval widens for
levels unlike them. `spread` is computed from the errors on levels that the fit had not seen.
"""

from __future__ import annotations

import json
import os
from math import exp, isfinite, log, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clew.errors import ClewError
from clew.measures.features import NAMES, Features
from clew.replacement import write_whole

if TYPE_CHECKING:
    from os import PathLike

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SHIPPED = os.path.join(os.path.dirname(__file__), "forecast.json")

COVERAGE = 0.8
"""The probability with which an interval contains the value."""


class Target(NamedTuple):
    """How a quantity is changed before a straight line is fitted to it, and back."""

    name: str
    unit: str
    scale: str

    def back(self, value: float) -> float:
        """The quantity itself."""
        if self.scale == "logit":
            return 1 / (1 + exp(-min(max(value, -700.0), 700.0)))
        return exp(min(value, 700.0))


TARGETS = (Target("seconds", "s", "log"), Target("moves", "moves", "log"), Target("solved", "", "logit"))


class Line(NamedTuple):
    """The regression of one target."""

    intercept: float
    coefficients: Floats
    spread: float


class Alone(NamedTuple):
    """The line of one target over the logarithm of the fewest moves alone, for levels without a map."""

    intercept: float
    slope: float
    spread: float


class Model(NamedTuple):
    """The regressions of all targets, and what they were fitted to.

    `centre`, `scale` (features,): the mean and standard deviation of each feature; `leverage` (features,
    features): H above; `quantile`: of Student's t; `alone`: what the fewest moves alone forecast, empty if
    that was not fitted; `fitted`: a description of the data, as in the file.
    """

    centre: Floats
    scale: Floats
    leverage: Floats
    n: int
    quantile: float
    lines: dict[str, Line]
    alone: dict[str, Alone]
    fitted: dict[str, Any]

    def at(self, found: Features) -> dict[str, tuple[float, float]]:
        """For each target the forecast and half the width of its interval, before it is changed back."""
        z = (np.array(found) - self.centre) / self.scale
        wide = self.quantile * sqrt(1 + 1 / self.n + float(z @ self.leverage @ z))
        return {
            name: (line.intercept + float(z @ line.coefficients), wide * line.spread)
            for name, line in self.lines.items()
        }

    def by_moves(self, least: int) -> dict[str, tuple[float, float]]:
        """The same by the fewest moves alone, at least 1. Raises `ClewError` if that was not fitted."""
        if not self.alone:
            raise ClewError("this model has no forecast by the fewest moves alone: fit it again")
        moves = log(least)
        z = (moves - float(self.centre[0])) / float(self.scale[0])
        wide = self.quantile * sqrt(1 + 1 / self.n + z * z / self.n)
        return {
            name: (line.intercept + line.slope * moves, wide * line.spread)
            for name, line in self.alone.items()
        }

    def to_dict(self) -> dict[str, Any]:
        """The content of a model file."""
        return {
            "features": list(NAMES),
            "centre": self.centre.tolist(),
            "scale": self.scale.tolist(),
            "leverage": self.leverage.tolist(),
            "levels": self.n,
            "quantile": self.quantile,
            "targets": {
                name: {
                    "intercept": line.intercept,
                    "coefficients": line.coefficients.tolist(),
                    "spread": line.spread,
                }
                for name, line in self.lines.items()
            },
            "min_moves_alone": {name: line._asdict() for name, line in self.alone.items()},
            "fitted": self.fitted,
        }

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the model to a file. Raises `OSError`."""
        write_whole(path, (json.dumps(self.to_dict(), indent=1) + "\n").encode())


def read_model(path: str | PathLike[str] = SHIPPED) -> Model:
    """The model in a file, such as `clew study --fit-difficulty` writes; else the shipped one.

    Raises `ClewError` for a file that is not a model of these features, `OSError` if it cannot be read.
    """
    try:
        with open(path, encoding="utf-8") as file:
            made = json.load(file)
        if made["features"] != list(NAMES):
            raise ValueError(f"its features are {made['features']}, not {list(NAMES)}")
        count = len(NAMES)
        lines = {
            target.name: Line(
                _number(made["targets"][target.name]["intercept"]),
                _array(made["targets"][target.name]["coefficients"], (count,)),
                _number(made["targets"][target.name]["spread"]),
            )
            for target in TARGETS
        }
        return Model(
            _array(made["centre"], (count,)),
            _array(made["scale"], (count,)),
            _array(made["leverage"], (count, count)),
            int(made["levels"]),
            _number(made["quantile"]),
            lines,
            {
                name: Alone(*(_number(line[key]) for key in Alone._fields))
                for name, line in made.get("min_moves_alone", {}).items()
            },
            dict(made["fitted"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ClewError(f"{os.fspath(path)} is not a model of difficulty: {error!r}") from error


def _number(value: Any) -> float:
    number = float(value)
    if not isfinite(number):
        raise ValueError(f"{value} is not a number")
    return number


def _array(value: Any, shape: tuple[int, ...]) -> Floats:
    array = np.array(value, dtype=np.float64)
    if array.shape != shape or not np.isfinite(array).all():
        raise ValueError(f"expected {shape} numbers, not {value}")
    return array


def logit(share: float) -> float:
    """The logarithm of the odds."""
    return log(share / (1 - share))
