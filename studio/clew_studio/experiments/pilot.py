"""A pilot with simulated players: they go the way of participants, and leave the data to come.

They agree, answer by chance (checks rightly nine times in ten), play as `research.simulating` says, and give
up, where the design lets them, once their patience is over: about a minute and a half. Their rows stand in
the same tables as those of participants, marked as simulated, so that the same code exports them.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
from django.utils import timezone

from clew.version import version
from clew_studio.database import write_lock
from clew_studio.experiments import design as designs
from clew_studio.experiments import owned, steps, taking
from clew_studio.games.play import moved_by
from clew_studio.models import Event, Experiment, Game, Participant, Player, Response
from clew_studio.puzzles.reading import read_puzzle
from clew_studio.research.simulating import Board, SimulatedPlayer

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew_studio.experiments.design import Design, Item
    from clew_studio.experiments.steps import Step
    from clew_studio.experiments.taking import Settings

MOST = 100
SECONDS = 30.0
"""What mapping all boards may take; one that takes longer is played by a shortest solution, or not at all."""

BETWEEN = timedelta(minutes=7)
PATIENCE_S = 90.0
RIGHT = 0.9
OLDEST = 65


def simulate(experiment: Experiment, number: int, is_gone: Callable[[], bool] = lambda: False) -> int:
    """Replaces the simulated participants of an experiment by so many new ones; returns how many, which are
    fewer once `is_gone` says that nobody waits. Raises `owned.Unfinished`.
    """
    design = designs.read(experiment.design)
    found = designs.findings(design)
    if found:
        raise owned.Unfinished(found)
    generator = np.random.default_rng(0)
    levels = design.all_levels()
    each = min(5.0, SECONDS / len(levels))
    boards = {level.name: Board(read_puzzle(level.puzzle), each) for level in levels}
    with write_lock(f"experiment {experiment.pk}"):
        owned.forget_simulated(experiment)
        player = Player.objects.create(guest_name="Simulated")
    begin = timezone.now() - number * BETWEEN
    for count in range(number):
        if is_gone():
            return count
        with write_lock(f"experiment {experiment.pk}"):
            _Walk(experiment, design, player, boards, generator, begin + count * BETWEEN).go(count)
    return number


class _Walk:
    """One simulated participant, at a moment of their own."""

    def __init__(
        self,
        experiment: Experiment,
        design: Design,
        player: Player,
        boards: dict[str, Board],
        generator: np.random.Generator,
        now: datetime,
    ) -> None:
        self.experiment, self.design, self.player = experiment, design, player
        self.boards, self.generator, self.now = boards, generator, now
        self.person = SimulatedPlayer.drawn(generator)

    def go(self, number: int) -> None:
        """From the arrival to the end."""
        participant = taking.enter(
            self.experiment,
            self.design,
            self.player,
            Participant.Sort.SIMULATED,
            pid=f"simulated-{number + 1:03}",
            now=self.now,
        )
        if participant.consented is None:
            self._pass(20)
            taking.begin(participant, self.design, self.now)
        while (step := taking.step_of(participant)) is not None:
            spent = 0
            if step["kind"] == "level":
                self._play(participant, step)
            else:
                spent = self._pass(15 if step["kind"] == "instructions" else 4 * len(self._items(step)))
            values = {item.name: self._answer(item) for item in self._items(step)}
            rows = taking.responses_to(participant, self.design, step, values, spent, self.now)
            Response.objects.bulk_create(rows)
            taking.go_on(participant, self.design, rows, self.now)

    def _items(self, step: Step) -> list[Item]:
        return steps.items_of(self.design, step)

    def _pass(self, seconds: float) -> int:
        """Let about so many seconds pass; how many ms it were."""
        ms = round(float(seconds * 1000 * np.exp(self.generator.normal(0, 0.3))))
        self.now += timedelta(milliseconds=ms)
        return ms

    def _answer(self, item: Item) -> Any:
        if item.right and self.generator.random() < RIGHT:
            return list(item.right) if item.kind == "choices" else item.right[0]
        most = designs.most_of(item)
        if most:
            chosen = int(self.generator.integers(1, most + 1))
            return [chosen] if item.kind == "choices" else chosen
        return int(self.generator.integers(18, OLDEST)) if item.kind == "number" else "A simulated answer."

    def _play(self, participant: Participant, step: Step) -> None:
        groups = self.design.groups()
        holds = taking.settings_of(self.design, groups[participant.condition or 0])
        if not step["practice"] and participant.begun is None:
            participant.begun = self.now
        board = self.boards[step["level"]]
        puzzle, start = board.puzzle, self.now
        game = Game(
            player=self.player,
            participant=participant,
            keys={"family": puzzle.family, **puzzle._own_keys()},
            family=puzzle.family,
            start=str(puzzle.initial()),
            started=start,
            touched=start,
            consent_version=self.design.consent_version if self.design.consent.strip() else "",
        )
        game.save(force_insert=True)
        lines = [_line(game, "start", start)]
        until = self._until(start, holds, participant, step)
        for act in board.played(self.person, self.generator):
            if self.now + timedelta(milliseconds=act.ms) > until[0]:
                break
            self.now += timedelta(milliseconds=act.ms)
            if act.move is None:
                game.cursor -= 1
                name, cost, _ = game.steps[game.cursor]
                game.length -= cost
                lines.append(_line(game, "undo", self.now, move=name))
                continue
            del game.steps[game.cursor :]
            game.steps.append([act.move.name, act.move.cost, str(act.move.after)])
            game.cursor, game.length = game.cursor + 1, game.length + act.move.cost
            lines.append(
                _line(game, "move", self.now, move=act.move.name, **moved_by(game.known.view, act.move))
            )
            if act.move.after.is_goal:
                game.status = Game.Status.WON
                lines.append(_line(game, "win", self.now))
                break
        if game.status == Game.Status.PLAYING:
            self.now, game.status = until
            ended = "timeout" if game.status == Game.Status.EXPIRED else "surrender"
            lines.append(_line(game, ended, self.now))
        game.finished = game.touched = self.now
        game.elapsed_ms, game.events = _ms(self.now - start), len(lines)
        game.save()
        Event.objects.bulk_create(lines)
        step["game"] = game.pk

    def _until(
        self, start: datetime, holds: Settings, participant: Participant, step: Step
    ) -> tuple[datetime, str]:
        """When a level ends that is not solved, and how."""
        ends = []
        if holds.seconds is not None:
            ends.append((start + timedelta(seconds=holds.seconds), Game.Status.EXPIRED))
        if self.design.total_s is not None and participant.begun is not None and not step["practice"]:
            over = participant.begun + timedelta(seconds=self.design.total_s)
            ends.append((over, Game.Status.EXPIRED))
        if holds.give_up_s is not None:
            patience = PATIENCE_S * float(np.exp(self.person.patience + self.generator.normal(0, 0.3)))
            given_up = start + timedelta(seconds=max(holds.give_up_s, patience))
            ends.append((given_up, Game.Status.SURRENDERED))
        return min(ends)


def _ms(time: timedelta) -> int:
    return round(time.total_seconds() * 1000)


def _line(game: Game, event: str, now: datetime, **more: Any) -> Event:
    game.events += 1
    return Event(
        game=game,
        seq=game.events,
        event=event,
        t_client_ms=_ms(now - game.started),
        t_server=now,
        build=version(),
        **{name: value or "" for name, value in more.items()},
    )
