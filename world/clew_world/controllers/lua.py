"""Characters controlled by Lua scripts."""

from __future__ import annotations

from clew.errors import WorldError
from clew_world.controllers.base import Controller, Scene, Thoughts, Trouble
from clew_world.controllers.happenings import Happenings, delivered
from clew_world.elements import Character
from clew_world.lua import wire
from clew_world.lua.answers import unpacked_answer
from clew_world.lua.link import LIMIT, MEMORY, MEMORY_EACH, STUCK, Link, Overrun
from clew_world.plans import Plan
from clew_world.replay import TURN, Allowance

_ON_GROUND, _ON_LADDER = 1, 2
_FAILURES = 3
"""Ticks in a row in which the scripts may fail without one of them being the reason."""


class LuaController(Controller):
    """Controls every character that has a script.

    `allowance`: in a replay, the record says which script is stopped and when; a tick may use whatever is
    left of the replay's time.
    """

    def __init__(self, scene: Scene, *, allowance: Allowance | None = None, limit: float = LIMIT) -> None:
        cast = scene.level.cast()
        memory = MEMORY + MEMORY_EACH * len(cast)
        self._allowance = allowance
        self._link = Link(limit=limit if allowance is None else TURN, memory=memory)
        self._view = wire.View()
        self.heard: dict[int, tuple[int, str]] = {}
        """The last message of each animal: from whom, and what."""
        self._spans: dict[int, tuple[float, float, float]] = {}
        self._happenings = Happenings()
        self._messages: list[tuple[int, int, str]] = []
        self._failures = 0
        self._told: set[int] = set()
        self._plans = scene.plans
        self.led: dict[int, Character] = {}
        elements = [(c.number, c.kind, c.name, c.look) for c in cast]
        elements += [(i.number, i.kind, i.name, i.kind) for i in scene.level.all_items()]
        elements += [(e.number, e.kind, e.name, e.kind) for e, _, _ in scene.mechanism.elements()]
        elements += [(e.number, e.kind, e.name, e.kind) for e in [*scene.crates.all, *scene.level.lifts]]
        spawns = sorted({element.kind for element in scene.level.reserve})
        self._link.ask(wire.packed_setup(scene.width, scene.height, scene.seed, sorted(elements), spawns))

    def load(self, character: Character, name: str, source: str) -> Trouble | None:
        """Loads a script for a character, which keeps its memory; if the script has an error, the old one
        stays.
        """
        number = character.number
        self._grant()
        try:
            answer = self._link.ask(wire.packed_load(number, name, source, limited=self._is_live()))
        except Overrun as overrun:
            self._refuse(overrun)
            self._link.recover(number)
            self._forget(number)
            return Trouble(number, True, f"{name}: {overrun.reason}")
        if answer[:1] == wire.LOADED:
            self.led[number] = character
            self._happenings.hears[number] = answer[1]
            return None
        words = answer.lstrip(b"\1\2").decode("utf-8", "replace")
        return Trouble(number, False, words)

    def stop(self, number: int) -> None:
        """Stops controlling that character."""
        if number in self.led:
            self._forget(number)
            self._link.ask(wire.packed_drop(number))

    def _forget(self, number: int) -> None:
        """That character is gone, or has no script any more."""
        self.led.pop(number, None)
        self.heard.pop(number, None)
        self._happenings.forget(number)
        self._plans.forget(number)

    def think(self, scene: Scene) -> Thoughts:
        thoughts = self._turn(scene)
        self._answer()
        return thoughts

    def _turn(self, scene: Scene) -> Thoughts:
        view = self._view
        self._see(scene, view)
        self._grant()
        try:
            share = wire.share_of(len(self.led))
            request = view.packed(scene.tick, scene.seconds, share, limited=self._is_live())
            answer = self._link.ask(request)
        except Overrun as overrun:
            return self._overrun(overrun)
        self._view, self._failures = wire.View(), 0
        wants, faults = unpacked_answer(answer)
        troubles = [self._trouble(fault) for fault in faults]
        stopped = {trouble.number for trouble in troubles if trouble.stops}
        for number in stopped:
            self._forget(number)
        for question in wants.questions:
            if question.number not in stopped:
                self._plans.ask(question)
        self._messages = [want for want in wants.messages if want[0] not in stopped]
        if not stopped:
            return Thoughts(*wants[:5], wants.spawned, troubles)
        return Thoughts(
            [want for want in wants.targets if want[0] not in stopped],
            [want for want in wants.words if want[0] not in stopped],
            [want for want in wants.looks if want[0] not in stopped],
            [want for want in wants.lines if want[0] not in stopped],
            [want for want in wants.avoided if want[0] not in stopped],
            [want for want in wants.spawned if want[0] not in stopped],
            troubles,
        )

    def skip(self, scene: Scene) -> None:
        """Skips a tick in which, according to the record, the scripts did not run."""
        self._see(scene, self._view)
        self._answer()

    def show_look(self, number: int, look: str) -> None:
        """Tells scripts that a character looks different now."""
        self._link.ask(wire.packed_look(number, look))

    def go_live(self) -> None:
        """Called at the end of a record: from now on, scripts that exceed their limits are stopped."""
        self._allowance = None
        self._link.limit, self._link.patience = LIMIT, STUCK

    def close(self) -> None:
        self._link.close()

    @property
    def work(self) -> float:
        """CPU seconds of the script process in the last tick."""
        return self._link.work

    @property
    def process(self) -> int:
        """The id of the current script process."""
        return self._link.watch.processes()[0]

    def _is_live(self) -> bool:
        """Whether scripts that exceed their limits are stopped; in a replay, the record decides."""
        return self._allowance is None

    def _grant(self) -> None:
        """In a replay the scripts have what is left of its time, by the clock: a busy machine may give them
        less.
        """
        if self._allowance is not None:
            self._link.limit = self._link.patience = self._allowance.turn()

    def _refuse(self, overrun: Overrun) -> None:
        """In a replay, only the scripts that the record names exceed their limits."""
        if self._allowance is not None:
            self._allowance.turn()
            raise WorldError(f"the record does not mention this script overrunning: {overrun.reason}")

    def _overrun(self, overrun: Overrun) -> Thoughts:
        self._refuse(overrun)
        self._link.recover(overrun.number)
        if overrun.number is None:
            # Nobody's turn was too long: the machine is busy, or has too many animals. Once is no reason to
            # give up.
            self._failures += 1
            if self._failures > _FAILURES:
                raise WorldError(f"the script process fails outside any script: {overrun.reason}")
            return Thoughts(skipped=True)
        self._forget(overrun.number)
        return Thoughts(troubles=[Trouble(overrun.number, True, overrun.reason)], skipped=True)

    def _trouble(self, fault: wire.Fault) -> Trouble:
        return Trouble(fault.number, fault.stops, fault.words.decode("utf-8", "replace"))

    def _see(self, scene: Scene, view: wire.View) -> None:
        """The places are current; what is sent only once (who is gone, stretches, answers) waits until it has
        been sent.
        """
        places = [
            (c.number, c.x, c.y, _ON_GROUND * (c.standing > 0) | _ON_LADDER * c.on_ladder)
            for c in scene.characters
        ]
        places += [(c.number, c.x, c.y, 0) for c in scene.crates.all]
        view.place_all(places + [(one.number, one.x + one.width / 2, one.y, 0) for one in scene.level.lifts])
        for item in scene.items:
            if item.number not in self._told:
                self._told.add(item.number)
                view.keep(item.number, item.x, item.y, 0)
        for element, x, y in scene.mechanism.elements():
            if element.number not in self._told:
                self._told.add(element.number)
                view.keep(element.number, x, y, 0)
        view.gone += scene.gone
        for number in scene.gone:
            self._forget(number)
        for number, character in self.led.items():
            span = scene.span_of(character)
            if span is not None and self._spans.get(number) != span:
                self._spans[number] = span
                view.stretches.append((number, *span))
        view.events += self._happenings.of(scene, self.led)
        heard = delivered(self._messages, scene.tick, self.led)
        self.heard.update({number: (sender, words) for number, _, sender, words in heard})
        view.events += heard
        self._messages = []

    def _answer(self) -> None:
        """Answers questions about routes for the next turn, now that it is known which scripts were
        stopped.
        """
        self._view.replies += [(number, key, _reply(plan)) for number, key, plan in self._plans.answers()]


def _reply(plan: Plan | None) -> wire.Reply | None:
    if plan is None:
        return None
    points = [(leg.x, leg.y, leg.kind) for leg in plan.legs]
    return wire.Reply(plan.element, plan.seconds, plan.x, plan.y, points)
