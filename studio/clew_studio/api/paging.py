"""Lists in pages, the same everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from ninja import Schema
from pydantic import Field

if TYPE_CHECKING:
    from collections.abc import Callable

Json = dict[str, Any]


class Page(Schema):
    """Which part of a list is wanted."""

    limit: Annotated[int, Field(ge=1, le=100)] = 20
    offset: Annotated[int, Field(ge=0, le=1_000_000)] = 0


def paged(found: Any, page: Page, show: Callable[[Any], Json], **more: Any) -> Json:
    """One page of what was found (a query or a list), each row as `show` returns it."""
    count = len(found) if isinstance(found, list) else found.count()
    rows = found[page.offset : page.offset + page.limit]
    return {
        "items": [show(row) for row in rows],
        "count": count,
        "limit": page.limit,
        "offset": page.offset,
        **more,
    }
