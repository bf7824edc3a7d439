"""What answers of the API are made of: boards as pages draw them, jobs, and the texts that all answers share.

Other answers are declared beside the function that makes them. `api.document` writes all of them into the
OpenAPI document, and the client's types are generated from that. The examples are for its readers.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Generic, Literal, NotRequired, TypeVar

from pydantic import ConfigDict, Field
from typing_extensions import TypedDict

Row = TypeVar("Row")

Key = Annotated[str, Field(examples=["gar-1"])]
"""What a board, a game, a job or a pack is called in addresses."""
Moment = Annotated[datetime, Field(examples=["2026-03-01T12:00:00.000Z"])]
Day = Annotated[str, Field(examples=["2026-03-01"], json_schema_extra={"format": "date"})]
Family = Annotated[str, Field(examples=["blocks"])]
Title = Annotated[str, Field(examples=["First steps"])]
Text = Annotated[str, Field(examples=["Move the red block to the exit."])]
"""Words for readers, in their language."""
Name = Annotated[str, Field(examples=["ada"])]
Address = Annotated[str, Field(examples=["/play/gar-1"])]
State = Annotated[str, Field(examples=["AA./B.."])]
"""A position as text."""
MoveText = Annotated[str, Field(examples=["A>"])]
PieceName = Annotated[str, Field(examples=["A"])]
Compact = Annotated[str, Field(examples=["blocks:AA./B.."])]
"""A whole board as one line."""
Toml = Annotated[str, Field(examples=['family = "blocks"'])]
Number = Annotated[str, Field(examples=["12"])]
"""A number that may be too large for a double."""
Json = dict[str, Any]
Difficulty = Literal["easy", "medium", "hard", "expert"]
Direction = Literal["left", "right", "up", "down", "N", "NE", "E", "SE", "S", "SW", "W", "NW"]
Edge = Literal["left", "right", "up", "down"]
Status = Literal["solved", "unsolvable", "limit"]


class BoardKeys(TypedDict):
    """The keys of a board's TOML file: its family, and those of the family."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]
    family: Family


class Part(TypedDict):
    """Which part of a list this is, and how long the whole list is."""

    count: int
    limit: int
    offset: int


class Listed(Part, Generic[Row]):
    """One part of a list."""

    items: list[Row]


class BoardName(TypedDict):
    """A board, to link to it."""

    id: Key
    title: Title


class Cell(TypedDict):
    """A cell of a board, with its place."""

    cell: int
    name: Annotated[str, Field(examples=["a1"])]
    x: float
    y: float


class Goal(TypedDict):
    """A token that the goal wants on a cell; `piece` if it wants that piece."""

    cell: int
    token: PieceName
    piece: PieceName | None


class Token(TypedDict):
    """A kind of pieces, as a page draws it."""

    token: PieceName
    label: PieceName
    mark: Annotated[str | None, Field(examples=["A"])]
    shape: Annotated[str | None, Field(examples=["square"])]
    role: Annotated[str | None, Field(examples=["runner"])]
    number: int


class Barrier(TypedDict):
    """A wall on one side of a cell."""

    cell: int
    side: Edge


class Diagonal(TypedDict):
    """A wall across a cell; tiles of the token pass through."""

    cell: int
    rising: bool
    token: PieceName | None


class Gate(TypedDict):
    """The gap in the rim through which a piece leaves."""

    edge: Edge
    piece: PieceName
    cells: list[int]


class Pattern(TypedDict):
    """A goal that may lie anywhere on the board."""

    rows: int
    columns: int
    goals: list[Goal]


class Square(TypedDict):
    """The directions that are written on a cell."""

    cell: int
    directions: list[Direction]


class Sprite(TypedDict):
    """A sprite as runs of one colour: column, row, width, colour."""

    name: Name
    runs: list[tuple[int, int, int, Annotated[str, Field(examples=["#be2633"])]]]


class SpriteSound(TypedDict):
    """The sound of what sprites of these numbers do; if there are `ways`, only where they move so."""

    sprites: list[int]
    verb: Literal["move", "create", "destroy", "action", "cantmove"]
    ways: list[Annotated[str, Field(examples=["horizontal"])]]
    seed: int


class Sounds(TypedDict):
    """The sounds that a game itself has, as seeds."""

    events: Annotated[dict[str, int], Field(examples=[{"endlevel": 83744503}])]
    sprites: list[SpriteSound]


class Scene(TypedDict):
    """What stays the same during a game."""

    family: Family
    kind: Literal["grid", "graph"]
    metric: Annotated[str, Field(examples=["slides"])]
    caption: Text
    rows: int | None
    columns: int | None
    width: float
    height: float
    cells: list[Cell]
    lines: list[tuple[int, int]]
    stones: list[int]
    barriers: list[Barrier]
    diagonals: list[Diagonal]
    open_rim: bool
    goals: list[Goal]
    gate: Gate | None
    pattern: Pattern | None
    squares: list[Square]
    target: int | None
    tokens: list[Token]
    sprites: NotRequired[list[Sprite]]
    """Of boards drawn in sprites: how their objects look."""
    keys: NotRequired[list[Annotated[str, Field(examples=["up"])]]]
    """Of boards drawn in sprites: the names of the keys that play them."""
    messages: NotRequired[list[Text]]
    """Of levels of a game: what it says before the level."""
    ending: NotRequired[list[Text]]
    """Of the last level of a game: what it says when that is won."""
    said: NotRequired[list[Text]]
    """Of levels of a game whose rules show messages: these."""
    sounds: NotRequired[Sounds]
    """Of levels of a game that has its own sounds."""


class Home(TypedDict):
    """How many pieces are where the goal wants them, and of how many."""

    home: int
    of: int


class Piece(TypedDict):
    """A piece on the board."""

    id: PieceName
    token: PieceName
    label: PieceName
    name: PieceName
    cells: list[int]
    home: bool
    movable: bool
    x: NotRequired[float]
    y: NotRequired[float]


class Pushed(TypedDict):
    """Another piece that moves along, and where it stops."""

    piece: PieceName
    piece_after: PieceName
    cells: list[int]


_Way = TypedDict("_Way", {"pass": bool, "from": int | None})


class Move(_Way):
    """A legal move. One without a piece acts on a cell, where `from` is `to`, or has no place at all."""

    move: MoveText
    piece: PieceName | None
    piece_after: PieceName | None
    direction: Direction | None
    cost: int
    to: int | None
    cells: list[int]
    path: list[tuple[float, float]]
    pushed: NotRequired[list[Pushed]]
    words: Text
    state: State


class Refusal(TypedDict):
    """Something that a player may try and that is illegal, and why."""

    piece: PieceName | None
    direction: Direction | None
    to: int | None
    reason: Text


class Asked(TypedDict):
    """What a key asks for beside where it leads."""

    sounds: Annotated[list[str], Field(examples=[["sfx3"]])]
    """The names of events: of rules, or `cancel`, `restart`, `cantmove`."""
    messages: list[int]
    """The numbers of messages in `said`."""


class Position(TypedDict):
    """What stands where, and what can be moved."""

    state: State
    solved: bool
    turn: int | None
    reading: int | None
    at_home: Home | None
    """None if nobody has counted."""
    pieces: list[Piece]
    moves: list[Move]
    refused: list[Refusal] | None
    """None where it is not listed: `POST /position` lists it."""
    piles: NotRequired[list[list[int]]]
    """Of boards drawn in sprites: the sprites of each cell, the lowest first."""
    asked: NotRequired[dict[MoveText, Asked]]
    """Of games that have sounds or messages, by key, be it legal or not."""


class MoveDistance(TypedDict):
    """A legal move, and the fewest moves to a goal after it; None if there is no way any more."""

    move: MoveText
    distance: int | None


class Progress(TypedDict):
    """How far a search has come."""

    phase: Annotated[str | None, Field(examples=["improve"])]
    seconds: float
    states: int
    expanded: NotRequired[int | None]
    states_per_second: NotRequired[int | None]
    frontier: NotRequired[int | None]
    best: int | None
    bound: int | None
    gap: NotRequired[float | None]


class FoundSolution(TypedDict):
    """A solution that a search found on its way."""

    number: int
    length: int
    moves: list[MoveText]
    seconds: float


Limit = Annotated[str | None, Field(examples=["seconds"])]


class SolveResult(TypedDict):
    """What a search for the fewest moves found; `count`: how many solutions are that short."""

    status: Status
    limit: Limit
    optimal: bool
    length: int | None
    lower_bound: int | None
    moves: list[MoveText] | None
    states: int
    algorithm: Annotated[str, Field(examples=["bfs"])]
    optimum: int | None
    detour: int | None
    count: NotRequired[Number | None]


class MadeBoard(TypedDict):
    """A board that the generator has made."""

    puzzle: Compact
    par: int


class Generated(TypedDict):
    """What the generator has made."""

    status: Literal["solved", "limit"]
    limit: Limit
    boards: list[MadeBoard]


class ReviewedMove(TypedDict):
    """What a move was worth; after a loss, `way` is a shortest solution from before it."""

    number: int
    move: MoveText
    kind: Literal["best", "loss", "dead end", "hopeless", "unknown"]
    before: int | None
    after: int | None
    loss: int | None
    best: list[MoveText]
    only_best: bool
    choices: int
    seconds: NotRequired[float]
    way: NotRequired[list[MoveText] | None]


class TurningPoint(TypedDict):
    """Where a game went wrong: the distance there, how many moves were lost, and how many to take back."""

    number: int
    distance: int
    lost: int | None
    back: int | None


class Nearest(TypedDict):
    """A solution that keeps as many of the moves as it can."""

    kept: int
    moves: list[MoveText]


class Review(TypedDict):
    """What the moves of a game were worth."""

    status: Status
    limit: Limit
    length: int
    fewest: int | None
    left: int | None
    lost: int | None
    solved: bool
    moves: list[ReviewedMove]
    turning_points: list[TurningPoint]
    nearest: Nearest | None
    left_out: NotRequired[Text]
    stopped: NotRequired[Text]
    proof: NotRequired[Text]


class Limits(TypedDict):
    """What a job may take."""

    seconds: float | None
    memory_mb: int | None


class JobOut(TypedDict):
    """A job; `result` is what its kind finds, once it is over."""

    id: Key
    kind: Annotated[str, Field(examples=["solve"])]
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    sequence: int
    puzzle: Compact
    start: State | None
    progress: Progress | None
    solutions: list[FoundSolution] | list[MadeBoard]
    """Those that it has found on its way; of a generator, the boards."""
    result: SolveResult | Generated | Review | None
    message: Text | None
    attempts: int
    limits: Limits
    board: Key | None
    """The board that it works on, or the one that it made."""
    created: Moment
    started: Moment | None
    finished: Moment | None


class Waiting(TypedDict):
    """A job to wait for; then ask again."""

    job: JobOut
    retry_after_ms: int


class Made(TypedDict):
    """What a family passes to the engine in a page."""

    family: Family
    values: Annotated[Json, Field(examples=[{"rows": 2, "cells": "AA.B.."}])]


class ForEngine(TypedDict):
    """What an engine in a page needs to search: where it and its worker are, and the start in its numbers."""

    worker: Address
    engine: Address
    made: Made
    numbers: list[int]
