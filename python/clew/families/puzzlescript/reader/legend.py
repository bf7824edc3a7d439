"""The legend: synonyms, aggregates (`and`) and properties (`or`)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from clew.families.puzzlescript.reader.objects import MOST_OBJECTS, check_new, check_word, warn_of_keyword

if TYPE_CHECKING:
    from clew.families.puzzlescript.reader.game import Game
    from clew.families.puzzlescript.reader.lines import Line
    from clew.families.puzzlescript.reader.report import Report

_FORM = "an entry is one of `A = B`, `A = B or C`, `A = B and C`"


def read_legend(lines: list[Line], game: Game, report: Report) -> None:
    """Reads the section LEGEND into the game."""
    for line in lines:
        if not line.blank:
            _entry(line, game, report)
    for thing in game.things.values():
        game.lines.setdefault(thing.name, thing.line)


def _entry(line: Line, game: Game, report: Report) -> None:
    words = line.lower.replace("=", " = ", 1).split()
    if line.lower.startswith("="):
        words = ["=", *line.lower[1:].replace("=", " = ", 1).split()]
    name = words[0]
    warn_of_keyword(name, line.number, report)
    if name in words[2:]:
        report.error(
            line.number, f"{name.upper()} cannot be defined by itself; remove it from the right side", at=name
        )
        words = _without(name, words)
    new = check_new(name, line.number, game, report)
    if not _is_entry(words, line.number, report):
        mixed = {"and", "or"} <= set(words[3::2])
        if new and not mixed and game.known("".join(words[2:3])):  # so that no other line is blamed
            _synonym(name, words[2], line.number, game)
        return
    parts, joins = words[2::2], set(words[3::2])
    unknown = [part for part in parts if not game.known(part)]
    for part in unknown:
        told = f'"{part.upper()}" is not defined; define it above, or correct its spelling'
        report.unknown(line.number, told, part, part, game.names())
    for part in set(parts) - set(unknown):
        check_word(part, line.number, report)
    _warn_of_twice(parts, line.number, report)
    if not new:
        return
    if not joins and len(parts) == 1:
        _synonym(name, parts[0], line.number, game)
    elif "and" in joins:
        _aggregate(name, parts, line.number, game, report)
    else:
        _property(name, parts, line.number, game, report)


def _is_entry(words: list[str], line: int, report: Report) -> bool:
    """Whether these words are an entry; reports why not."""
    if len(words) < 3 or words[1] != "=" or len(words) % 2 == 0:
        report.error(line, f"this is not a legend entry; {_FORM}")
        return False
    joins = set(words[3::2])
    odd = sorted(joins - {"and", "or"})
    if odd:
        report.error(line, f'"{odd[0].upper()}" stands where AND or OR belongs; {_FORM}', at=odd[0])
    elif len(joins) > 1:
        report.error(line, "an entry uses only AND or only OR; split it into two entries")
    return not odd and len(joins) < 2


def _without(name: str, words: list[str]) -> list[str]:
    """The entry without a part, and without the word that joined it."""
    parts = [part for part in words[2::2] if part != name]
    join = words[3] if len(words) > 3 else "or"
    return [*words[:2], *f" {join} ".join(parts).split()]


def _warn_of_twice(parts: list[str], line: int, report: Report) -> None:
    for part, times in Counter(parts).items():
        if times > 1:
            report.warning(line, f"{part.upper()} appears twice in this entry; write it once", at=part)


def _synonym(name: str, other: str, line: int, game: Game) -> None:
    meant = game.meant(other)
    game.lines[name] = line
    if meant in game.properties:
        game.properties[name] = list(game.properties[meant])  # chosen separately from the other
    elif meant in game.aggregates:
        game.aggregates[name] = list(game.aggregates[meant])
    elif meant in game.things:
        game.synonyms[name] = meant


def _aggregate(name: str, parts: list[str], line: int, game: Game, report: Report) -> None:
    made: list[str] = []
    for part in map(game.meant, parts):
        if part in game.properties:
            report.error(
                line,
                f"{part.upper()} is defined with OR, so it cannot be part of {name.upper()}, which uses AND; "
                "name the objects themselves",
                at=part,
            )
        elif part in game.aggregates:
            made += game.aggregates[part]
        elif part in game.things:
            made.append(part)
        if len(made) > MOST_OBJECTS:
            report.error(line, f"{name.upper()} stands for more than {MOST_OBJECTS:,} objects; name fewer")
            return
    game.lines[name] = line
    game.aggregates[name] = made


def _property(name: str, parts: list[str], line: int, game: Game, report: Report) -> None:
    made: dict[str, None] = {}
    for part in dict.fromkeys(map(game.meant, parts)):
        if part in game.aggregates:
            report.error(
                line,
                f"{part.upper()} is defined with AND, so it cannot be part of {name.upper()}, which uses OR; "
                "name the objects themselves",
                at=part,
            )
        else:
            made.update(dict.fromkeys(game.properties.get(part, [part] if part in game.things else [])))
    game.lines[name] = line
    game.properties[name] = list(made)
