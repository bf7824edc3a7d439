"""The sounds: which event has which, and mistakes in them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from clew.families.puzzlescript.reader.game import Sound
from clew.families.puzzlescript.reader.words import DIRECTIONS, SOUND_EVENTS, SOUND_VERBS, SOUND_WAYS

if TYPE_CHECKING:
    from clew.families.puzzlescript.reader.game import Game
    from clew.families.puzzlescript.reader.lines import Line
    from clew.families.puzzlescript.reader.report import Report

_DIRECTED = ("move", "cantmove")
_MOST_DIGITS = 15
"""Digits of a number that every reader of JSON keeps."""
MOST = 100
MOST_OBJECTS = 5_000
"""All sounds together are of so many objects: a page has their numbers, each time a property is named."""


def read_sounds(lines: list[Line], game: Game, report: Report) -> set[str]:
    """The sound events that have a sound."""
    found: set[str] = set()
    for line in lines:
        if line.blank:
            continue
        words, at = line.words()
        first = words[0]
        if first in SOUND_EVENTS:
            if first in found:
                report.warning(
                    line.number, f"{first.upper()} already has a sound; the later one applies", at[0]
                )
            found.add(first)
            _seed(words, at, 1, False, line.number, report)
            _keep(words, at, 1, Sound(first, 0), line.number, game, report)
        elif game.known(first):
            _of_object(words, at, line.number, game, report)
        else:
            report.warning(
                line.number,
                f'"{first.upper()}" is neither an event (such as SFX3 or ENDLEVEL) nor an object',
                at[0],
            )
    return found


def _of_object(words: list[str], at: list[range], line: int, game: Game, report: Report) -> None:
    if game.meant(words[0]) in game.aggregates:
        report.error(
            line,
            f"{words[0].upper()} is defined with AND and cannot have a sound; name one object, or a property",
            at[0],
        )
    if len(words) < 2 or words[1] not in SOUND_VERBS:
        verbs = ", ".join(sorted(SOUND_VERBS))
        report.error(line, f"after {words[0].upper()}, write what it does: one of {verbs}", at[0])
        return
    place = 2
    while words[1] in _DIRECTED and place < len(words) and words[place] in SOUND_WAYS - {"move"}:
        place += 1
    _seed(words, at, place, words[1] in _DIRECTED, line, report)
    ways = tuple(dict.fromkeys(words[2:place]))
    _keep(words, at, place, Sound(game.meant(words[0]), 0, words[1], ways), line, game, report)


def _keep(
    words: list[str], at: list[range], place: int, sound: Sound, line: int, game: Game, report: Report
) -> None:
    """Keeps a sound whose number is the word of this place, unless there are too many."""
    seed = words[place] if place < len(words) else ""
    if not (seed.isascii() and seed.isdigit() and len(seed) <= _MOST_DIGITS):
        return
    if len(game.sounds) == MOST:
        report.warning(line, f"a game has at most {MOST} sounds; this one is not played", at[0])
    elif sum(_objects(kept, game) for kept in (*game.sounds, sound)) > MOST_OBJECTS:
        told = f"all sounds together are of more than {MOST_OBJECTS:,} objects; this one is not played"
        report.warning(line, told, at[0])
    else:
        game.sounds.append(replace(sound, seed=int(seed)))


def _objects(sound: Sound, game: Game) -> int:
    """How many objects a sound is of."""
    return len(game.properties.get(sound.name, (sound.name,))) if sound.verb else 0


def _seed(words: list[str], at: list[range], place: int, directed: bool, line: int, report: Report) -> None:
    """Checks the word of this number and those behind it, where a sound is named."""
    after = words[place - 1]
    wanted = "a direction or the number of a sound" if directed else "the number of a sound"
    if place >= len(words):
        report.warning(line, f"after {after.upper()}, write {wanted}", at[place - 1])
    elif not words[place].isdigit():
        what = words[place].upper()
        hint = " (this event has no directions)" if words[place] in DIRECTIONS else ""
        report.error(line, f"after {after.upper()}, write {wanted}, not {what}{hint}", at[place])
    elif place + 1 < len(words):
        report.error(
            line,
            f'nothing may follow the sound {words[place]}; delete "{words[place + 1].upper()}"',
            at[place + 1],
        )
