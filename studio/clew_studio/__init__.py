"""The studio: the web site where puzzles are played, designed, solved and studied. `clew studio` starts it.

`export` writes boards as pages that need no server; it is imported on first use, since the processes of the
site start without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew_studio.pages.export import export

__all__ = ["export"]


def __getattr__(name: str) -> object:
    if name != "export":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from clew_studio.pages.export import export

    return export
