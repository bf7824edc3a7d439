"""The way of a participant: its steps in order, and how each is answered. Knows no database."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from django.utils.translation import gettext
from typing_extensions import TypedDict

from clew_studio import text_limits
from clew_studio.experiments.design import Design, Item, PlannedLevel, most_of
from clew_studio.experiments.orders import ordered

Kind = Literal["instructions", "comprehension", "before", "level", "attention", "after"]


class Step(TypedDict, total=False):
    """A step. `level`: the name of the level; `position`: its number among those that are, or are not,
    `practice`; `game`: the game on it, once it has begun. `check`: which attention check.
    """

    kind: Kind
    level: str
    practice: bool
    position: int
    game: str
    skipped: bool
    check: int


class Wrong(NamedTuple):
    """What is wrong with the answer to a question."""

    item: str
    message: str


def way(design: Design, condition: int, row: int, seed: str) -> list[Step]:
    """The steps of a participant from the instructions to the end."""
    steps: list[Step] = []
    if design.instructions.strip() or design.comprehension.items:
        steps.append({"kind": "instructions"})
    if design.comprehension.items:
        steps.append({"kind": "comprehension"})
    if design.before:
        steps.append({"kind": "before"})
    steps += [_level(level, number, practice=True) for number, level in enumerate(design.practice, 1)]
    levels = ordered(design.levels_of(design.groups()[condition]), design.order, row, seed)
    steps += _checks(design, 0)
    for number, level in enumerate(levels, 1):
        steps.append(_level(level, number, practice=False))
        steps += _checks(design, number)
    if design.after:
        steps.append({"kind": "after"})
    return steps


def _level(level: PlannedLevel, position: int, *, practice: bool) -> Step:
    return {"kind": "level", "level": level.name, "practice": practice, "position": position}


def _checks(design: Design, after: int) -> list[Step]:
    return [
        {"kind": "attention", "check": number}
        for number, check in enumerate(design.attention)
        if check.after == after
    ]


def items_of(design: Design, step: Step) -> list[Item]:
    """The questions of a step."""
    kind = step["kind"]
    if kind == "comprehension":
        return design.comprehension.items
    if kind == "attention":
        return [design.attention[step["check"]].item]
    return {"before": design.before, "after": design.after}.get(kind, [])


def level_of(design: Design, name: str) -> PlannedLevel:
    """The level with this name."""
    return next(level for level in design.all_levels() if level.name == name)


def wrong_answers(items: list[Item], answers: dict[str, Any]) -> list[Wrong]:
    """What is wrong with the answers to the questions of a step, by question."""
    told = [(item.name, _wrong(item, answers.get(item.name))) for item in items]
    return [Wrong(name, message) for name, message in told if message]


def is_right(item: Item, value: Any) -> bool | None:
    """Whether an answer is right; None if the question has no right answer."""
    if not item.right:
        return None
    given = value if isinstance(value, list) else [value]
    return sorted(given) == sorted(item.right) if item.kind == "choices" else value in item.right


def label_of(item: Item, value: Any) -> str:
    """An answer in words: the options that were chosen."""
    chosen = value if isinstance(value, list) else [value]
    if item.kind not in ("choice", "choices"):
        return ""
    return "; ".join(item.options[number - 1] for number in chosen if isinstance(number, int))


def is_blank(value: Any) -> bool:
    """Whether a question was left out."""
    return value is None or value == [] or (isinstance(value, str) and not value.strip())


def _wrong(item: Item, value: Any) -> str:
    """What is wrong with an answer; empty if nothing is."""
    if is_blank(value):
        return gettext("Please answer this question.") if item.required else ""
    most = most_of(item)
    if item.kind == "number":
        good = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15
        return "" if good else gettext("Write a number.")
    if item.kind == "text":
        if not isinstance(value, str) or text_limits.unwanted(value, lines=True):
            return gettext("Write plain text.")
        longest = text_limits.REPLY
        return "" if len(value) <= longest else gettext("Write at most {n} characters.").format(n=longest)
    chosen = value if item.kind == "choices" and isinstance(value, list) else [value]
    good = all(isinstance(one, int) and not isinstance(one, bool) and 1 <= one <= most for one in chosen)
    return "" if good and len(set(chosen)) == len(chosen) else gettext("Choose one of the answers.")
