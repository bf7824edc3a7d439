"""What requests may contain, with limits; the OpenAPI document is made from these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from ninja import Schema
from pydantic import AfterValidator, ConfigDict, Field, StringConstraints

from clew.studio import text_limits
from clew.studio.scenes import FAMILIES

if TYPE_CHECKING:
    FamilyName = str
else:
    FamilyName = Literal[FAMILIES]  # one of the families that people play here


def _line(text: str) -> str:
    return _checked(text, text_limits.unwanted(text))


def _lines(text: str) -> str:
    return _checked(text, text_limits.unwanted(text, lines=True))


def _checked(text: str, wrong: str | None) -> str:
    if wrong is not None:
        raise ValueError(wrong)
    return text


LINE = AfterValidator(_line)
"""One line of plain text; how long it may be is said where it is asked for."""

LINES = AfterValidator(_lines)
"""Plain text of any number of lines."""

State = Annotated[str, StringConstraints(max_length=text_limits.STATE), LINES]
Move = Annotated[str, StringConstraints(min_length=1, max_length=text_limits.MOVE), LINES]
Moves = Annotated[list[Move], Field(max_length=2000)]
BoardRef = (
    Annotated[str, StringConstraints(min_length=1, max_length=text_limits.BOARD), LINES] | dict[str, Any]
)
Name = Annotated[
    str, StringConstraints(min_length=1, max_length=text_limits.NAME, strip_whitespace=True), LINE
]
Email = Annotated[str, StringConstraints(max_length=text_limits.EMAIL, strip_whitespace=True), LINE]
Password = Annotated[str, StringConstraints(min_length=1, max_length=text_limits.PASSWORD)]
Key = Annotated[str, StringConstraints(max_length=text_limits.KEY), LINE]
Search = Annotated[str, StringConstraints(max_length=text_limits.SEARCH), LINE]
Author = Annotated[str, StringConstraints(max_length=text_limits.AUTHOR), LINE]
TagName = Annotated[str, StringConstraints(max_length=text_limits.TAG), LINE]
Piece = Annotated[str, StringConstraints(max_length=text_limits.PIECE), LINE]
Cursor = Annotated[int, Field(ge=0, le=100_000)]
Seconds = Annotated[float, Field(gt=0, le=600)]
ClientTime = Annotated[int, Field(ge=0, le=2**53)]


class Body(Schema):
    """A request body, in which unknown keys are errors."""

    model_config = ConfigDict(extra="forbid")


class OfBoard(Body):
    board: BoardRef


class OfPosition(OfBoard):
    state: State | None = None


class HintIn(OfPosition):
    seconds: Seconds | None = None


class HeatmapIn(OfBoard):
    seconds: Seconds | None = None


class PositionIn(OfPosition):
    move: Move | None = None
    distance: bool = False


class LineIn(OfPosition):
    moves: Moves | State = Field(default_factory=list)


class MapIn(OfBoard):
    moves: Moves | State = Field(default_factory=list)
    seconds: Seconds | None = None


class PointIn(OfBoard):
    index: Annotated[int, Field(ge=0, le=1_000_000)]


class GenerateIn(OfBoard):
    count: Annotated[int, Field(ge=1, le=20)] = 5
    seed: Annotated[int, Field(ge=0, le=2**31)] = 0
    seconds: Seconds | None = None


class SolveIn(OfPosition):
    after: Moves = Field(default_factory=list)
    via: Annotated[list[State], Field(max_length=20)] = Field(default_factory=list)
    seconds: Seconds | None = None


class AboutBoard(OfBoard):
    title: Annotated[str, StringConstraints(max_length=text_limits.TITLE), LINE] | None = None
    author: Author | None = None
    source: Annotated[str, StringConstraints(max_length=text_limits.SOURCE), LINE] | None = None
    licence: Annotated[str, StringConstraints(max_length=text_limits.LICENCE), LINE] | None = None
    notes: Annotated[str, StringConstraints(max_length=text_limits.NOTES), LINES] | None = None
    tags: Annotated[list[TagName], Field(max_length=8)] | None = None


class ImportIn(Body):
    text: Annotated[str, StringConstraints(max_length=text_limits.IMPORT), LINES]
    format: Literal["toml", "json", "compact"] | None = None


class CommentIn(Body):
    text: Annotated[
        str, StringConstraints(min_length=1, max_length=text_limits.COMMENT, strip_whitespace=True), LINES
    ]


class ReportIn(Body):
    reason: Literal["wrong-par", "broken", "offensive", "copied", "other"]
    text: Annotated[str, StringConstraints(max_length=text_limits.REPORT), LINES] = ""


class GameIn(OfBoard):
    resume: bool = True
    pack: Key | None = None


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
    id: Annotated[str, StringConstraints(max_length=40)] | None = None
    event: Literal["drag_start", "drag_end", "focus", "blur"]
    piece: Piece | None = None
    from_: Annotated[Piece | None, Field(alias="from")] = None
    to: Piece | None = None
    t_client_ms: ClientTime | None = None


class EventsIn(Body):
    events: Annotated[list[EventIn], Field(min_length=1, max_length=200)]


class SignInIn(Body):
    name: Annotated[str, StringConstraints(min_length=1, max_length=text_limits.EMAIL), LINE]
    password: Password


class LanguageIn(Body):
    language: Literal["en", "fr"]


class SignUpIn(Body):
    name: Name
    email: Email
    password: Password


class AccountIn(Body):
    password: Password
    name: Name | None = None
    email: Email | None = None
    new_password: Password | None = None


class PasswordIn(Body):
    password: Password


class ResetIn(Body):
    email: Email


class ResetConfirmIn(Body):
    uid: Key
    token: Annotated[str, StringConstraints(max_length=text_limits.TOKEN), LINE]
    password: Password


class ConsentIn(Body):
    token: Key | None = None
    version: Annotated[str, StringConstraints(max_length=text_limits.VERSION), LINE]


class DecisionIn(Body):
    decision: Literal["accept", "refuse"]
