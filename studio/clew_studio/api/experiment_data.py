"""The data of an experiment, and its pilot with simulated players. Needs clew-lab (`api.research_parts`)."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import FileResponse, HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field, StrictInt
from typing_extensions import TypedDict

from clew.errors import ClewError
from clew_studio.api.document import Zip
from clew_studio.api.experiments import my_experiment, refusals
from clew_studio.api.schemas import Body
from clew_studio.experiments import data, pilot
from clew_studio.requests.callers import is_gone
from clew_studio.requests.problems import Problem

router = Router(tags=["experiments"])


class DataFilter(Schema):
    """Whose data: those of participants, or of simulated players."""

    sort: Literal["real", "simulated"] = "real"


class PilotIn(Body):
    """How many players to simulate."""

    players: Annotated[StrictInt, Field(ge=1, le=pilot.MOST)] = 20


class Simulated(TypedDict):
    """How many players were simulated."""

    simulated: int


@router.get("/experiments/{key}/data.zip")
def zipped(request: HttpRequest, key: str, which: Annotated[DataFilter, Query()]) -> Zip:
    """All data of an experiment of mine: tables, codebook, boards, scripts."""
    experiment = my_experiment(request, key)
    try:
        file = data.write(experiment, which.sort, is_gone(request))
    except ClewError as error:
        raise Problem("unavailable", str(error), retry_after=3600) from error
    ending = "-simulated" if which.sort == "simulated" else ""
    name = f"experiment-{experiment.pk}{ending}.zip"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


@router.post("/experiments/{key}/pilot")
def simulate(request: HttpRequest, key: str, body: PilotIn) -> Simulated:
    """Replaces the simulated players of an experiment of mine by new ones, who go through its design."""
    with refusals():
        return {"simulated": pilot.simulate(my_experiment(request, key), body.players, is_gone(request))}
