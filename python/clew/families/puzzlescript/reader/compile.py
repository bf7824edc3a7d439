"""Rules as masks, in groups, with the places of loops."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from clew.families.puzzlescript.reader.checks import check_cells
from clew.families.puzzlescript.reader.expand import Room, expanded
from clew.families.puzzlescript.reader.masks import Masks
from clew.families.puzzlescript.reader.words import SOUND_NUMBERS

if TYPE_CHECKING:
    from clew.families.puzzlescript.reader.game import Game, MaskRule, Rule
    from clew.families.puzzlescript.reader.report import Report
    from clew.families.puzzlescript.reader.rules import Loop

RIGID_GROUPS = 30
BYTES = 48 << 20
"""What the rules of a game may take in the engine."""


def compile_rules(rules: list[Rule], loops: list[Loop], game: Game, report: Report) -> None:
    """Turns rules as written into groups of rules on masks, and stores them in the game."""
    rigid = {rule.group for rule in rules if rule.rigid}
    if len(rigid) > RIGID_GROUPS:
        line = sorted(rigid)[RIGID_GROUPS]
        report.error(
            line, f"a game has at most {RIGID_GROUPS} groups with rigid rules; combine or remove some"
        )
    made: list[MaskRule] = []
    room = Room()
    for rule in rules:
        check_cells(rule, game, report)
        found = _of_line(rule, game, report, room)
        made += found
        game.rules_bytes += sum(bytes_of(one, game) for one in found)
        if game.rules_bytes > BYTES:
            report.error(
                rule.line, f"the rules up to here expand to more than {BYTES >> 20} MiB; write fewer"
            )
        if room.copies < 0 or game.rules_bytes > BYTES:
            break
    _warn_of_mixed_groups(rules, report)
    game.groups = _grouped([rule for rule in made if not rule.late])
    game.late_groups = _grouped([rule for rule in made if rule.late])
    game.commands = frozenset(name for rule in made for name, _ in rule.commands)
    game.asks = {rule.line: asked for rule in made if (asked := _asked(rule))}
    game.chance = next((rule.line for rule in game.rules if is_chance(rule)), 0)
    _check_loops(loops, report)
    game.loops = _loop_points(game.groups, loops, report)
    game.late_loops = _loop_points(game.late_groups, loops, report)


def _asked(rule: MaskRule) -> list[tuple[str, str]]:
    """The sounds and messages that a rule asks for; a message may have no words."""
    return [(name, text) for name, text in rule.commands if name in (*SOUND_NUMBERS, "message")]


def is_chance(rule: MaskRule) -> bool:
    """Whether what this rule does is random."""
    return rule.random or any(
        cell and (cell.random_objects or cell.random_directions) for row in rule.rows for cell in row
    )


def engine_words(game: Game) -> tuple[int, int]:
    """About how many words a set of objects and a set of movements take in the engine."""
    sizes = ((1, 1), (2, 2), (4, 4), (4, 16), (16, 16))
    return next(
        (o, m) for o, m in sizes if (len(game.order) <= 64 * o and len(game.layers) <= 12 * m) or o == 16
    )


def bytes_of(rule: MaskRule, game: Game) -> int:
    """About what a rule takes in the engine."""
    objects, layers = engine_words(game)
    of_row, of_cell = 100 + 8 * (objects + layers), 100 + 8 * (4 * objects + 5 * layers)
    return (1 + len(rule.rows)) * of_row + sum(map(len, rule.rows)) * of_cell


def _of_line(rule: Rule, game: Game, report: Report, room: Room) -> list[MaskRule]:
    """The rules of one line; those that can never match are left out."""
    found: list[MaskRule] = []
    clashes: list[tuple[str, str]] = []
    faulty = False
    for one in expanded(rule, game, report, room):
        masks = Masks(one, game, report)
        made = masks.rule()
        if made is not None:
            found.append(made)
        elif masks.faulty:
            faulty = True
        elif masks.clash is not None and not masks.never:
            clashes.append(masks.clash)
    if clashes and not found and not faulty:
        one_name, other = clashes[0]
        report.error(
            rule.line,
            f"{one_name.upper()} and {other.upper()} are in one layer and never share a cell, so this rule "
            "never matches; remove one of them from the cell",
            at=one_name,
        )
    return found


def _warn_of_mixed_groups(rules: list[Rule], report: Report) -> None:
    before: Rule | None = None
    for rule in rules:
        if before is not None and before.group == rule.group and before.late != rule.late:
            report.warning(
                rule.line, "a group mixes late rules with others, which run at another time; split it in two"
            )
        before = rule


def _grouped(rules: list[MaskRule]) -> list[list[MaskRule]]:
    groups: dict[int, list[MaskRule]] = {}
    for rule in rules:
        groups.setdefault(rule.group, []).append(rule)
    return [groups[number] for number in sorted(groups)]


def _check_loops(loops: list[Loop], report: Report) -> None:
    is_open = 0
    for line, start in loops:
        if start and is_open:
            report.error(
                line, f"the loop that begins in line {is_open} has no end yet; write ENDLOOP before this"
            )
        elif not start and not is_open:
            report.error(line, "this ENDLOOP ends no loop; write STARTLOOP before the first rule of the loop")
        is_open = line if start else 0
    if is_open:
        report.error(is_open, "this loop has no end; write ENDLOOP after its last rule")


def _loop_points(groups: list[list[MaskRule]], loops: list[Loop], report: Report) -> dict[int, int]:
    """By the number of a loop's last group, that of its first."""
    points: dict[int, int] = {}
    lines = [line for line, _ in loops]
    for start, end in zip_longest(lines[::2], lines[1::2], fillvalue=lines[-1] if lines else 0):
        inside = [number for number, group in enumerate(groups) if start <= group[0].line <= end]
        if inside:
            points[inside[-1]] = inside[0]
        for group in groups:
            if any(group[0].line <= line <= group[-1].line for line in (start, end)):
                report.error(
                    start,
                    f"the group of rules that begins in line {group[0].line} lies across the edge of this "
                    "loop; a loop holds whole groups, so move STARTLOOP or ENDLOOP, or take the + away",
                )
    return points
