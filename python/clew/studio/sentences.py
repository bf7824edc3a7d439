"""The templates of sentences that come from Clew's other packages, the more specific ones first.

Each family declares its own; what they share is here, marked for the catalogue by `_`.
`tests/studio/test_words.py` compares them with the sentences that boards of every family really give. Of the
errors in a board, these cover those that drawing one brings about; those that can only be typed stay in
English.
"""

from __future__ import annotations

from itertools import chain

from clew.puzzles.families import NAMES, declared


def _(sentence: str) -> str:
    """Marks a sentence for the catalogue. Pages without a server translate it too, so it is not Django's."""
    return sentence


_GENERAL = (
    # directions
    _("left"),
    _("right"),
    _("up"),
    _("down"),
    _("north"),
    _("north-east"),
    _("east"),
    _("south-east"),
    _("south"),
    _("south-west"),
    _("west"),
    _("north-west"),
    _("left and right"),
    _("up and down"),
    _("to its left"),
    _("to its right"),
    _("above it"),
    _("below it"),
    _("into cell {cell}"),
    _("nothing"),
    # hints
    _("There is nothing left to do: this is solved."),
    _("No goal can be reached from here: undo a move or start again."),
    _("Pass with {what}: it cannot move."),
    _("Pass with {what}: {move}."),
    _("Pass with {what}."),
    _("Move {what}: {move}."),
    _("Move {what}."),
    # texts of boards
    _("has {count} characters; at most {most} are allowed"),
    _("contains the control character {character} at position {place}; remove it"),
    # worlds: why a script was stopped
    _("{file}.lua: its turn took longer than {time} ms"),
    _("its turn took longer than {time} ms"),
    _("its turn ended the script process"),
    _("its turn did not end within {time} s"),
    _("uses too much memory"),
    _("The world ran out of memory."),
    _("the script process ended and could not be restarted"),
)


def templates() -> list[str]:
    """Every template: those of the families between the general ones and the one that joins two sentences."""
    families = [declared(name).sentences for name in NAMES]
    return [*_GENERAL, *chain.from_iterable(families), _("{first}, then {second}")]
