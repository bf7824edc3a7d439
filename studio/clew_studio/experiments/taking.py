"""Participants: how they come, go from step to step, and leave.

The server decides which step is next. Every change of a participant is made under a lock and adds one to
`turn`; what is sent for an earlier turn has arrived before, and changes nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Max
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clew_studio import quotas, text_limits
from clew_studio.database import write_lock
from clew_studio.experiments import design as designs
from clew_studio.experiments import steps
from clew_studio.experiments.orders import assigned
from clew_studio.games import play
from clew_studio.models import Board, Experiment, Game, Participant, Response
from clew_studio.puzzles.reading import read_puzzle

if TYPE_CHECKING:
    from clew_studio.experiments.design import Condition, Design
    from clew_studio.experiments.steps import Step, Wrong
    from clew_studio.models import Player

Json = dict[str, Any]
Sort, Ending = Participant.Sort, Participant.Ending

MOST_PARAMETERS = 20


class Refused(Exception):
    """The participant cannot do that; the argument says why: `not-open`, `full`, `level`, `early`, `step`,
    `consent` or `over`.
    """


class Unanswered(Exception):
    """Answers are missing or wrong in form."""

    def __init__(self, wrong: list[Wrong]) -> None:
        super().__init__(wrong)
        self.wrong = wrong


class Settings(NamedTuple):
    """What holds for the levels of a condition."""

    hints: bool
    distance: bool
    solution: bool
    seconds: int | None
    give_up_s: int | None


def settings_of(design: Design, condition: Condition) -> Settings:
    """The settings of a condition; those that it leaves open are the design's."""
    return Settings(
        design.hints if condition.hints is None else condition.hints,
        design.distance if condition.distance is None else condition.distance,
        design.solution,
        design.seconds if condition.seconds is None else condition.seconds,
        design.give_up_s,
    )


def settings_for(participant: Participant) -> Settings:
    """The settings that hold for a participant's levels."""
    design = designs.read(participant.experiment.design)
    return settings_of(design, _group(design, participant))


def _group(design: Design, participant: Participant) -> Condition:
    return design.groups()[participant.condition or 0]


def arrive(experiment: Experiment, player: Player, parameters: dict[str, str]) -> Participant:
    """The participant who follows the link: known by the id in it, in whatever browser, or else by the
    browser. Raises `Refused` if somebody new comes while the experiment is not open, or is full.
    """
    design = designs.read(experiment.design)
    pid = parameters.get(design.pid, "").strip()[: text_limits.PARTICIPANT] if design.pid else ""
    with write_lock(f"experiment {experiment.pk}"):
        known = _known(experiment, player, pid)
        if known is not None:
            return _brought(known, player)
        if Experiment.objects.get(pk=experiment.pk).status != Experiment.Status.OPEN:
            raise Refused("not-open")
        real = Participant.objects.filter(experiment=experiment, sort=Sort.REAL)
        if real.count() >= quotas.most("experiment.participants"):
            raise Refused("full")
        kept = {
            name: text[: text_limits.PARTICIPANT] for name, text in [*parameters.items()][:MOST_PARAMETERS]
        }
        quotas.add(kept)
        return enter(experiment, design, player, Sort.REAL, pid=pid, parameters=kept)


def _known(experiment: Experiment, player: Player, pid: str) -> Participant | None:
    real = Participant.objects.filter(experiment=experiment, sort=Sort.REAL).select_related("experiment")
    if pid:
        return real.filter(pid__in=[pid, gone_id(experiment, pid)]).first()
    return real.filter(player=player, pid="").first()


def _brought(participant: Participant, player: Player) -> Participant:
    """The participant in the browser that follows the link now."""
    if participant.player_id != player.pk:
        participant.player = player
        participant.save(update_fields=["player"])
        Game.objects.filter(participant=participant).update(player=player)
    return participant


def gone_id(experiment: Experiment, pid: str) -> str:
    """Return a keyed hash of a withdrawn participant's id, which recognises them if they return."""
    return f"withdrawn-{salted_hmac('clew.studio.withdrawn', f'{experiment.pk} {pid}').hexdigest()[:32]}"


def preview(experiment: Experiment, condition: int | None) -> Participant:
    """The owner's own way through the design, in a condition if one is given. It begins anew after its end,
    and when the design or the condition is another one.
    """
    design = designs.read(experiment.design)
    wanted = None if condition is None else min(condition, len(design.groups()) - 1)
    mine = Participant.objects.filter(experiment=experiment, sort=Sort.PREVIEW)
    with write_lock(f"experiment {experiment.pk}"):
        going = mine.select_related("experiment").first()
        is_same = going is not None and going.version == experiment.version and not going.ending
        if going is not None and is_same and wanted in (None, going.condition):
            return going
        mine.delete()
        made = enter(experiment, design, experiment.owner, Sort.PREVIEW, condition=wanted)
    return made


def enter(
    experiment: Experiment,
    design: Design,
    player: Player,
    sort: str,
    *,
    pid: str = "",
    parameters: Json | None = None,
    condition: int | None = None,
    now: datetime | None = None,
) -> Participant:
    """Keeps a new participant, who begins at once if there is no text to agree to."""
    participant = Participant(
        experiment=experiment,
        player=player,
        sort=sort,
        pid=pid,
        parameters=parameters or {},
        condition=condition,
        version=experiment.version,
        arrived=now or timezone.now(),
    )
    participant.save(force_insert=True)
    if not design.consent.strip():
        begin(participant, design, participant.arrived)
    return participant


def begin(participant: Participant, design: Design, now: datetime) -> None:
    """Gives a participant a condition and a way. Saves it."""
    experiment = participant.experiment
    alike = Participant.objects.filter(experiment=experiment, sort=participant.sort, consented__isnull=False)
    if participant.condition is None:
        usable = alike.exclude(ending__in=[Ending.WITHDRAWN, Ending.SCREENED_OUT])
        counts = [usable.filter(condition=number).count() for number in range(len(design.groups()))]
        participant.condition = assigned(counts, f"{experiment.seed} {alike.count()}")
    last = alike.filter(condition=participant.condition).aggregate(last=Max("row"))["last"]
    participant.row = 0 if last is None else last + 1
    seed = f"{experiment.seed} {participant.pk}"
    participant.sequence = steps.way(design, participant.condition, participant.row, seed)
    participant.consented = now
    participant.turn += 1
    _finish_if_done(participant, now)
    participant.save()


def step_of(participant: Participant) -> Step | None:
    """The step at which a participant is; None before consent, and at the end."""
    if participant.ending or participant.consented is None or participant.step >= len(participant.sequence):
        return None
    step: Step = participant.sequence[participant.step]
    return step


def agree(participant: Participant, version: str) -> Participant:
    """The participant agrees to this version of the text. Raises `Refused`."""
    design = designs.read(participant.experiment.design)
    with write_lock(f"participant {participant.pk}"), write_lock(f"experiment {participant.experiment_id}"):
        now = _again(participant)
        if now.ending:
            raise Refused("over")
        if now.consented is None:
            if version != design.consent_version:
                raise Refused("consent")
            begin(now, design, timezone.now())
    return now


def answer(participant: Participant, turn: int, values: Json, t_client_ms: int | None) -> Participant:
    """The participant is done with the step of this turn; `values` are answers by question. Raises `Refused`
    if the step cannot be left yet, and `Unanswered`.
    """
    design = designs.read(participant.experiment.design)
    play.expire(participant.player)
    with write_lock(f"participant {participant.pk}"):
        now = _again(participant)
        if turn < now.turn:
            return now
        step = step_of(now)
        if step is None or turn > now.turn:
            raise Refused("step")
        if step["kind"] == "level":
            _check_level(now, step, design)
        responses = responses_to(now, design, step, values, t_client_ms, timezone.now())
        Response.objects.bulk_create(responses)
        go_on(now, design, responses, timezone.now())
    return now


def responses_to(
    participant: Participant,
    design: Design,
    step: Step,
    values: Json,
    t_client_ms: int | None,
    now: datetime,
) -> list[Response]:
    """The answers of a step as rows, which are not saved. Raises `Unanswered`."""
    items = steps.items_of(design, step)
    wrong = steps.wrong_answers(items, values)
    if wrong:
        raise Unanswered(wrong)
    occurrence = participant.tries + 1 if step["kind"] == "comprehension" else 1
    given = [(item, values.get(item.name)) for item in items]
    quotas.add([value for _, value in given])
    return [
        Response(
            participant=participant,
            part=step["kind"],
            item=item.name,
            occurrence=occurrence,
            value=None if steps.is_blank(value) else value,
            right=steps.is_right(item, value),
            t_client_ms=t_client_ms,
            t_server=now,
        )
        for item, value in given
    ]


def go_on(participant: Participant, design: Design, responses: list[Response], now: datetime) -> None:
    """Takes a participant to the next step: back to the instructions after wrong answers to comprehension
    checks, out of the experiment after too many of them, past the levels when the time for all of them is
    over. Saves it.
    """
    step = participant.sequence[participant.step]
    participant.turn += 1
    if step["kind"] == "comprehension" and any(not one.right for one in responses):
        participant.tries += 1
        if participant.tries < design.comprehension.tries:
            participant.step -= 1  # the instructions
        elif design.comprehension.ends:
            participant.ending, participant.finished = Ending.SCREENED_OUT, now
        else:
            participant.step += 1
    else:
        participant.step += 1
    if is_over(participant, design, now):
        for later in participant.sequence[participant.step :]:
            if later["kind"] not in ("level", "attention"):
                break
            if "game" not in later:
                later["skipped"] = True
            participant.step += 1
    _finish_if_done(participant, now)
    participant.save()


def _finish_if_done(participant: Participant, now: datetime) -> None:
    if participant.step >= len(participant.sequence) and not participant.ending:
        participant.ending, participant.finished = Ending.FINISHED, now


def is_over(participant: Participant, design: Design, now: datetime) -> bool:
    """Whether the time for all levels is over."""
    end = _end(participant, design)
    return end is not None and now >= end


def _end(participant: Participant, design: Design) -> datetime | None:
    if design.total_s is None or participant.begun is None:
        return None
    return participant.begun + timedelta(seconds=design.total_s)


def _check_level(participant: Participant, step: Step, design: Design) -> None:
    """Raises `Refused` if the level at which a participant is goes on."""
    if "game" not in step:
        if not is_over(participant, design, timezone.now()):
            raise Refused("level")
        return
    game = Game.objects.filter(pk=step["game"]).first()
    if game is not None and game.status == Game.Status.PLAYING:
        raise Refused("level")


def level(participant: Participant, turn: int) -> Game:
    """The game of the level at which the participant is, begun if need be. Raises `Refused`."""
    design = designs.read(participant.experiment.design)
    play.expire(participant.player)
    with write_lock(f"participant {participant.pk}"):
        now = _again(participant)
        step = step_of(now)
        if step is None or turn != now.turn or step["kind"] != "level":
            raise Refused("step")
        if "game" in step:
            return Game.objects.get(pk=step["game"])
        moment = timezone.now()
        if not step["practice"] and now.begun is None:
            now.begun = moment
        end = None if step["practice"] else _end(now, design)
        if end is not None and moment >= end:
            raise Refused("over")
        chosen = steps.level_of(design, step["level"])
        seconds = settings_of(design, _group(design, now)).seconds
        ends = [] if seconds is None else [moment + timedelta(seconds=seconds)]
        game = play.begin(
            now.player,
            read_puzzle(chosen.puzzle),
            _board(design, now, chosen.name, chosen.puzzle, practice=step["practice"]),
            participant=now,
            deadline=min([*ends, *([] if end is None else [end])], default=None),
            consent_version=design.consent_version if design.consent.strip() else "",
        )
        step["game"] = game.pk
        now.save()
    return game


def _board(
    design: Design, participant: Participant, name: str, puzzle: str, *, practice: bool
) -> Board | None:
    """The board of the site whose leaderboard the level counts on, if the design wants that. Otherwise a
    level is no board of the site, so that nothing of an experiment shows in what the site tells about its
    boards.
    """
    if not design.leaderboard or practice or participant.sort != Sort.REAL:
        return None
    return Board.objects.filter(pk=name, puzzle=puzzle, status=Board.Status.PUBLISHED).first()


def give_up(participant: Participant, turn: int) -> Game:
    """Ends the level at which the participant is. Raises `Refused` if that is not allowed yet."""
    step = step_of(participant)
    if step is None or turn != participant.turn or "game" not in step:
        raise Refused("step")
    game = Game.objects.select_related("board", "pack", "player", "participant").get(pk=step["game"])
    after = settings_for(participant).give_up_s
    if game.status == Game.Status.PLAYING:
        if after is None or timezone.now() < game.started + timedelta(seconds=after) - EARLY:
            raise Refused("early")
        game = play.surrender(game)
    return game


def give_up_ms(step: Step, holds: Settings) -> int | None:
    """How many ms must pass until a level can be given up; None if it cannot."""
    if holds.give_up_s is None:
        return None
    whole = timedelta(seconds=holds.give_up_s)
    game = Game.objects.filter(pk=step["game"]).first() if "game" in step else None
    passed = timedelta(0) if game is None else timezone.now() - game.started
    return max(0, round((whole - passed).total_seconds() * 1000))


EARLY = timedelta(milliseconds=500)
"""By how much a page may be ahead of the server."""


def withdraw(participant: Participant) -> Participant:
    """Takes a participant out: their data are deleted or kept with a mark, as the design says."""
    design = designs.read(participant.experiment.design)
    with write_lock(f"participant {participant.pk}"):
        now = _again(participant)
        if now.ending == Ending.WITHDRAWN:
            return now
        now.ending, now.finished = Ending.WITHDRAWN, timezone.now()
        now.turn += 1
        if design.withdrawal == "delete" or now.consented is None:
            Game.objects.filter(participant=now).delete()
            Response.objects.filter(participant=now).delete()
            now.pid = gone_id(now.experiment, now.pid) if now.pid else ""
            now.parameters, now.sequence, now.begun = {}, [], None
        now.save()
    return now


def _again(participant: Participant) -> Participant:
    """The participant as they are now, locked where the database has locks of rows."""
    rows = Participant.objects.select_for_update(of=("self",)).select_related("experiment", "player")
    return rows.get(pk=participant.pk)
