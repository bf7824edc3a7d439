"""How the kinds of pieces are told apart: the letter whose colour and shape each kind has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.pictures.colours import PIECES, marks_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.scenes.base import Json

_LETTERS = {colour: letter for letter, colour in PIECES.items()}


def tokens_of(tokens: Iterable[str]) -> list[Json]:
    """Return the kinds among these tokens, each with its mark, as pictures of the board show them."""
    marks = marks_of(list(tokens))
    return [
        {
            "token": token,
            "label": mark.text,
            "mark": _LETTERS[mark.colour],
            "shape": mark.shape,
            "role": None,
            "number": number,
        }
        for number, (token, mark) in enumerate(sorted(marks.items()))
    ]
