"""The design of an experiment: what it may contain, and what still keeps it from being opened.

A design is checked twice. Its shape and the lengths of its texts are checked whenever it is saved, by the
models below. `findings` says what is missing before participants may come, and where.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple

from django.utils.translation import gettext
from ninja import Schema
from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, StrictInt, StringConstraints

from clew.errors import BoardError
from clew_studio import text_limits
from clew_studio.puzzles.reading import read_puzzle
from clew_studio.translation import translated

Json = dict[str, Any]

MOST_LEVELS = 60
MOST_CONDITIONS = 12
MOST_ITEMS = 60
MOST_OPTIONS = 20
LONGEST_SECONDS = 24 * 3600

PLACEHOLDER = re.compile(r"\{(\w+)\}")
"""Stands in a completion link for a parameter of the participant's link."""

LINE, LINES = AfterValidator(text_limits.line), AfterValidator(text_limits.lines)
SEEN = BeforeValidator(text_limits.seen)
Title = Annotated[str, StringConstraints(max_length=text_limits.TITLE), LINE, SEEN]
Prose = Annotated[str, StringConstraints(max_length=text_limits.PROSE), LINES]
Question = Annotated[str, StringConstraints(max_length=text_limits.QUESTION), LINES]
Option = Annotated[str, StringConstraints(max_length=text_limits.OPTION), LINE]
Parameter = Annotated[str, StringConstraints(max_length=text_limits.NAME), LINE]
Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,47}$")]
"""A name in the columns and file names of the data."""

Seconds = Annotated[StrictInt, Field(ge=1, le=LONGEST_SECONDS)]


class Part(Schema):
    """A part of a design, in which unknown keys are errors."""

    model_config = ConfigDict(extra="forbid")


class PlannedLevel(Part):
    """A board of an experiment, complete, so that it stays as it is whatever becomes of its copy on the site.
    `name` stands in the data; it is the key of a board of the site, or of its own.
    """

    name: Name
    puzzle: Annotated[str, StringConstraints(min_length=1, max_length=text_limits.BOARD), LINES]
    title: Title = ""
    par: Annotated[StrictInt, Field(ge=0, le=100_000)] | None = None

    @property
    def family(self) -> str:
        """The family of the board, as its compact form names it."""
        return self.puzzle.partition(":")[0].partition("[")[0]


Levels = Annotated[list[PlannedLevel], Field(max_length=MOST_LEVELS)]


class Condition(Part):
    """A group of participants. What is None, or empty, is as in the rest of the design."""

    name: Title = ""
    levels: Levels = Field(default_factory=list)
    hints: bool | None = None
    distance: bool | None = None
    seconds: Seconds | None = None


class Item(Part):
    """A question. `options`: of a choice; `points`, `low` and `high`: of a Likert scale. `right`: the numbers
    of the right options, from 1, or of the right points; a question with a right answer is a check.
    """

    name: Name
    kind: Literal["likert", "choice", "choices", "number", "text"]
    text: Question = ""
    required: bool = True
    options: Annotated[list[Option], Field(max_length=MOST_OPTIONS, default_factory=list)]
    points: Annotated[StrictInt, Field(ge=2, le=11)] = 7
    low: Option = ""
    high: Option = ""
    right: Annotated[
        list[Annotated[StrictInt, Field(ge=1, le=MOST_OPTIONS)]], Field(max_length=MOST_OPTIONS)
    ] = Field(default_factory=list)


Items = Annotated[list[Item], Field(max_length=MOST_ITEMS)]


class AttentionCheck(Part):
    """A question among the levels: it comes after so many of them."""

    after: Annotated[StrictInt, Field(ge=0, le=MOST_LEVELS)]
    item: Item


class Completion(Part):
    """What participants get at the end: a code to copy, or a link to go back by, or nothing."""

    kind: Literal["none", "code", "link"] = "none"
    code: Title = ""
    url: Annotated[str, StringConstraints(max_length=1000), LINE] = ""


class Comprehension(Part):
    """Questions after the instructions. Wrong answers show the instructions again, `tries` times in all;
    after the last, the participant goes on or, with `ends`, is thanked and ends.
    """

    items: Items = Field(default_factory=list)
    tries: Annotated[StrictInt, Field(ge=1, le=20)] = 3
    ends: bool = False


class Design(Part):
    """The design of an experiment.

    `seconds` and `give_up_s` are those of a level: when its time is over, and when *give up* is offered; None
    means never. `total_s`: the time for all levels. `pid`: the parameter of the link that identifies
    participants. `hints`, `distance`, `solution`, `leaderboard`: what participants have beside the board.
    `withdrawal`: whether the data of those who withdraw are deleted or kept with a mark.
    """

    title: Title = ""
    consent: Prose = ""
    consent_version: Annotated[str, StringConstraints(max_length=text_limits.VERSION), LINE] = "1"
    instructions: Prose = ""
    comprehension: Comprehension = Field(default_factory=Comprehension)
    practice: Levels = Field(default_factory=list)
    levels: Levels = Field(default_factory=list)
    conditions: Annotated[list[Condition], Field(max_length=MOST_CONDITIONS, default_factory=list)]
    order: Literal["fixed", "random", "latin"] = "fixed"
    seconds: Seconds | None = None
    give_up_s: Annotated[StrictInt, Field(ge=0, le=LONGEST_SECONDS)] | None = 60
    total_s: Seconds | None = None
    hints: bool = False
    distance: bool = False
    solution: bool = False
    leaderboard: bool = False
    before: Items = Field(default_factory=list)
    attention: Annotated[list[AttentionCheck], Field(max_length=MOST_ITEMS, default_factory=list)]
    after: Items = Field(default_factory=list)
    pid: Parameter = "PROLIFIC_PID"
    thanks: Prose = ""
    completion: Completion = Field(default_factory=Completion)
    withdrawal: Literal["delete", "keep"] = "delete"

    def groups(self) -> list[Condition]:
        """The conditions; one without a name if the design has none."""
        return self.conditions or [Condition()]

    def levels_of(self, condition: Condition) -> list[PlannedLevel]:
        """The counted levels of a condition, in the order of the design."""
        return condition.levels or self.levels

    def all_levels(self) -> list[PlannedLevel]:
        """All levels of the design, each once."""
        groups = [self.levels_of(condition) for condition in self.groups()]
        found = [level for levels in (self.practice, *groups) for level in levels]
        return list({level.name: level for level in found}.values())

    def items(self) -> Iterator[tuple[str, str, Item]]:
        """All questions: the part of the experiment, the place in the design, the question."""
        for number, item in enumerate(self.comprehension.items):
            yield "comprehension", f"comprehension.items.{number}", item
        for number, item in enumerate(self.before):
            yield "before", f"before.{number}", item
        for number, check in enumerate(self.attention):
            yield "attention", f"attention.{number}.item", check.item
        for number, item in enumerate(self.after):
            yield "after", f"after.{number}", item


class Finding(NamedTuple):
    """What keeps a design from being opened, and where: `conditions.1.levels`."""

    where: str
    message: str


def read(design: Json) -> Design:
    """A design that was saved."""
    return Design.model_validate(design)


def written(design: Design) -> Json:
    """A design as it is saved."""
    return design.model_dump(mode="json")


def is_too_long(design: Design) -> bool:
    """Whether a design takes more room than one may."""
    return len(json.dumps(written(design))) > text_limits.WORLD


def findings(design: Design) -> list[Finding]:
    """What keeps a design from being opened, in the order of the page."""
    return [*_texts(design), *_boards(design), *_conditions(design), *_times(design), *_questions(design)]


def _texts(design: Design) -> Iterator[Finding]:
    if not design.title.strip():
        yield Finding("title", gettext("Give the experiment a title: participants see it."))
    if design.consent.strip() and not design.consent_version.strip():
        yield Finding("consent_version", gettext("Give the consent text a version, such as 1."))
    if design.completion.kind == "code" and not design.completion.code.strip():
        yield Finding("completion.code", gettext("Write the code that participants get at the end."))
    if design.completion.kind == "link" and not re.match(r"https?://[^\s/]+", design.completion.url):
        yield Finding("completion.url", gettext("Write a whole address: it begins with https:// or http://."))


def _boards(design: Design) -> Iterator[Finding]:
    if not design.levels and not any(condition.levels for condition in design.conditions):
        yield Finding("levels", gettext("Choose at least one board."))
    known: dict[str, str] = {}
    places = [("practice", design.practice), ("levels", design.levels)]
    places += [(f"conditions.{number}.levels", one.levels) for number, one in enumerate(design.conditions)]
    for where, levels in places:
        names = [level.name for level in levels]
        for number, level in enumerate(levels):
            here = f"{where}.{number}"
            if names.index(level.name) != number:
                yield Finding(here, gettext("This board is in the list twice."))
            elif known.setdefault(level.name, level.puzzle) != level.puzzle:
                yield Finding(here, gettext("Another board of this experiment has the same name."))
            try:
                read_puzzle(level.puzzle)
            except BoardError as error:
                yield Finding(here, translated(error.message))


def _conditions(design: Design) -> Iterator[Finding]:
    if len(design.conditions) == 1:
        yield Finding("conditions", gettext("Add a second condition, or delete the only one."))
    names = [condition.name.strip() for condition in design.conditions]
    for number, (name, condition) in enumerate(zip(names, design.conditions, strict=True)):
        if not name:
            yield Finding(f"conditions.{number}.name", gettext("Give the condition a name."))
        elif names.index(name) != number:
            yield Finding(f"conditions.{number}.name", gettext("Another condition has this name."))
        if not design.levels_of(condition) and any(one.levels for one in design.conditions):
            yield Finding(f"conditions.{number}.levels", gettext("Choose boards for this condition."))


def _times(design: Design) -> Iterator[Finding]:
    limits = [design.seconds if one.seconds is None else one.seconds for one in design.groups()]
    if design.give_up_s is None and None in limits:
        yield Finding(
            "give_up_s",
            gettext("A participant may get stuck: set a time for each level, or let them give up."),
        )
    if design.give_up_s is not None and any(
        limit is not None and limit <= design.give_up_s for limit in limits
    ):
        yield Finding(
            "give_up_s", gettext("Giving up must be possible before the time of the level is over.")
        )


def _questions(design: Design) -> Iterator[Finding]:
    seen: set[str] = set()
    for part, where, item in design.items():
        if not item.text.strip():
            yield Finding(f"{where}.text", gettext("Write the question."))
        if item.name in seen:
            yield Finding(f"{where}.name", gettext("Another question has this name."))
        seen.add(item.name)
        if item.kind in ("choice", "choices"):
            options = [option.strip() for option in item.options]
            if len(options) < 2 or "" in options:
                yield Finding(f"{where}.options", gettext("Write at least two options, none of them empty."))
            elif len(set(options)) < len(options):
                yield Finding(f"{where}.options", gettext("Two options are the same."))
        if part in ("comprehension", "attention") and not item.right:
            yield Finding(f"{where}.right", gettext("Mark the right answer of this check."))
        if item.right and max(item.right) > most_of(item):
            yield Finding(f"{where}.right", gettext("The right answer is not among the options."))
    for number, check in enumerate(design.attention):
        shortest = min((len(design.levels_of(one)) for one in design.groups()), default=0)
        if check.after > shortest:
            yield Finding(
                f"attention.{number}.after",
                gettext("There are only {n} levels before it.").format(n=shortest),
            )


def most_of(item: Item) -> int:
    """The highest number that a choice or a point of a scale has; 0 of other questions."""
    return {"likert": item.points, "choice": len(item.options), "choices": len(item.options)}.get(
        item.kind, 0
    )
