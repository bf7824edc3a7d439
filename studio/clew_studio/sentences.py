"""The templates of sentences that come from Clew's other packages, the more specific ones first.

Each family declares its own; what they share is here, marked for the catalogue by `_`.
`studio/tests/studio/test_translation.py` compares them with the sentences that boards of every family really
give. Of the errors in a board, these cover those that drawing one brings about; those that can only be typed
stay in English.
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
    _("its turn took more than {count} instructions"),
    _("its turn took more than the {count} instructions left of its tick"),
    _("its turns take more than {count} instructions on average"),
    _("all turns of a tick took too many instructions, and its turn most of them"),
    _("took {count} MB in one turn"),
    _(
        "its turn took longer than {time} s of processor time "
        "(the same input may give another game: only instructions are the same in every run)"
    ),
    _("its turn ended the script process"),
    _("its turn did not end within {time} s"),
    _("uses too much memory"),
    _("The world ran out of memory."),
    _("the script process ended and could not be restarted"),
    # worlds: what is wrong with a level
    _("is missing; it must be a number such as {example}"),
    _("is missing; a level has one: [player] with x and y"),
    _("is {value}; it must be a number such as {example}"),
    _("is {value}; it must be from {low} to {high}"),
    _("asks for {count} {what}, but there are {there}"),
    _("the goal asks for {what}, but the player does not take any"),
    _("scripts cannot add a {what}; they can add items and animals"),
    _("there are more than {most} {what}"),
    _('"{name}" is the name of two elements; rename one'),
    _('"{name}" is not the name of a door; did you mean `{near}`?'),
    _('"{name}" is not the name of a door.'),
    _('"{name}" rides beyond the side of the world'),
    _('"{name}" rides nowhere; `to` must differ from x and y'),
    _("a ride of {far} m in {seconds} s throws characters off; it takes at least {least} s"),
    _('"{name}" rises by {rise} m; what is level is a platform'),
    _(
        '"{name}" is steeper than {most} degrees: nobody walks up {rise} m on {width} m; make it at least '
        "{least} m wide"
    ),
    _('"{name}" rises out of the world'),
    _('"{name}" reaches beyond the side of the world'),
    _('"{name}" begins inside "{other}"; move it up'),
    _('"{name}" begins inside "{other}"; move it'),
    _('"{name}" is not a stock script; only these can be used here'),
    _("a level has no pictures of its own here; delete them"),
    _("the level is too large to be drawn here; give it fewer parts"),
    _("the level has no goal; add things to collect, or a place to reach"),
    _("a crate does not stay where it begins"),
    _("no walk, ladder, jump or drop leads there"),
    _("there is nothing below it to stand on"),
    _("there is nothing below the player's start to stand on"),
    _("a character standing below it, at {x}, {y}, cannot reach it"),
    _("the slope is too steep for so wide a body"),
)


def templates() -> list[str]:
    """Every template: those of the families between the general ones and the one that joins two sentences."""
    families = [declared(name).sentences for name in NAMES]
    return [*_GENERAL, *chain.from_iterable(families), _("{first}, then {second}")]
