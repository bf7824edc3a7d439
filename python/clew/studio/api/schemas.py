"""What requests may hold, and its bounds; the OpenAPI document is made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field, StringConstraints

State = Annotated[str, StringConstraints(max_length=4000)]
Move = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Moves = Annotated[list[Move], Field(max_length=2000)]
BoardRef = Annotated[str, StringConstraints(min_length=1, max_length=20_000)] | dict[str, Any]
Name = Annotated[str, StringConstraints(min_length=1, max_length=40, strip_whitespace=True)]
Cursor = Annotated[int, Field(ge=0, le=100_000)]
ClientTime = Annotated[int, Field(ge=0, le=2**53)]


class Body(Schema):
    """A request body: a key that it does not know is an error, not a silence."""

    model_config = ConfigDict(extra="forbid")


class OfBoard(Body):
    board: BoardRef


class OfPosition(OfBoard):
    state: State | None = None


class PositionIn(OfPosition):
    move: Move | None = None
    distance: bool = False


class LineIn(OfPosition):
    moves: Moves | State = Field(default_factory=list)


class MapIn(OfBoard):
    moves: Moves | State = Field(default_factory=list)


class PointIn(OfBoard):
    index: Annotated[int, Field(ge=0, le=1_000_000)]


class GenerateIn(OfBoard):
    count: Annotated[int, Field(ge=1, le=20)] = 5
    seed: Annotated[int, Field(ge=0, le=2**31)] = 0
    seconds: Annotated[float, Field(gt=0, le=600)] | None = None


class SolveIn(OfPosition):
    after: Moves = Field(default_factory=list)
    via: Annotated[list[State], Field(max_length=20)] = Field(default_factory=list)
    seconds: Annotated[float, Field(gt=0, le=600)] | None = None


class AboutBoard(OfBoard):
    title: Annotated[str, StringConstraints(max_length=120)] | None = None
    author: Annotated[str, StringConstraints(max_length=120)] | None = None
    source: Annotated[str, StringConstraints(max_length=300)] | None = None
    licence: Annotated[str, StringConstraints(max_length=120)] | None = None
    notes: Annotated[str, StringConstraints(max_length=2000)] | None = None
    tags: Annotated[list[Annotated[str, StringConstraints(max_length=30)]], Field(max_length=8)] | None = None


class ImportIn(Body):
    text: Annotated[str, StringConstraints(max_length=200_000)]
    format: Literal["toml", "json", "compact"] | None = None


class CommentIn(Body):
    text: Annotated[str, StringConstraints(min_length=1, max_length=1000, strip_whitespace=True)]


class ReportIn(Body):
    reason: Literal["wrong-par", "broken", "offensive", "copied", "other"]
    text: Annotated[str, StringConstraints(max_length=1000)] = ""


class GameIn(OfBoard):
    resume: bool = True
    pack: Annotated[str, StringConstraints(max_length=48)] | None = None


class StepIn(Body):
    cursor: Cursor | None = None
    t_client_ms: ClientTime | None = None


class MovesIn(StepIn):
    moves: Annotated[list[Move], Field(min_length=1, max_length=200)]


class GameHintIn(Body):
    level: Annotated[int, Field(ge=1, le=3)] = 1
    t_client_ms: ClientTime | None = None


class FinishIn(Body):
    moves: Moves | None = None
    length: Cursor | None = None


class EventIn(Body):
    event: Literal["drag_start", "drag_end", "focus", "blur"]
    piece: Annotated[str, StringConstraints(max_length=20)] | None = None
    from_: Annotated[str | None, StringConstraints(max_length=20), Field(alias="from")] = None
    to: Annotated[str, StringConstraints(max_length=20)] | None = None
    t_client_ms: ClientTime | None = None


class EventsIn(Body):
    events: Annotated[list[EventIn], Field(min_length=1, max_length=200)]


class SignInIn(Body):
    name: Annotated[str, StringConstraints(min_length=1, max_length=254)]
    password: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class LanguageIn(Body):
    language: Literal["en", "fr"]


class SignUpIn(Body):
    name: Name
    email: Annotated[str, StringConstraints(max_length=254)]
    password: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class AccountIn(Body):
    password: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    name: Name | None = None
    email: Annotated[str, StringConstraints(max_length=254)] | None = None
    new_password: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = None


class PasswordIn(Body):
    password: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class ResetIn(Body):
    email: Annotated[str, StringConstraints(max_length=254)]


class ResetConfirmIn(Body):
    uid: Annotated[str, StringConstraints(max_length=40)]
    token: Annotated[str, StringConstraints(max_length=100)]
    password: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class ConsentIn(Body):
    token: Annotated[str, StringConstraints(max_length=48)] | None = None
    version: Annotated[str, StringConstraints(max_length=20)]


class DecisionIn(Body):
    decision: Literal["accept", "refuse"]
