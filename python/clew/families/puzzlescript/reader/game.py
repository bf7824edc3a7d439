"""A game as it was read."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.families.puzzlescript.reader.report import Remark

Entry = tuple[str, str]
"""A movement word, `no`, `random` or nothing, and the name of an object."""

Cell = list[Entry]
Row = list[Cell]

DOTS: Cell = [("...", "...")]


@dataclass
class Thing:
    """An object: how it looks and in which layer it lies."""

    name: str
    line: int
    colours: list[str] = field(default_factory=list)
    sprite: list[str] = field(default_factory=list)
    layer: int = -1
    number: int = -1


@dataclass
class Rule:
    """A rule; `left` and `right` are rows of cells."""

    line: int
    group: int
    left: list[Row]
    right: list[Row]
    directions: tuple[str, ...] = ()
    commands: list[tuple[str, str]] = field(default_factory=list)
    late: bool = False
    rigid: bool = False
    random: bool = False

    def copy(self, left: list[Row], right: list[Row]) -> Rule:
        """The same rule with other sides."""
        return Rule(
            self.line,
            self.group,
            left,
            right,
            self.directions,
            self.commands,
            self.late,
            self.rigid,
            self.random,
        )


@dataclass(slots=True)
class CellMasks:
    """What a cell of a rule asks for and does: objects as bits, movements as five bits per layer."""

    present: int = 0
    missing: int = 0
    any_of: list[int] = field(default_factory=list)
    moving: int = 0
    still: int = 0
    replaces: bool = False
    clear: int = 0
    put: int = 0
    movements_clear: int = 0
    movements_put: int = 0
    movements_layers: int = 0
    random_objects: int = 0
    random_directions: int = 0


@dataclass(slots=True)
class MaskRule:
    """A rule of one direction, along columns (`down`) or along rows; None stands for an ellipsis in a row.

    `back`: its rows are read upwards or to the left. Only those with an ellipsis are, for there it decides
    which place comes first; all others have their cells in reverse.
    """

    line: int
    group: int
    down: bool
    back: bool
    rows: list[list[CellMasks | None]]
    commands: list[tuple[str, str]]
    late: bool
    rigid: bool
    random: bool


@dataclass
class Win:
    """A win condition: -1 no, 0 some, 1 all; the objects looked for, and those they must lie with."""

    kind: int
    first: int
    first_all: bool
    second: int
    second_all: bool
    line: int
    words: str


@dataclass
class Level:
    """A level: rows of characters, and the objects of each cell as bits, row by row.

    `refusal`: why it cannot be played; it has no rows then. `last`: the line with which its last row ends.
    `places`: the line and the column where each row begins.
    """

    line: int
    rows: list[str]
    cells: list[list[int]]
    refusal: str = ""
    last: int = 0
    places: list[tuple[int, int]] = field(default_factory=list)


@dataclass
class Message:
    """A text between levels."""

    line: int
    text: str


@dataclass(frozen=True)
class Sound:
    """The sound of an event, or of what an object does (`verb`), only these `ways` if there are any."""

    name: str
    seed: int
    verb: str = ""
    ways: tuple[str, ...] = ()


@dataclass
class Game:
    """Everything that a source says. The masks of objects are numbers with a bit for each object."""

    prelude: dict[str, str] = field(default_factory=dict)
    things: dict[str, Thing] = field(default_factory=dict)
    order: list[Thing] = field(default_factory=list)
    synonyms: dict[str, str] = field(default_factory=dict)
    aggregates: dict[str, list[str]] = field(default_factory=dict)
    properties: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    masks: dict[str, int] = field(default_factory=dict)
    layers: list[int] = field(default_factory=list)
    single_layer: dict[str, int] = field(default_factory=dict)
    glyphs: dict[str, int] = field(default_factory=dict)
    background: int = 0
    background_layer: int = 0
    player: int = 0
    player_all: bool = False
    groups: list[list[MaskRule]] = field(default_factory=list)
    late_groups: list[list[MaskRule]] = field(default_factory=list)
    rules_bytes: int = 0
    """About what the rules take in the engine."""
    commands: frozenset[str] = frozenset()
    """The commands of all rules."""
    asks: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    """By the lines of rules, the sounds and messages that they ask for, as commands with their texts."""
    chance: int = 0
    """The line of the first rule that leaves something to chance; 0 if none does."""
    loops: dict[int, int] = field(default_factory=dict)
    late_loops: dict[int, int] = field(default_factory=dict)
    wins: list[Win] = field(default_factory=list)
    sounds: list[Sound] = field(default_factory=list)
    levels: list[Level | Message] = field(default_factory=list)
    levels_line: int = 0
    """The line with which the heading LEVELS ends; 0 if there is none."""
    remarks: list[Remark] = field(default_factory=list)

    def known(self, name: str) -> bool:
        """Whether this is a name that objects, legend or synonyms define."""
        return (
            name in self.things or name in self.synonyms or name in self.aggregates or name in self.properties
        )

    def names(self) -> Iterator[str]:
        """All names that objects, legend and synonyms define."""
        return chain(self.things, self.synonyms, self.aggregates, self.properties)

    def meant(self, name: str) -> str:
        """The name that a synonym stands for, or the name itself."""
        return self.synonyms.get(name, name)

    @property
    def rules(self) -> list[MaskRule]:
        """All rules, early and late."""
        return [rule for group in (*self.groups, *self.late_groups) for rule in group]
