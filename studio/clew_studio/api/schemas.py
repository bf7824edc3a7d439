"""What requests may contain, with limits; the OpenAPI document is made from these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from ninja import Schema
from pydantic import (
    AfterValidator,
    AwareDatetime,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictInt,
    StringConstraints,
)

from clew.scenes import FAMILIES
from clew_studio import text_limits

if TYPE_CHECKING:
    FamilyName = str
else:
    FamilyName = Literal[FAMILIES]  # one of the families that people play here


LINE = AfterValidator(text_limits.line)
"""One line of plain text; each field sets its own maximum length."""

LINES = AfterValidator(text_limits.lines)
"""Plain text of any number of lines."""

SEEN = BeforeValidator(text_limits.seen)
"""Without spaces at its ends, and empty if none of its characters can be seen."""

Title = Annotated[str, StringConstraints(max_length=text_limits.TITLE), LINE, SEEN]
Heading = Annotated[str, StringConstraints(min_length=1, max_length=text_limits.TITLE), LINE, SEEN]
"""A title that is not empty."""
State = Annotated[str, StringConstraints(max_length=text_limits.STATE), LINES]
Move = Annotated[str, StringConstraints(min_length=1, max_length=text_limits.MOVE), LINES]
Played = Annotated[str, StringConstraints(min_length=1, max_length=text_limits.MOVE)]
"""A move of a game: whatever names no legal move of its position is refused."""

Moves = Annotated[list[Move], Field(max_length=2000)]
BoardRef = (
    Annotated[str, StringConstraints(min_length=1, max_length=text_limits.BOARD), LINES] | dict[str, Any]
)
Name = Annotated[
    str, StringConstraints(min_length=1, max_length=text_limits.NAME, strip_whitespace=True), LINE
]
Email = Annotated[str, StringConstraints(max_length=text_limits.EMAIL, strip_whitespace=True), LINE]
Password = Annotated[str, StringConstraints(min_length=1, max_length=text_limits.PASSWORD)]
Code = Annotated[str, StringConstraints(max_length=text_limits.CODE), LINE]
Key = Annotated[str, StringConstraints(max_length=text_limits.KEY), LINE]
Search = Annotated[str, StringConstraints(max_length=text_limits.SEARCH), LINE]
Author = Annotated[str, StringConstraints(max_length=text_limits.AUTHOR), LINE]
TagName = Annotated[str, StringConstraints(max_length=text_limits.TAG), LINE]
Piece = Annotated[str, StringConstraints(max_length=text_limits.PIECE), LINE]
Cursor = Annotated[StrictInt, Field(ge=0, le=100_000)]
Seconds = Annotated[float, Field(gt=0, le=600)]
ClientTime = Annotated[StrictInt, Field(ge=0, le=2**53)]
LONGEST_GAME_MS = 30 * 24 * 3600 * 1000


class Body(Schema):
    """A request body, in which unknown keys are errors."""

    model_config = ConfigDict(extra="forbid")


class OfBoard(Body):
    """A board: its key, or its compact form."""

    board: BoardRef


class OfPosition(OfBoard):
    """A board, and a position on it; None is the start."""

    state: State | None = None


class HintIn(OfPosition):
    """A position to give a hint for, and how long the search may take."""

    seconds: Seconds | None = None


class HeatmapIn(OfBoard):
    """A board to count stops on, and how long that may take."""

    seconds: Seconds | None = None


class PositionIn(OfPosition):
    """A position to show, after a move if one is given; with `distance`, also how far the goal is."""

    move: Move | None = None
    distance: bool = False


class LineIn(OfPosition):
    """A position and moves to play from it."""

    moves: Moves | State = Field(default_factory=list)


class MapIn(OfBoard):
    """A board to map, with moves to mark, and how long the search may take."""

    moves: Moves | State = Field(default_factory=list)
    seconds: Seconds | None = None


class PointIn(OfBoard):
    """A board, and the number of a state on its map."""

    index: Annotated[StrictInt, Field(ge=0, le=1_000_000)]


class GenerateIn(OfBoard):
    """A board to make others like, and how many."""

    count: Annotated[StrictInt, Field(ge=1, le=20)] = 5
    seed: Annotated[StrictInt, Field(ge=0, le=2**31)] = 0
    seconds: Seconds | None = None


class SolveIn(OfPosition):
    """A position to solve: after which moves, through which states, and how long it may take."""

    after: Moves = Field(default_factory=list)
    via: Annotated[list[State], Field(max_length=20)] = Field(default_factory=list)
    seconds: Seconds | None = None


class AboutBoard(OfBoard):
    """A board with its title, author and other texts."""

    title: Title | None = None
    author: Author | None = None
    source: Annotated[str, StringConstraints(max_length=text_limits.SOURCE), LINE] | None = None
    licence: Annotated[str, StringConstraints(max_length=text_limits.LICENCE), LINE] | None = None
    notes: Annotated[str, StringConstraints(max_length=text_limits.NOTES), LINES] | None = None
    tags: Annotated[list[TagName], Field(max_length=8)] | None = None
    made_from: Key | None = None


class ImportIn(Body):
    """The text of boards, and its format as `GET /formats` names it; one of None is recognised."""

    text: Annotated[str, StringConstraints(max_length=text_limits.IMPORT), LINES]
    format: Annotated[str, StringConstraints(max_length=text_limits.TAG), LINE] | None = None


Source = Annotated[str, StringConstraints(min_length=1, max_length=text_limits.GAME), LINES]


class SourceIn(Body):
    """The source of a game."""

    text: Source


class LevelsIn(SourceIn):
    """The source of a game, and the levels to search."""

    levels: Annotated[list[Annotated[StrictInt, Field(ge=1, le=10_000)]], Field(min_length=1, max_length=200)]


class LevelIn(SourceIn):
    """The source of a game, and one of its levels."""

    level: Annotated[StrictInt, Field(ge=1, le=10_000)]


class SourceTitleIn(SourceIn):
    """The source of a game, and what its pack is called; by default as the source says."""

    title: Title | None = None


class CommentIn(Body):
    """A comment on a board."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=text_limits.COMMENT), LINES, SEEN]


class ReportIn(Body):
    """What is wrong with a board."""

    reason: Literal["wrong-par", "broken", "offensive", "copied", "other"]
    text: Annotated[str, StringConstraints(max_length=text_limits.REPORT), LINES] = ""


class GameIn(OfBoard):
    """A board to play; `resume` continues the unfinished game, if there is one; `moves` begin a new
    game. `watch` is as in a step. A game that was played without the server has a name of its own, `sent`, so
    that it arrives once, took `spent_ms`, and says whether it was `helped`.
    """

    sent: Annotated[str, StringConstraints(min_length=1, max_length=40), LINE] | None = None
    spent_ms: Annotated[StrictInt, Field(ge=0, le=LONGEST_GAME_MS)] = 0
    helped: bool = False
    resume: bool = True
    watch: bool = False
    moves: Annotated[list[Played], Field(max_length=200, default_factory=list)]
    t_client_ms: ClientTime | None = None
    pack: Key | None = None


class StepIn(Body):
    """A step in a game, with the number of moves before it and the clock as the page has them. `watch`: the
    answer says whether the goal can still be reached, where moves cannot be reversed.
    """

    watch: bool = False
    cursor: Cursor | None = None
    t_client_ms: ClientTime | None = None


class TurnIn(StepIn):
    """A step back or forward over `count` moves at once."""

    count: Annotated[StrictInt, Field(ge=1, le=5_000)] = 1


class MovesIn(StepIn):
    """Moves to play in a game. If the page made them without the server, `elapsed_ms` is the game's time."""

    elapsed_ms: Annotated[StrictInt, Field(ge=0, le=LONGEST_GAME_MS)] = 0
    moves: Annotated[list[Played], Field(min_length=1, max_length=200)]


class GameHintIn(Body):
    """Which hint is wanted in a game: 1 which piece, 2 where to, 3 the move."""

    level: Annotated[StrictInt, Field(ge=1, le=3)] = 1
    t_client_ms: ClientTime | None = None


class FinishIn(Body):
    """The end of a game, with the moves that the page has."""

    moves: Moves | None = None
    length: Cursor | None = None


class EventIn(Body):
    """Something that a player did besides moving. A `hint` (`to`: its level), a `distance` or a `review` that
    the page gave by itself is help; a `review` is no help in its own game, which has ended.
    """

    id: Annotated[str, StringConstraints(max_length=40), LINE] | None = None
    event: Literal["drag_start", "drag_end", "focus", "blur", "hint", "distance", "review"]
    piece: Piece | None = None
    from_: Annotated[Piece | None, Field(alias="from")] = None
    to: Piece | None = None
    t_client_ms: ClientTime | None = None


class EventsIn(Body):
    """What a player did besides moving, in order."""

    events: Annotated[list[EventIn], Field(min_length=1, max_length=200)]


class SignInIn(Body):
    """The name or the address of an account, its password, and a code if it has a second step."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=text_limits.EMAIL), LINE]
    password: Password
    code: Code = ""


class LanguageIn(Body):
    """The language of the pages."""

    language: Literal["en", "fr"]


class NicknameIn(Body):
    """The name of a guest."""

    name: Name


class SignUpIn(Body):
    """A new account."""

    name: Name
    email: Email
    password: Password


class AccountIn(Body):
    """What to change in an account; the password confirms it."""

    password: Password
    name: Name | None = None
    email: Email | None = None
    new_password: Password | None = None


class PasswordIn(Body):
    """The password, which confirms a step that cannot be undone."""

    password: Password


class CodeIn(PasswordIn):
    """The password, and a code of the second step."""

    code: Code


class ResetIn(Body):
    """The address that a link for a new password goes to."""

    email: Email


class ResetConfirmIn(Body):
    """A new password, with the link that allows it, and a code if the account has a second step."""

    uid: Key
    token: Annotated[str, StringConstraints(max_length=text_limits.TOKEN), LINE]
    password: Password
    code: Code = ""


class ConsentIn(Body):
    """A consent to take part in a study, with the version of its text."""

    token: Key | None = None
    version: Annotated[str, StringConstraints(max_length=text_limits.VERSION), LINE]


class ClassIn(Body):
    """A new class."""

    title: Heading


class ClassChangeIn(Body):
    """What to change in a class; `open`: new pupils may join."""

    title: Heading | None = None
    open: bool | None = None


class AssignmentIn(Body):
    """What a class is to solve: boards in their order, from when until when (null: at any time), and with
    what help.
    """

    title: Heading
    boards: Annotated[list[Key], Field(min_length=1, max_length=1000)]
    rule: Literal["free", "in-order"] = "free"
    opens: AwareDatetime | None = None
    closes: AwareDatetime | None = None
    hints: bool = True
    distances: bool = False
    solution: bool = False


class PackIn(Body):
    """A new pack of mine."""

    title: Heading


class PackChangeIn(PackIn):
    """A pack of mine as it is to be: its boards in their order; `public`: everybody sees those of them that
    are published.
    """

    description: Annotated[str, StringConstraints(max_length=text_limits.NOTES), LINES] = ""
    boards: Annotated[list[Key], Field(max_length=1000)]
    rule: Literal["free", "in-order"] = "free"
    public: bool = False


class PupilNameIn(Body):
    """The name of a pupil."""

    name: Annotated[str, StringConstraints(max_length=text_limits.NAME, strip_whitespace=True), LINE]


class JoinIn(PupilNameIn):
    """The name of a pupil and, of one who comes back, the pupil's number."""

    number: Annotated[str, StringConstraints(max_length=text_limits.CODE), LINE] = ""


class ClassCodeIn(Body):
    """The code of a class."""

    code: Annotated[str, StringConstraints(max_length=text_limits.CODE), LINE]


class DecisionIn(Body):
    """What a moderator decides."""

    decision: Literal["accept", "refuse"]
