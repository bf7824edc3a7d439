"""Thread pools for requests, shared fairly between addresses.

A request waits if no thread is free. Addresses take turns, so that one with a hundred requests delays the
others no more than one with two. No address may hold all threads of a pool, and when too many requests wait,
the next is refused at once rather than answered too late.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from clew_studio.requests.callers import Caller

T = TypeVar("T")


class Busy(Exception):
    """Refused for now. `mine`: the caller has too many requests running. `seconds`: when to retry."""

    def __init__(self, *, mine: bool, seconds: int) -> None:
        super().__init__(mine, seconds)
        self.mine = mine
        self.seconds = seconds


class Gone(Exception):
    """The caller disconnected while waiting."""


class PoolLimits(NamedTuple):
    """`threads` in total, `each` for one address. `waiting`: how many requests may wait for a thread.
    `under_way` requests of one address, and `visitor` of one visitor, may wait, run or be answered at once.
    `seconds`: the longest wait.
    """

    threads: int
    each: int
    waiting: int
    under_way: int
    visitor: int
    seconds: float


class RequestPool:
    """One pool. Everything but the work itself runs in the event loop's thread."""

    RETRY_SECONDS = 5

    def __init__(self, name: str, limits: PoolLimits) -> None:
        self.limits = limits
        self._threads = ThreadPoolExecutor(limits.threads, thread_name_prefix=name)
        self._running: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._visitors: Counter[str] = Counter()
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @contextmanager
    def admitted(self, caller: Caller) -> Iterator[None]:
        """Count one request of a caller, from its wait until its answer is sent. Raises `Busy`."""
        self._check(caller)
        self._addresses[caller.address] += 1
        self._visitors[caller.visitor] += 1
        try:
            yield
        finally:
            _less(self._addresses, caller.address)
            _less(self._visitors, caller.visitor)

    async def run(self, caller: Caller, gone: asyncio.Future[None], work: Callable[[], T]) -> T:
        """Return the result of `work`, run in a thread of this pool. Raises `Busy`, `Gone`, and what it
        raises.
        """
        await self._wait(caller.address, gone)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            _less(self._running, caller.address)
            self._hand_on()

    def _check(self, caller: Caller) -> None:
        limits = self.limits
        if (
            self._visitors[caller.visitor] >= limits.visitor
            or self._addresses[caller.address] >= limits.under_way
        ):
            raise Busy(mine=True, seconds=self.RETRY_SECONDS)
        if sum(map(len, self._queues.values())) >= limits.waiting:
            raise Busy(mine=False, seconds=self.RETRY_SECONDS)

    async def _wait(self, address: str, gone: asyncio.Future[None]) -> None:
        """Returns once this address has a thread; from then on the request counts as running."""
        if self._may_run(address) and address not in self._queues:
            self._running[address] += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(address, deque()).append(turn)
        try:
            await asyncio.wait({turn, gone}, timeout=self.limits.seconds, return_when=asyncio.FIRST_COMPLETED)
            if turn.done() and not gone.done():
                return
        except asyncio.CancelledError:
            self._give_up(address, turn)
            raise
        self._give_up(address, turn)
        raise Gone if gone.done() else Busy(mine=False, seconds=self.RETRY_SECONDS)

    def _give_up(self, address: str, turn: asyncio.Future[None]) -> None:
        if turn.done():
            _less(self._running, address)
            self._hand_on()
            return
        queue = self._queues[address]
        queue.remove(turn)
        if not queue:
            del self._queues[address]

    def _may_run(self, address: str) -> bool:
        return self._running.total() < self.limits.threads and self._running[address] < self.limits.each

    def _hand_on(self) -> None:
        """Give free threads to waiting requests: the address that waited longest for its turn comes first."""
        for address in list(self._queues):
            queue = self._queues[address]
            if self._may_run(address):
                self._running[address] += 1
                queue.popleft().set_result(None)
                self._queues.move_to_end(address)
                if not queue:
                    del self._queues[address]


def _less(counts: Counter[str], key: str) -> None:
    """Decrements a count and drops it at zero, so that the table does not grow with every caller."""
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]
