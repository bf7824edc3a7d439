"""Experiments: a researcher's designs, and the way of their participants."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Literal
from urllib.parse import quote

from django.db.models import Count, Q
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_noop
from ninja import Query, Router
from pydantic import Field, StrictInt, StringConstraints
from typing_extensions import TypedDict

from clew_studio import text_limits
from clew_studio.api.document import Made, Nothing
from clew_studio.api.games import Ending, GameOut, game_json
from clew_studio.api.rows import Page, own, paged, require_account
from clew_studio.api.schemas import LINE, Body, ClientTime, FamilyName
from clew_studio.experiments import design as designs
from clew_studio.experiments import drawing, owned, steps, taking
from clew_studio.experiments.design import Design
from clew_studio.jobs import answers
from clew_studio.models import Experiment, Game, Participant
from clew_studio.requests.callers import player_of, player_or_guest
from clew_studio.requests.problems import Problem, missing, wrong
from clew_studio.shapes import Address, Compact, Key, Listed, Moment, Name, Text, Title

Json = dict[str, Any]
router = Router(tags=["experiments"])

REFUSALS = {
    "not-open": gettext_noop("This experiment is not open at the moment."),
    "full": gettext_noop("This experiment has as many participants as it may have."),
    "level": gettext_noop("This level has not ended yet."),
    "early": gettext_noop("You can give up in a moment: try a little longer."),
    "step": gettext_noop("This page shows an earlier step: reload it."),
    "consent": gettext_noop("The text has changed in the meantime: reload the page and read it again."),
    "over": gettext_noop("The time is over."),
}


class DesignIn(Body):
    """The design of a new experiment."""

    design: Design


class ChangedDesignIn(DesignIn):
    """A change of a design, made to that version."""

    version: Annotated[StrictInt, Field(ge=1, le=2**31 - 1)]


class DrawIn(Body):
    """Which boards to draw: a family (any if None), the band of pars, how many, from which pool."""

    family: FamilyName | None = None
    par_from: Annotated[StrictInt, Field(ge=0, le=100_000)] = 1
    par_to: Annotated[StrictInt, Field(ge=0, le=100_000)] = 100
    number: Annotated[StrictInt, Field(ge=1, le=designs.MOST_LEVELS)] = 8
    seed: Annotated[StrictInt, Field(ge=0, le=2**31)] = 1
    pool: Literal["graded", "published", "both"] = "graded"


ParameterName = Annotated[str, StringConstraints(min_length=1, max_length=text_limits.NAME), LINE]
ParameterValue = Annotated[str, StringConstraints(max_length=1000), LINE]


class ArriveIn(Body):
    """What a participant's link carries. `preview`: the owner looks at the design, in a condition if one is
    given.
    """

    parameters: Annotated[
        dict[ParameterName, ParameterValue], Field(default_factory=dict, max_length=taking.MOST_PARAMETERS)
    ]
    preview: bool = False
    condition: Annotated[StrictInt, Field(ge=0, le=designs.MOST_CONDITIONS)] | None = None


class AgreeIn(Body):
    """The version of the text that a participant agrees to."""

    version: Annotated[str, StringConstraints(max_length=text_limits.VERSION), LINE]


Turn = Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]


class TurnOfIn(Body):
    """Which turn of a participant it is about."""

    turn: Turn


class AnswersIn(TurnOfIn):
    """The end of a step, with the answers to its questions; `t_client_ms`: how long the page has shown it."""

    answers: Annotated[dict[ParameterName, Any], Field(default_factory=dict, max_length=designs.MOST_ITEMS)]
    t_client_ms: ClientTime | None = None


class GroupOut(TypedDict):
    """How many of a condition consented, finished and withdrew."""

    name: Title
    consented: int
    finished: int
    withdrawn: int


class FindingOut(TypedDict):
    """What keeps a design from being opened, and where."""

    where: Annotated[str, Field(examples=["conditions.1.levels"])]
    message: Text


class ExperimentOut(TypedDict):
    """An experiment of mine as a list shows it, with its participants."""

    id: Key
    title: Title
    status: Literal["draft", "open", "closed"]
    arrived: int
    finished: int
    changed: Moment


class WholeExperiment(ExperimentOut):
    """An experiment of mine. `link`: for participants. `simulated`: the players of a pilot."""

    version: int
    link: Address
    design: Annotated[Json, Field(examples=[{"title": "Planning", "levels": []}])]
    findings: list[FindingOut]
    groups: list[GroupOut]
    simulated: int
    opened: Moment | None


class ParticipantOut(TypedDict):
    """A participant as the researcher sees them."""

    id: Key
    pid: Name
    condition: Title | None
    done: int
    of: int
    ending: Literal["", "finished", "screened-out", "withdrawn"]
    arrived: Moment
    finished: Moment | None


class LevelOut(TypedDict):
    """A board that was drawn."""

    name: Key
    puzzle: Compact
    title: Title
    par: int | None


class Drawn(TypedDict):
    """Boards that were drawn, and from how many."""

    levels: list[LevelOut]
    pool: int


class ItemOut(TypedDict):
    """A question as a participant sees it."""

    name: Name
    kind: Literal["likert", "choice", "choices", "number", "text"]
    text: Text
    required: bool
    options: list[Text]
    points: int
    low: Text
    high: Text


class LevelNow(TypedDict):
    """The level at which a participant is: its number, of how many, and what its player may use.
    `give_up_ms`: how long until it can be given up; None if it cannot.
    """

    number: int
    of: int
    practice: bool
    begun: bool
    seconds: int | None
    give_up_ms: int | None
    hints: bool
    distance: bool
    solution: bool


class CompletionOut(TypedDict):
    """What a participant gets at the end."""

    code: Text
    url: Address


class Taking(TypedDict):
    """Where a participant is. `text`: to be read at this step. `again`: the instructions are shown again,
    after a wrong answer. `condition`: only in a preview.
    """

    participant: Key
    title: Title
    sort: Literal["real", "preview", "simulated"]
    turn: int
    at: Literal["consent", "instructions", "comprehension", "before", "level", "attention", "after", "end"]
    ending: Literal["", "finished", "screened-out", "withdrawn"]
    done: int
    of: int
    text: Text
    version: Text
    again: bool
    items: list[ItemOut]
    level: LevelNow | None
    condition: Title | None
    withdrawal: Literal["delete", "keep"]
    completion: CompletionOut | None


class GivenUp(TypedDict):
    """A level that was given up; `solution`: if the design shows one and it is found quickly."""

    game: GameOut
    solution: Ending | None


# Of the researcher.


@router.get("/experiments")
def mine(request: HttpRequest, page: Annotated[Page, Query()]) -> Listed[ExperimentOut]:
    """My experiments, the last changed first."""
    return paged(_counted(owned.of(require_account(request))), page, _short)


@router.post("/experiments")
def make(request: HttpRequest, body: DesignIn) -> Made[WholeExperiment]:
    """Keeps a new draft of an experiment."""
    with refusals():
        made = owned.make(require_account(request), body.design)
    return Made(_whole(made))


@router.get("/experiments/{key}/design")
def one(request: HttpRequest, key: str) -> WholeExperiment:
    """An experiment of mine, with its design and what is missing in it."""
    return _whole(my_experiment(request, key))


@router.put("/experiments/{key}/design")
def save(request: HttpRequest, key: str, body: ChangedDesignIn) -> WholeExperiment:
    """Keeps a change of a draft of mine, unless it was changed since that version."""
    experiment = my_experiment(request, key)
    if experiment.status != Experiment.Status.DRAFT:
        detail = gettext("The design is fixed once the experiment was opened: make a copy to change it.")
        raise Problem("conflict", detail, reason="fixed", version=experiment.version)
    with refusals():
        return _whole(owned.save(experiment, body.version, body.design))


@router.delete("/experiments/{key}/design")
def delete(request: HttpRequest, key: str) -> Nothing:
    """Deletes an experiment of mine, with the data of all its participants."""
    owned.delete(my_experiment(request, key))
    return Nothing()


@router.post("/experiments/{key}/open")
def set_open(request: HttpRequest, key: str) -> WholeExperiment:
    """Lets participants come. From then on, the design stays as it is."""
    with refusals():
        return _whole(owned.set_open(my_experiment(request, key)))


@router.post("/experiments/{key}/close")
def close(request: HttpRequest, key: str) -> WholeExperiment:
    """Lets nobody new come; those who have begun may finish."""
    return _whole(owned.close(my_experiment(request, key)))


@router.post("/experiments/{key}/copy")
def copy(request: HttpRequest, key: str) -> Made[WholeExperiment]:
    """A new draft with the same design."""
    experiment = my_experiment(request, key)
    title = gettext("{title} (copy)").format(title=experiment.title)[: text_limits.TITLE]
    with refusals():
        return Made(_whole(owned.copy(experiment, title)))


@router.get("/experiments/{key}/participants")
def participants(request: HttpRequest, key: str, page: Annotated[Page, Query()]) -> Listed[ParticipantOut]:
    """The participants of an experiment of mine, the last first."""
    experiment = my_experiment(request, key)
    names = [group.name for group in designs.read(experiment.design).groups()]
    found = experiment.participants.filter(sort=Participant.Sort.REAL).order_by("-arrived", "id")
    return paged(found, page, lambda row: _participant(row, names))


@router.post("/experiments/boards/drawn")
def draw(request: HttpRequest, body: DrawIn) -> Drawn:
    """Boards drawn by a seed: the same seed draws the same boards."""
    require_account(request)
    if body.par_from > body.par_to:
        told = gettext("The band ends before it begins: swap the two pars.")
        raise wrong(("par_to", told))
    levels, pool = drawing.drawn(body.family, body.par_from, body.par_to, body.number, body.seed, body.pool)
    shown: list[LevelOut] = [
        {"name": level.name, "puzzle": level.puzzle, "title": level.title, "par": level.par}
        for level in levels
    ]
    return {"levels": shown, "pool": pool}


# Of the participant.


@router.post("/experiments/{token}/arrive")
def arrive(request: HttpRequest, token: str, body: ArriveIn) -> Taking:
    """Where the participant is who follows the link, for the first time or again."""
    experiment = Experiment.objects.select_related("owner").get(token=token)
    with refusals():
        if body.preview:
            if experiment.owner != player_of(request):
                raise missing()
            return _taking(taking.preview(experiment, body.condition))
        if player_of(request) is None and experiment.status != Experiment.Status.OPEN:
            raise taking.Refused("not-open")
        return _taking(taking.arrive(experiment, player_or_guest(request), body.parameters))


@router.get("/participants/{key}")
def at(request: HttpRequest, key: str) -> Taking:
    """Where I am in an experiment."""
    return _taking(_me(request, key))


@router.post("/participants/{key}/agree")
def agree(request: HttpRequest, key: str, body: AgreeIn) -> Taking:
    """Agrees to take part."""
    with refusals():
        return _taking(taking.agree(_me(request, key), body.version))


@router.post("/participants/{key}/answers")
def answer(request: HttpRequest, key: str, body: AnswersIn) -> Taking:
    """Ends a step, with the answers to its questions. What is sent twice counts once."""
    with refusals():
        return _taking(taking.answer(_me(request, key), body.turn, body.answers, body.t_client_ms))


@router.post("/participants/{key}/level")
def level(request: HttpRequest, key: str, body: TurnOfIn) -> GameOut:
    """The game of the level at which I am; it begins when it is asked for first."""
    with refusals():
        return game_json(taking.level(_me(request, key), body.turn), scene=True)


@router.post("/participants/{key}/give-up")
def give_up(request: HttpRequest, key: str, body: TurnOfIn) -> GivenUp:
    """Gives up the level at which I am."""
    me = _me(request, key)
    with refusals():
        game = taking.give_up(me, body.turn)
    return {"game": game_json(game, scene=True), "solution": _solution(me, game)}


@router.post("/participants/{key}/withdraw")
def withdraw(request: HttpRequest, key: str) -> Taking:
    """Leaves the experiment: my data are deleted or, if the design says so, kept with a mark."""
    return _taking(taking.withdraw(_me(request, key)))


def my_experiment(request: HttpRequest, key: str) -> Experiment:
    """The experiment of the player with this key. Raises `Problem`, or that it does not exist."""
    return own(request, Experiment, key, owner="owner", rows=Experiment.objects.select_related("owner"))


def _me(request: HttpRequest, key: str) -> Participant:
    return own(request, Participant, key, rows=Participant.objects.select_related("experiment", "player"))


def _solution(me: Participant, game: Game) -> Ending | None:
    if not taking.settings_for(me).solution or game.status != Game.Status.SURRENDERED:
        return None
    found = answers.quick_hint(game.read(), game.state)
    if found is None:
        return None
    return {"status": "unsolvable" if found["distance"] is None else "solved", "moves": found["line"]}


@contextmanager
def refusals() -> Iterator[None]:
    """Turns what experiments refuse into problems."""
    try:
        yield
    except owned.TooMany:
        raise Problem("too-large", gettext("You have too many experiments: delete some.")) from None
    except owned.TooLong:
        raise Problem(
            "too-large", gettext("This design is too long: shorten texts or leave out boards.")
        ) from None
    except owned.Overtaken as overtaken:
        detail = gettext("This experiment was changed on another page or device.")
        raise Problem("conflict", detail, version=overtaken.version) from None
    except owned.Unfinished as unfinished:
        raise wrong(*unfinished.findings) from None
    except taking.Refused as refused:
        reason = str(refused)
        raise Problem("conflict", gettext(REFUSALS[reason]), reason=reason) from None
    except taking.Unanswered as unanswered:
        raise wrong(*unanswered.wrong) from None


def _counted(experiments: Any) -> Any:
    real = Q(participants__sort=Participant.Sort.REAL)
    return experiments.annotate(
        arrived=Count("participants", filter=real),
        finished=Count("participants", filter=real & Q(participants__ending=Participant.Ending.FINISHED)),
    )


def _short(experiment: Any) -> ExperimentOut:
    return {
        "id": experiment.pk,
        "title": experiment.title,
        "status": experiment.status,
        "arrived": experiment.arrived,
        "finished": experiment.finished,
        "changed": experiment.changed,
    }


def _whole(experiment: Experiment) -> WholeExperiment:
    """An experiment with everything; the rights to see it were checked."""
    design = designs.read(experiment.design)
    everybody = experiment.participants
    is_draft = experiment.status == Experiment.Status.DRAFT
    return {
        **_short(_counted(Experiment.objects.filter(pk=experiment.pk)).get()),
        "version": experiment.version,
        "link": f"/experiment/{experiment.token}",
        "design": designs.written(design),
        "findings": [{"where": one.where, "message": one.message} for one in designs.findings(design)]
        if is_draft
        else [],
        "groups": [_group(experiment, number, one.name) for number, one in enumerate(design.groups())],
        "simulated": everybody.filter(sort=Participant.Sort.SIMULATED).count(),
        "opened": experiment.opened,
    }


def _group(experiment: Experiment, number: int, name: str) -> GroupOut:
    alike = experiment.participants.filter(
        sort=Participant.Sort.REAL, condition=number, consented__isnull=False
    )
    return {
        "name": name,
        "consented": alike.count(),
        "finished": alike.filter(ending=Participant.Ending.FINISHED).count(),
        "withdrawn": alike.filter(ending=Participant.Ending.WITHDRAWN).count(),
    }


def _participant(row: Participant, names: list[str]) -> ParticipantOut:
    has_gone = row.ending == Participant.Ending.WITHDRAWN and not row.sequence
    return {
        "id": row.pk,
        "pid": "" if has_gone else row.pid,
        "condition": None if row.condition is None or row.consented is None else names[row.condition],
        "done": row.step,
        "of": len(row.sequence),
        "ending": row.ending,
        "arrived": row.arrived,
        "finished": row.finished,
    }


def _taking(me: Participant) -> Taking:
    design = designs.read(me.experiment.design)
    step = taking.step_of(me)
    place: Any = "end" if me.ending else "consent" if step is None else step["kind"]
    text = {"consent": design.consent, "instructions": design.instructions, "end": design.thanks}.get(
        place, ""
    )
    names = [group.name for group in design.groups()]
    return {
        "participant": me.pk,
        "title": design.title,
        "sort": me.sort,
        "turn": me.turn,
        "at": place,
        "ending": me.ending,
        "done": me.step,
        "of": len(me.sequence),
        "text": text,
        "version": design.consent_version,
        "again": me.tries > 0 and place == "instructions",
        "items": [] if step is None else [_item(item) for item in steps.items_of(design, step)],
        "level": _level(me, design, step) if step is not None and step["kind"] == "level" else None,
        "condition": names[me.condition or 0] if me.sort == Participant.Sort.PREVIEW else None,
        "withdrawal": design.withdrawal,
        "completion": _completion(me, design) if me.ending == Participant.Ending.FINISHED else None,
    }


def _item(item: designs.Item) -> ItemOut:
    return {
        "name": item.name,
        "kind": item.kind,
        "text": item.text,
        "required": item.required,
        "options": item.options,
        "points": item.points,
        "low": item.low,
        "high": item.high,
    }


def _level(me: Participant, design: Design, step: steps.Step) -> LevelNow:
    holds = taking.settings_for(me)
    alike = [one for one in me.sequence if one["kind"] == "level" and one["practice"] == step["practice"]]
    return {
        "number": step["position"],
        "of": len(alike),
        "practice": step["practice"],
        "begun": "game" in step,
        "seconds": holds.seconds,
        "give_up_ms": taking.give_up_ms(step, holds),
        "hints": holds.hints,
        "distance": holds.distance,
        "solution": holds.solution,
    }


def _completion(me: Participant, design: Design) -> CompletionOut | None:
    wanted = design.completion
    if wanted.kind == "none":
        return None
    values = {"id": me.pid, "participant": me.pk, **me.parameters}
    url = designs.PLACEHOLDER.sub(lambda found: quote(str(values.get(found[1], "")), safe=""), wanted.url)
    return {
        "code": wanted.code if wanted.kind == "code" else "",
        "url": url if wanted.kind == "link" else "",
    }
