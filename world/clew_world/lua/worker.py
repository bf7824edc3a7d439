"""The process in which scripts run: a Lua state, a watch over it, and a frozen twin that can take its place.

```text
   world ----requests----> worker ---fork---> twin (frozen: the same state, some ticks ago)
     |  <----answers------   |                 |
     |                    stuck in             |
     |                    tick 812: killed     |
     +--- wake: leave Kong out, do 806..811 -->+  goes on as the worker, with everybody's memory
```

A turn that takes too many instructions is ended from inside (`quota.lua`), in the same place in every run.
What works for long in one instruction is not: as a last resort, the world kills the whole process, from
outside, when its processor time is up. After both, the state is not what it was before the turn. So that
nothing is lost, the worker forks a twin every few ticks, which sleeps until it is needed; the system shares
their memory until one of them writes. The requests that the twin has missed are sent to it again, without
the culprit.

Started by `clew_world.lua.link` with the words REQUESTS WAKE WATCH MEMORY LIMIT: three file descriptors, the
bytes that Lua may take, and the seconds of work that a request may (0: any). No Python object is in the Lua
state: only bytes go in and come out.
"""

from __future__ import annotations

import os
import resource
import select
import signal
import socket
import struct
import sys
from collections.abc import Callable
from importlib.resources import files
from mmap import mmap
from time import perf_counter, process_time
from typing import Any

from clew_world.lua import wire

_TICKS, _WORK = 30, 4_000_000
"""A twin is made after this many requests, or this many instructions, whichever comes first: in the same
tick in every run, because what scripts leave in memory until they are stopped depends on it.
"""
_SPARE_CPU = 10
"""CPU seconds after which the system ends a worker whose world has gone."""
_SPARE_MEMORY = 192 << 20
"""Bytes that the process may use in addition to Lua's."""
_SCARCE, _FULL = 0.5, 0.75
"""The shares of Lua's memory from which the worker checks which animal keeps how much, and collects all
garbage.
"""
_SOME = 400
"""Kilobytes allocated in a tick above which the worker checks which animal allocates them."""
_MUCH = 1 << 10
"""Kilobytes allocated in a tick above which collecting them counts as part of a turn."""
_RETAINED, _SHARED = 2 << 20, 0.4
"""Bytes that one animal may keep when memory is scarce, and the part of it that all have in equal shares, if
that is less.
"""
_MODULES = ("elements", "patterns", "quota", "plain", "game", "events", "memory", "runtime")


class Ended(Exception):
    """A turn took too many instructions and was ended: `number` is the animal whose script is at fault."""

    def __init__(self, number: int, reason: bytes) -> None:
        super().__init__(reason)
        self.packed = struct.pack("<I", number) + reason


class Scripts:
    """The Lua state."""

    def __init__(self, memory: int) -> None:
        from lupa.lua54 import LuaRuntime

        self._lua: Any = LuaRuntime(
            encoding=None, register_eval=False, register_builtins=False, max_memory=memory
        )
        shared: Any = self._lua.execute(b"python = nil; package.loaded.python = nil; return {}")
        for name in _MODULES:
            source = (files("clew_world.lua") / f"{name}.lua").read_bytes()
            run = self._lua.eval(b"function(s, n) return load(s, '=(clew ' .. n .. ')', 't') end")(
                source, name.encode()
            )
            result = run(shared)
        self.calls: Any = {key: result[key.encode()] for key in wire.CALLS}
        self._memory = memory
        self._order: list[int] = []
        self._auditing = self._beginning = False
        self._accounting = True

    def load(self, number: int, limited: bool, source: bytes, chunk: bytes) -> bytes | None:
        """Loads a script for an animal; the error message if it fails, None otherwise. Raises `Ended`."""
        problem: bytes | None = self.calls["load"](number, limited, source, chunk)
        if problem is not None and problem[:1] == b"\3":
            raise Ended(*self.calls["blamed"]())
        if problem is None and number not in self._order:
            self._order.append(number)
            self._order.sort()
        return problem

    def drop(self, number: int) -> None:
        """Stops an animal's script."""
        if number in self._order:
            self._order.remove(number)
        self.calls["drop"](number)

    def tick(
        self, view: bytes, watch: wire.Watch, scripts_are_done: Callable[[], None]
    ) -> tuple[bytes, list[wire.Fault]]:
        """Runs every animal's turn. Returns what they want, and the errors. Raises `Ended`."""
        self.calls["begin"](view)
        before = self._lua.get_memory_used()
        faults: list[wire.Fault] = []
        starved: list[wire.Fault] = []
        run, clock, at = self.calls["run"], perf_counter, perf_counter()
        watch.settle()  # reading the view is not a script's work either
        settled = at
        numbers, times = watch.fields()
        for number in self._order:
            numbers[0], times[1] = number, at
            problem = run(number)
            began, at = at, clock()
            if at - began > wire.LONG:
                watch.judge(number, at - began)
                settled = at
            elif at - settled > wire.SETTLED:
                watch.settle()
                settled = at
            if problem is not None and problem[:1] == b"\3":
                raise Ended(*self.calls["blamed"]())
            if problem is not None and problem[:1] == b"\2":
                starved.append(wire.Fault(number, True, problem[1:]))
            elif problem is not None:
                faults.append(wire.Fault(number, problem[:1] == b"\1", problem.lstrip(b"\1")))
        watch.ended(at)
        scripts_are_done()
        faults += self._blame(starved)
        for fault in faults:
            if fault.stops:
                self.drop(fault.number)
        wants: bytes = self.calls["finish"]()
        faults += self._tidy(before, watch)
        return wants, faults

    def _share(self) -> int:
        """Bytes that one animal may keep when memory is scarce."""
        return min(_RETAINED, int(_SHARED * self._memory / max(len(self._order), 1)))

    def _blame(self, starved: list[wire.Fault]) -> list[wire.Fault]:
        """Which animals are stopped when memory ran out in some turns: those that keep more than their share.

        If none does, those in whose turns it ran out, because they asked for too much.
        """
        if not starved:
            return []
        self.calls["collect_all"]()
        full = self._lua.get_memory_used() > _SCARCE * self._memory
        keeper = self.calls["keeper"](self._share()) if full else None
        if keeper is None:
            return starved
        blamed = [fault for fault in starved if fault.number == keeper]
        innocent = [fault._replace(stops=False) for fault in starved if fault.number != keeper]
        return [*innocent, *(blamed or [wire.Fault(keeper, True, b"uses too much memory")])]

    def _tidy(self, before: int, watch: wire.Watch) -> list[wire.Fault]:
        """Collects garbage; if live memory is near the limit, looks for the animal that holds it, one per
        tick.
        """
        used = self._lua.get_memory_used()
        taken = max(used - before, 0) >> 10
        if self._accounting != (taken > _SOME or self._auditing):
            self._accounting = not self._accounting
            self.calls["account"](self._accounting)
        if taken > _MUCH:
            # Collecting garbage counts as work of the animal that made it.
            watch.began(self.calls["greatest"](), perf_counter())
        whole = self.calls["collect"](2 * taken + 64)
        if self._lua.get_memory_used() > _FULL * self._memory:
            self.calls["collect_all"]()
            whole = True
        watch.ended(perf_counter())
        if self._auditing:
            first, self._beginning = self._beginning, False
            return self._audit(first)
        if whole and self._lua.get_memory_used() > _SCARCE * self._memory:
            # Starts in the next tick: together with collecting garbage it would take too long for one.
            self._auditing = self._beginning = True
        return []

    def _audit(self, first: bool) -> list[wire.Fault]:
        number, too_much = self.calls["audit"](first, self._share())
        if number is None:
            self._auditing = False
        if not too_much:
            return []
        self._auditing = False
        self.drop(number)
        return [wire.Fault(number, True, b"uses too much memory")]


class Worker:
    """Answers requests, and forks twins of itself."""

    def __init__(
        self, requests: socket.socket, wake: int, watch: wire.Watch, memory: int, limit: float
    ) -> None:
        self._limit_of_work = limit
        self._requests = requests
        self._wake = wake
        self._watch = watch
        self._scripts = Scripts(memory)
        self._twin = 0
        self._since = 0
        self._worked = 0

    def serve(self) -> None:
        """Serves requests until the world closes its end."""
        self._freeze()
        while request := wire.receive(self._requests):
            try:
                answer = self._answer(request)
            except Ended as ended:
                # This process is at its end too: the world wakes the twin.
                self._allow(0)
                wire.send(self._requests, bytes([wire.ENDED]) + ended.packed)
                continue
            due = self._since >= _TICKS or self._worked >= _WORK
            # The twin is made while the world continues; it is not needed before the next request.
            wire.send(self._requests, bytes([due]) + answer)
            if due:
                self._freeze()
        if self._twin:
            os.kill(self._twin, signal.SIGKILL)

    def _answer(self, request: bytes) -> bytes:
        """Handles a request. The system ends the process if it works too long, however busy the world is."""
        self._allow(self._limit_of_work)
        answer = self._answer_to(request)
        self._allow(0)
        return answer

    def _tidies(self) -> None:
        """The scripts are done: allows more time for the rest."""
        self._watch.done()
        self._allow(wire.PATIENCE * self._limit_of_work)

    def _allow(self, seconds: float) -> None:
        """Limits the CPU time from now on; 0: unlimited."""
        signal.setitimer(signal.ITIMER_PROF, seconds)

    def _answer_to(self, request: bytes) -> bytes:
        kind, body = request[:1], request[1:]
        self._since += 1
        self._watch.clear()
        if kind == wire.SETUP:
            self._scripts.calls["setup"](body)
            return b""
        if kind == wire.TICK:
            answer = wire.packed_answer(*self._scripts.tick(body, self._watch, self._tidies))
            self._worked += int(self._scripts.calls["spent"]())
            return answer
        (number,) = struct.unpack_from("<I", body)
        if kind == wire.DROP:
            self._scripts.drop(number)
            return b""
        if kind == wire.LOOK:
            self._scripts.calls["set_look"](number, body[4:])
            return b""
        chunk, _, source = body[5:].partition(b"\0")
        self._watch.began(number, perf_counter())
        problem = self._scripts.load(number, bool(body[4]), source, chunk)
        self._watch.ended(perf_counter())
        return problem or wire.LOADED + bytes([self._scripts.calls["hears"](number)])

    def _freeze(self) -> None:
        """Forks a twin of the current state. When woken, the twin returns from here as the worker."""
        woken = False
        while True:
            old, self._twin = self._twin, 0
            child = os.fork()
            if child:
                break
            self._sleep()
            woken = True
        self._twin, self._since, self._worked = child, 0, 0
        self._watch.twin(child)
        self._limit()
        if old:
            os.kill(old, signal.SIGKILL)
            os.waitpid(old, 0)
        if woken:
            wire.send(self._requests, b"\0")

    def _sleep(self) -> None:
        """The twin: waits until it is woken, and catches up."""
        missed = wire.receive_list(self._wake)
        if missed is None:
            os._exit(0)
        while select.select([self._requests], [], [], 0)[0]:
            if not self._requests.recv(1 << 16):  # Requests that were meant for the previous worker.
                os._exit(0)
        self._limit()
        self._watch.alive(os.getpid())
        for request in missed:
            self._answer(request)

    def _limit(self) -> None:
        """Sets the system's limits; the CPU seconds are renewed for every twin."""
        soft = int(process_time()) + _SPARE_CPU
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))


def main() -> None:
    """Serves the requests of the world that started this process."""
    requests, wake, watch, memory = (int(word) for word in sys.argv[1:5])
    limit = float(sys.argv[5])
    with open(watch, "r+b", closefd=True) as shared:
        view = wire.Watch(mmap(shared.fileno(), wire.WATCH_BYTES))
    view.alive(os.getpid())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The world handles Ctrl-C, and then closes its end.
    worker = Worker(socket.socket(fileno=requests), wake, view, memory, limit)
    total = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    if sys.platform == "linux":
        with open("/proc/self/statm", encoding="ascii") as statm:
            total = int(statm.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (total + memory + _SPARE_MEMORY,) * 2)
    worker.serve()


if __name__ == "__main__":
    main()
