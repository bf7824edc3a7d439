"""Linear algebra keeps to one thread while it is told to, whichever thread tells it."""

from __future__ import annotations

from threading import Event, Thread

from scipy.sparse import linalg  # noqa: F401 - loads the libraries whose threads are counted
from threadpoolctl import threadpool_info  # type: ignore[import-untyped]

from clew.statespace.background import run_in_background
from clew.statespace.threads import OneThread


def _threads() -> set[int]:
    return {library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"}


def _inside() -> set[int]:
    with OneThread("a test"):
        return _threads()


def test_any_thread_can_limit_linear_algebra() -> None:
    before = _threads()
    for _ in range(2):
        assert _inside() == {1} and _threads() == before
        assert run_in_background(_inside) == {1} and _threads() == before


def test_the_last_block_restores_the_threads_whoever_began() -> None:
    before = _threads()
    begun, first_is_over = Event(), Event()
    seen: list[set[int]] = []

    def second() -> None:
        with OneThread("a test"):
            begun.set()
            assert first_is_over.wait(60)
            seen.append(_threads())

    other = Thread(target=second)
    with OneThread("a test"):
        other.start()
        assert begun.wait(60)
    first_is_over.set()
    other.join()
    assert seen == [{1}] and _threads() == before
