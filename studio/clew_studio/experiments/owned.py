"""A researcher's experiments: made, changed, opened, closed, copied, deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import F, QuerySet
from django.utils import timezone

from clew_studio import quotas
from clew_studio.database import write_lock
from clew_studio.experiments import design as designs
from clew_studio.models import Experiment, Game, Participant, Player

if TYPE_CHECKING:
    from clew_studio.experiments.design import Design, Finding

Status = Experiment.Status


class TooMany(Exception):
    """The player has as many experiments as an account may have."""


class TooLong(Exception):
    """The design takes more room than one may."""


class Overtaken(Exception):
    """The design was changed, or fixed, since it was read; `version` is the present one."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class Unfinished(Exception):
    """The design cannot be opened yet; `findings` say why."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__(findings)
        self.findings = findings


def of(player: Player) -> QuerySet[Experiment]:
    """The experiments of a player, the last changed first."""
    return Experiment.objects.filter(owner=player)


def make(player: Player, design: Design) -> Experiment:
    """Keeps a new draft. Raises `TooMany` and `TooLong`."""
    _check(design)
    with write_lock(f"experiments {player.pk}"):
        if not quotas.has_room(player, "experiments"):
            raise TooMany
        kept = designs.written(design)
        quotas.add(kept)
        return Experiment.objects.create(owner=player, title=design.title.strip(), design=kept)


def save(experiment: Experiment, version: int, design: Design) -> Experiment:
    """Keeps a change that was made to this version of a draft. Raises `Overtaken` and `TooLong`."""
    _check(design)
    kept = designs.written(design)
    quotas.add(kept)
    rows = Experiment.objects.filter(pk=experiment.pk)
    changed = {"title": design.title.strip(), "design": kept, "changed": timezone.now()}
    drafts = rows.filter(version=version, status=Status.DRAFT)
    if not drafts.update(version=F("version") + 1, **changed):
        raise Overtaken(rows.values_list("version", flat=True).get())
    forget_simulated(experiment)
    return rows.get()


def _check(design: Design) -> None:
    """Raise `TooLong`. Boards that bring their own rules are read now, before anything is stored: this
    process may have to leave them to another one (`clew_studio.puzzles.elsewhere`).
    """
    designs.findings(design)
    if designs.is_too_long(design):
        raise TooLong


def set_open(experiment: Experiment) -> Experiment:
    """Lets participants come; from now on the design stays as it is. Raises `Unfinished`."""
    with write_lock(f"experiment {experiment.pk}"):
        now = Experiment.objects.get(pk=experiment.pk)
        if now.status == Status.DRAFT:
            found = designs.findings(designs.read(now.design))
            if found:
                raise Unfinished(found)
            now.opened = timezone.now()
        now.status, now.closed = Status.OPEN, None
        now.save(update_fields=["status", "opened", "closed", "changed"])
    return now


def close(experiment: Experiment) -> Experiment:
    """Lets nobody new come. Those who are under way may finish."""
    rows = Experiment.objects.filter(pk=experiment.pk, status=Status.OPEN)
    rows.update(status=Status.CLOSED, closed=timezone.now(), changed=timezone.now())
    return Experiment.objects.get(pk=experiment.pk)


def copy(experiment: Experiment, title: str) -> Experiment:
    """Keeps a draft with the same design and another title. Raises `TooMany`."""
    design = designs.read(experiment.design)
    return make(experiment.owner, design.model_copy(update={"title": title}))


def delete(experiment: Experiment) -> None:
    """Deletes an experiment with all its data."""
    with write_lock(f"experiment {experiment.pk}"):
        forget_simulated(experiment)
        Game.objects.filter(participant__experiment=experiment).delete()
        experiment.delete()


def forget_simulated(experiment: Experiment) -> None:
    """Deletes the simulated participants of an experiment."""
    simulated = Participant.objects.filter(experiment=experiment, sort=Participant.Sort.SIMULATED)
    Player.objects.filter(pk__in=list(simulated.values_list("player", flat=True)), user=None).delete()
