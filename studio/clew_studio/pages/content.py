"""What a page without a server knows about its boards. The client reads it (`alone/data.ts`)."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.puzzles.fields import string
from clew.puzzles.joined import Joined
from clew.scenes import FAMILIES, board_view_of
from clew_studio.translation import in_french

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.puzzles.base import EnginePuzzle

FORMAT = 2
"""Incremented when the format changes, so that a script of an older version can report it
(`local/data.ts`).
"""

WORTH_SHARING = 100
"""A value that several boards share is written once if its JSON has at least this many letters."""


def content(puzzles: Sequence[EnginePuzzle], title: str | None = None) -> dict[str, Any]:
    """Everything about these boards. Raises `ClewError` for a board that cannot be played in a page."""
    boards = [board(puzzle) for puzzle in puzzles]
    if not boards:
        raise ClewError("there is no board to export; name at least one")
    title = string(title, "title") if title else boards[0]["title"]
    number(boards)
    return {"format": FORMAT, "title": title, "shared": share(boards), "boards": boards}


def number(boards: Sequence[dict[str, Any]]) -> None:
    """Append a number to titles that several boards share, such as the levels of a game."""
    times = Counter(board["title"] for board in boards)
    seen: Counter[str] = Counter()
    for board in boards:
        title = board["title"]
        if times[title] > 1:
            seen[title] += 1
            board["title"] = f"{title} {seen[title]}"


def share(boards: Sequence[dict[str, Any]]) -> list[Any]:
    """Move what several boards share, such as the rules of a game, out of their scenes and values.

    Returns the list of these parts. A `{"shared": index}` takes the place of each part; a list of parts
    becomes `{"joined": [...]}`.
    """
    groups: list[Any] = []
    for board in boards:
        values = board["made"]["values"]
        for key, value in values.items():
            if isinstance(value, Joined):
                parts = list(value.parts)
                values[key] = {"joined": parts}
                groups.append((parts, range(len(parts))))
        groups += [(group, list(group)) for group in (board["scene"], values)]
    places = [(group, key, json.dumps(group[key])) for group, keys in groups for key in keys]
    times = Counter(text for _, _, text in places)
    shared: dict[str, int] = {}
    values = []
    for group, key, text in places:
        if times[text] == 1 or len(text) < WORTH_SHARING:
            continue
        if text not in shared:
            shared[text] = len(shared)
            values.append(group[key])
        group[key] = {"shared": shared[text]}
    return values


def board(puzzle: EnginePuzzle) -> dict[str, Any]:
    """Everything about one board."""
    if puzzle.family not in FAMILIES:
        known = ", ".join(FAMILIES)
        raise ClewError(
            f"a {puzzle.family} puzzle cannot be played in a page without a server; "
            f"the families that can are {known}"
        )
    view, state = board_view_of(puzzle), puzzle.initial()
    scene = view.scene()
    return {
        "title": puzzle.title or puzzle.family.capitalize(),
        "author": puzzle.author,
        "source": puzzle.source,
        "par": puzzle.par,
        "caption": {"en": scene["caption"], "fr": in_french(scene["caption"])},
        "scene": scene,
        "position": view.position(state, with_moves=False),
        "made": {"family": puzzle.family, "values": values_of(puzzle)},
        "numbers": puzzle._engine.canonical(puzzle._numbers(state)),
    }


def values_of(puzzle: EnginePuzzle) -> dict[str, Any]:
    """What the family passes to the engine."""
    made: Any = puzzle._build(_Taken)  # type: ignore[arg-type]
    return dict(made)


class _Taken:
    """Stands in for the engine, and returns the values that it is made from."""

    @staticmethod
    def keep_tables(_folder: object) -> None:
        """Does nothing: a page has no files."""

    @staticmethod
    def make(_family: str, **values: Any) -> dict[str, Any]:
        return values
