"""All boards of a map in few bytes: what never changes once, and for each state what is where, by number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clew.pictures.renderer import renderer_of
from clew.pictures.svg import finished, raw

if TYPE_CHECKING:
    from collections.abc import Hashable

    from numpy.typing import NDArray

    from clew.pictures.renderer import Renderer
    from clew.statespace.space import StateSpace

GAP = "\x04"
"""The separator between two looks that are written together, so that they share gradients and filters."""


class Boards(NamedTuple):
    """`header`: the SVG of the backdrop and of each look, and where looks stand. `items` (columns, n), for
    each place on the board and state 1 + the number of what is there, 0 for nothing. `texts`: the states as
    text.
    """

    header: dict[str, Any]
    items: NDArray[Any]
    texts: dict[str, NDArray[Any]]


def boards_of(space: StateSpace) -> Boards:
    """The boards of all states, as the family draws them on screens."""
    renderer = renderer_of(space.puzzle, "light")
    columns: dict[Hashable, int] = {}
    spots: dict[tuple[str, float, float], int] = {}
    cells: list[tuple[int, int, int]] = []
    texts: list[str] = []
    for number in range(space.n):
        state = space.state(number)
        texts.append(state if isinstance(state, str) else str(state))
        for place, look, x, y in renderer.items(state):
            column = columns.setdefault(place, len(columns))
            spot = spots.setdefault((look, x, y), len(spots) + 1)
            cells.append((column, number, spot))
    wide = np.uint8 if len(spots) < 256 else np.uint16 if len(spots) < 65_536 else np.uint32
    items = np.zeros((len(columns), space.n), wide)
    if cells:
        column_, state_, spot_ = np.array(cells).T
        items[column_, state_] = spot_
    looks = list(dict.fromkeys(look for look, _, _ in spots))
    numbers = {look: number for number, look in enumerate(looks)}
    header = {
        **_drawn(renderer, looks),
        "columns": len(columns),
        "looks": looks,
        "spots": [[numbers[look], round(x, 2), round(y, 2)] for look, x, y in spots],
        "caption": renderer.caption,
    }
    return Boards(header, items, _texts(texts, header))


def _drawn(renderer: Renderer, looks: list[str]) -> dict[str, Any]:
    parts = [raw(renderer.backdrop(), "light"), *(raw(renderer.look(look), "light") for look in looks)]
    defined, body = finished(GAP.join(parts))
    backdrop, *drawn = body.split(GAP)
    return {
        "width": renderer.width,
        "height": renderer.height,
        "defined": defined,
        "backdrop": backdrop,
        "drawn": drawn,
    }


def _texts(texts: list[str], header: dict[str, Any]) -> dict[str, NDArray[Any]]:
    """States of equal length as columns of characters, which repeat from state to state; else as they are."""
    letters = sorted(set("".join(texts)))
    lengths = {len(text) for text in texts}
    header["letters"] = "".join(letters)
    if len(lengths) != 1 or len(letters) > 255:
        header["texts"] = texts
        return {}
    codes = np.array([list(text) for text in texts])
    return {"text": np.searchsorted(np.array(letters), codes).astype(np.uint8).T}
