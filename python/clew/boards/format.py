"""What a format of boards is: how it is recognised, read and written. Each is a module with `FORMAT`, one of
these, in `clew/formats/` or in `formats/` of its family's folder.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any, NamedTuple

from clew.boards.entries import Entry, attempt, failed
from clew.errors import BoardError, ClewError
from clew.puzzles.fields import closest, shown
from clew.puzzles.registry import from_dict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from clew.boards.source import Source
    from clew.puzzles.base import EnginePuzzle


class Likeness(NamedTuple):
    """How much a text is like a format: `degree` from 0 to 1, which is sure, and what speaks against it."""

    degree: float
    against: str = ""


SURE = Likeness(1.0)
COMMENTS = ("#", "//", ";")
"""How comments begin in the formats of other programs."""


class Found(NamedTuple):
    """One board in a text: its keys, or what is wrong with it; the line where it begins; what to say of the
    reading; and what else the text says of it.
    """

    keys: dict[str, Any] | BoardError
    line: int | None = None
    remarks: tuple[str, ...] = ()
    extra: Mapping[str, Any] = {}

    def given(self) -> dict[str, Any]:
        """The keys. Raises `BoardError` where something is wrong with them."""
        if isinstance(self.keys, BoardError):
            raise self.keys
        return self.keys


NOTHING = Found(BoardError("holds no board"))


def reason(error: BoardError) -> str:
    """What is wrong, in a message that says where the text comes from: its key and line, but no file."""
    return str(BoardError(error.message, line=error.line, key=error.key))


class Format:
    """A format. A subclass reads with `read`, or with `boards`, which yields keys; it may write.

    `name` chooses it with ``--format``; `about` says in a sentence what it is, the docstring of the module
    says more. `example`: the text of a small file. `family`: the only family whose boards it can hold.
    `endings`: of names of files. `options`: words that choose a reading, ``--format 'NAME[OPTION]'``, and
    what each means. `several`: whether a file can hold several boards. `own`: whether it is one of Clew's
    own, which is not said when it is read. `binary`: whether it is no text.
    """

    name = ""
    about = ""
    example: str = ""
    family: str | None = None
    endings: tuple[str, ...] = ()
    options: dict[str, str] = {}  # noqa: RUF012 - never written
    several = True
    own = False
    binary = False

    def recognise(self, source: Source) -> Likeness:
        """How much the beginning of a text is like this format."""
        return Likeness(0.0)

    def read(self, source: Source) -> Iterator[Entry]:
        """The boards, in order; a bad one is an entry with its error."""
        try:
            for number, found in enumerate(self.boards(source), 1):
                yield self._entry(source, number, found)
        except BoardError as error:
            yield failed(error, source.name, error.line or 1)

    def boards(self, source: Source) -> Iterator[Found]:
        """The keys of each board. Raises `BoardError` for a text that cannot be read at all.

        A format that reads in another way overrides `read` instead.
        """
        raise NotImplementedError(f"{self.name} overrides neither `boards` nor `read`")

    def _entry(self, source: Source, number: int, found: Found) -> Entry:
        line = found.line

        def read() -> EnginePuzzle:
            # Options of `--family` apply to what the text leaves open.
            return from_dict(found.given(), family=source.family or self.family)

        name = source.name if line is not None or number == 1 else f"{source.name}#{number}"
        return attempt(read, name, line, dict(found.extra), source.name, list(found.remarks))

    @property
    def writes(self) -> bool:
        """Whether boards can be written in this format."""
        return type(self).written is not Format.written or type(self).writer is not Format.writer

    def written(self, puzzle: EnginePuzzle, extra: Mapping[str, Any]) -> str:
        """The text of one board. `extra`: what the set that it comes from says besides. Raises `ClewError`
        where the format cannot hold it.
        """
        raise ClewError(f"boards cannot be written as {self.name}")

    def files(self, puzzle: EnginePuzzle, extra: Mapping[str, Any]) -> dict[str, str]:
        """The texts of one board that go into files of their own, by what follows the name of the file."""
        return {"": self.written(puzzle, extra)}

    def writer(self, stream: IO[Any]) -> Writer:
        """What writes boards in this format, one after the other."""
        return Writer(self, stream)

    def refuse(self, puzzle: EnginePuzzle, what: str) -> ClewError:
        """The error for a board that this format cannot hold."""
        return ClewError(
            f"{self.name} cannot hold {what}: {shown(str(puzzle), 100)}; write it as toml or compact"
        )

    def check(self, puzzle: EnginePuzzle) -> None:
        """Raises `ClewError` for a board of another family."""
        if self.family not in (None, puzzle.family):
            raise self.refuse(puzzle, f"a {puzzle.family} board")

    def same(self, puzzle: EnginePuzzle, again: EnginePuzzle | None) -> bool:
        """Whether what was read back is the board that was written."""
        return again == puzzle

    def option(self, source: Source, words: tuple[str, ...]) -> str | None:
        """The one of these options that was asked for, if any."""
        return next((word for word in words if word in source.options), None)

    def checked(self, options: frozenset[str]) -> None:
        """Raises `BoardError` for an option that the format does not have."""
        for option in sorted(options - self.options.keys()):
            known = ", ".join(self.options)
            which = f"{closest(option, self.options)} Options: {known}" if known else ": it has none"
            raise BoardError(
                f'"{shown(option)}" is not an option of the format {self.name}{which}', key="format"
            )


class Writer:
    """Writes boards one after the other as text."""

    def __init__(self, form: Format, stream: IO[Any]) -> None:
        self._form = form
        self._stream = stream
        self._count = 0

    def write(self, puzzle: EnginePuzzle, extra: Mapping[str, Any]) -> None:
        """Write one board. Raises `ClewError` where the format cannot hold it, or holds only one."""
        form = self._form
        form.check(puzzle)
        if self._count and not form.several:
            raise ClewError(
                f"{form.name} holds one board, and there are more: write to a folder (-o DIR/) or "
                "use --to jsonl"
            )
        text = form.written(puzzle, extra)
        if not form.own:
            _check_again(form, puzzle, text)
        self._stream.write(text)
        self._stream.flush()
        self._count += 1

    def goes_on(self, last: EnginePuzzle) -> None:
        """The stream holds boards already, up to this one."""
        self._count += 1

    def close(self) -> None:
        """Write what was kept until the last board was known."""


def _check_again(form: Format, puzzle: EnginePuzzle, text: str) -> None:
    """Raises `ClewError` unless the text reads back as the same board."""
    from io import BytesIO

    from clew.boards.source import Source

    entries = list(form.read(Source(BytesIO(text.encode()), "text")))
    if not form.same(puzzle, entries[0].puzzle if len(entries) == 1 else None):
        raise form.refuse(puzzle, "all of this board")
