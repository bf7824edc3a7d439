"""Lists in pages, the same everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from ninja import Schema
from pydantic import Field

from clew_studio.shapes import Listed

if TYPE_CHECKING:
    from collections.abc import Callable

Row = TypeVar("Row")


class Page(Schema):
    """Which part of a list is wanted."""

    limit: Annotated[int, Field(ge=1, le=100)] = 20
    offset: Annotated[int, Field(ge=0, le=1_000_000)] = 0


def paged(found: Any, page: Page, show: Callable[[Any], Row]) -> Listed[Row]:
    """One page of what was found (a query or a list), each row as `show` returns it."""
    count = len(found) if isinstance(found, list) else found.count()
    rows = found[page.offset : page.offset + page.limit]
    return {
        "items": [show(row) for row in rows],
        "count": count,
        "limit": page.limit,
        "offset": page.offset,
    }
