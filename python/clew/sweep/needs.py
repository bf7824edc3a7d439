"""Libraries that sweeps need and Clew itself does not, imported when they are."""

from __future__ import annotations

from clew.space.needs import needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

EXTRA = "pip install 'clew[sweep]'"


def arrow() -> Any:
    """pyarrow. Raises `ClewError`, with the command that installs it, where it is missing."""
    return needed("pyarrow", "a sweep", EXTRA)


def parquet() -> Any:
    """pyarrow.parquet; errors as `arrow`."""
    return needed("pyarrow.parquet", "a sweep", EXTRA)


def distributed(what: str) -> Any:
    """Dask's distributed; errors as `arrow`."""
    return needed("distributed", what, EXTRA)
