"""The rules of a source, as they are written: one `Written` for each line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import zip_longest

from .source import Lines, Refused, Words

CLOCK = ("up", "right", "down", "left")
BOTH = {
    "horizontal": ("left", "right"),
    "vertical": ("up", "down"),
    "orthogonal": ("up", "down", "left", "right"),
}
TURNS = ("^", "v", "<", ">", "parallel", "perpendicular")
MOVES = (*CLOCK, "action", *BOTH, *TURNS, "moving", "stationary", "no", "random", "randomdir")
STILL = ("no", "random", "randomdir")
"""The words before a name that say nothing about movement, so that late rules may have them."""
COMMANDS = ("again", "cancel", "checkpoint", "restart", "win", "message", *(f"sfx{n}" for n in range(11)))
Cell = list[tuple[str, str]]
"""Words with names; a gap is the one pair `("...", "...")`."""
GAP: Cell = [("...", "...")]


@dataclass
class Written:
    """A line of the rules."""

    line: int
    group: int
    ways: list[str] = field(default_factory=list)
    late: bool = False
    rigid: bool = False
    random: bool = False
    left: list[list[Cell]] = field(default_factory=list)
    right: list[list[Cell]] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    """As written; a message with its text."""

    @property
    def looks(self) -> bool:
        """Does it matter in which way the rule looks?"""
        return any(len(row) > 1 for row in self.left) or any(
            word in TURNS for row in self.left + self.right for cell in row for word, _ in cell
        )

    def all_ways(self) -> list[str]:
        """The ways in which the rule looks; where that does not matter, the first is that of its search."""
        found = [one for way in self.ways or ["orthogonal"] for one in BOTH.get(way, (way,))]
        return found if self.looks else found[:1]


def written(lines: Lines, words: Words) -> tuple[list[Written], list[tuple[int, str]]]:
    """The rules, and the lines where loops begin and end."""
    rules: list[Written] = []
    loops: list[tuple[int, str]] = []
    for number, line in lines:
        if line in ("startloop", "endloop"):
            loops.append((number, line))
        elif line:
            rules.append(_rule(number, line, words, rules))
    if (
        any(said != ("endloop" if n % 2 else "startloop") for n, (_, said) in enumerate(loops))
        or len(loops) % 2
    ):
        raise Refused(loops[-1][0], "loops begin and end in turn")
    return rules, loops


def _rule(number: int, line: str, words: Words, rules: list[Written]) -> Written:
    text, *words_of = re.split(r"\bmessage\b", line, maxsplit=1, flags=re.IGNORECASE)
    said = " message" if text != line else ""
    tokens = re.sub(r"(->|[\[\]|]|^\+)", r" \1 ", text.lower() + said).split()
    if tokens.count("->") != 1:
        raise Refused(number, "a rule has one arrow")
    if "[" not in tokens[: tokens.index("->")]:
        raise Refused(number, "a rule without a pattern")
    begin = tokens.index("[")
    rule = Written(number, number)
    _head(rule, tokens[:begin], rules)
    middle = tokens.index("->")
    rule.left, nothing = _side(rule, tokens[begin:middle], words)
    rule.right, rule.commands = _side(rule, tokens[middle + 1 :], words)
    if nothing:
        raise Refused(number, "commands stand at the end")
    told = "".join(words_of).strip()
    rule.commands = [f"message {told}" if one == "message" else one for one in rule.commands]
    _check_shape(rule)
    return rule


def _head(rule: Written, tokens: list[str], rules: list[Written]) -> None:
    for at, token in enumerate(tokens):
        if token == "+":
            if at or not rules:
                raise Refused(rule.line, "+ comes first, and after another rule")
            rule.group = rules[-1].group
        elif token in CLOCK or token in BOTH:
            rule.ways.append(token)
        elif token in ("late", "rigid", "random"):
            setattr(rule, token, True)
        else:
            raise Refused(rule.line, f"{token} before the first bracket")
    if rule.late and rule.rigid:
        raise Refused(rule.line, "a late rule has no movements that could be rigid")
    if rule.random and rule.group != rule.line:
        raise Refused(rule.line, "the first rule of a group says random")


def _side(rule: Written, tokens: list[str], words: Words) -> tuple[list[list[Cell]], list[str]]:
    rows: list[list[Cell]] = []
    commands: list[str] = []
    row: list[Cell] | None = None
    word: str | None = None
    for token in tokens:
        if row is None:
            if token == "[":
                row = [[]]
            elif token in COMMANDS:
                commands.append(token)
            elif token not in MOVES:
                raise Refused(rule.line, f"{token} outside of brackets")
        elif token in ("|", "]"):
            if word is not None:
                raise Refused(rule.line, f"{word} of what?")
            if token == "|":
                row.append([])
            else:
                rows.append(row)
                row = None
        elif token in MOVES:
            if word is not None or (rule.late and token not in STILL):
                raise Refused(rule.line, f"{token} cannot stand here")
            word = token
        elif token in COMMANDS:
            commands.append(token)
        elif token == "rigid" and not words.strict:
            pass
        elif token == "...":
            row[-1].append((token, token))
        elif token in words.means:
            row[-1].append((word or "", token))
            word = None
        else:
            raise Refused(rule.line, f"{token} is no name")
    if row is not None:
        raise Refused(rule.line, "a bracket is not closed")
    return rows, commands


def _check_shape(rule: Written) -> None:
    sizes = [len(row) for row in rule.left], [len(row) for row in rule.right]
    if (rule.right or not rule.commands) and sizes[0] != sizes[1]:
        raise Refused(rule.line, "as many cells on the right as on the left")
    empty: list[Cell] = []
    for row, after in zip_longest(rule.left, rule.right, fillvalue=empty):
        gaps = [at for at, cell in enumerate(row) if GAP[0] in cell]
        if rule.right and gaps != [at for at, cell in enumerate(after) if GAP[0] in cell]:
            raise Refused(rule.line, "gaps stand in the same places on both sides")
        if any(len(cell) > 1 for cell in [*row, *after] if GAP[0] in cell):
            raise Refused(rule.line, "a gap is alone in its cell")
        if len(gaps) > 2 or 0 in gaps or len(row) - 1 in gaps:
            raise Refused(rule.line, "at most two gaps, with cells before and after")
