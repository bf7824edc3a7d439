"""Numba as compiled rules need it, whatever its user has set."""

from __future__ import annotations

from contextlib import contextmanager

from clew.errors import PuzzleError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def our_settings() -> Iterator[None]:
    """Until the end of the block, Numba checks every index, in functions that their authors have compiled,
    too (`NUMBA_BOUNDSCHECK`), and believes no cache of its own, which does not notice what changes in other
    modules. Other threads that compile wait. Raises `PuzzleError` if Numba is told to compile nothing.
    """
    from numba.core import caching, config
    from numba.core.compiler_lock import global_compiler_lock

    with global_compiler_lock:
        settings, cache = vars(config), caching.Cache
        settings["reload_config"]()  # as Numba does before it compiles, if the environment has changed
        if settings["DISABLE_JIT"]:
            raise PuzzleError(
                "NUMBA_DISABLE_JIT is set, so Numba compiles nothing: unset it, or write the rules without "
                "@clew.compiled"
            )
        checked, load = settings["BOUNDSCHECK"], cache.load_overload
        settings["BOUNDSCHECK"] = 1
        cache.load_overload = lambda self, sig, target_context: None  # type: ignore[method-assign]
        try:
            yield
        finally:
            settings["BOUNDSCHECK"] = checked
            cache.load_overload = load  # type: ignore[method-assign]
