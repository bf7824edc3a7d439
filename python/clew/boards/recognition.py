"""Which formats there are, and which of them a text is in.

A format is a module in `clew/formats/` or in `formats/` of a family's folder; it needs no other registration.
A text is looked at until it is clear: Clew's own formats show it in their first line, and the others are
imported only for texts that do not.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from clew.boards.entries import Entry, failed
from clew.boards.format import Likeness
from clew.errors import BoardError
from clew.puzzles.families import NAMES
from clew.puzzles.fields import closest, shown
from clew.puzzles.registry import split_family

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.boards.format import Format
    from clew.boards.source import Source

FIRST = ("toml", "compact", "json_lines", "json_document", "csv_table")
"""The modules of Clew's own formats, in the order in which they are asked."""

_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMPARED = 100_000
"""The longest text of which both readings are compared, if it may be in two formats."""


@cache
def modules() -> tuple[str, ...]:
    """The modules of all formats: Clew's own first, then those for any family, then those of families."""
    folders = [("clew.formats", f"{_HERE}/formats")]
    folders += [(f"clew.families.{name}.formats", f"{_HERE}/families/{name}/formats") for name in NAMES]
    found = []
    for package, folder in folders:
        if os.path.isdir(folder):
            names = sorted(
                name[:-3] for name in os.listdir(folder) if name.endswith(".py") and name[0] != "_"
            )
            found += [f"{package}.{name}" for name in names]
    first = [f"clew.formats.{name}" for name in FIRST]
    return (*first, *(name for name in found if name not in first))


def format_in(module: str) -> Format:
    """The format of a module."""
    form: Format = import_module(module).FORMAT
    return form


def formats() -> list[Format]:
    """All formats, in the order of `modules`."""
    return [format_in(module) for module in modules()]


def format_named(text: str) -> tuple[Format, frozenset[str]]:
    """The format and the options of ``"NAME[OPTION,...]"``. Raises `BoardError`."""
    name, options = split_family(text)
    for form in formats():
        if form.name == name:
            form.checked(frozenset(options))
            return form, frozenset(options)
    names = [form.name for form in formats()]
    raise BoardError(
        f'there is no format "{shown(name)}"{closest(name, names)} Formats: {", ".join(names)}', key="format"
    )


def read_source(source: Source, asked: str | None = None) -> Iterator[Entry]:
    """The boards of a source, in the format that was asked for, or in the one that it is in. The first board
    says which format was taken, unless it is one of Clew's own.
    """
    if asked is not None:
        try:
            form, source.options = format_named(asked)
            if form.family is not None and source.family_name not in (None, form.family):
                raise BoardError(
                    f"{form.name} is a format of {form.family}; leave --family out", key="format"
                )
        except BoardError as error:
            yield failed(error, source.name, None)
            return
        yield from form.read(source)
        return
    found = recognised(source)
    if isinstance(found, BoardError):
        yield failed(found, source.name, None)
        return
    form, remarks = found
    for number, entry in enumerate(form.read(source)):
        yield entry if number else entry._replace(remarks=(*remarks, *entry.remarks))


def recognised(source: Source) -> tuple[Format, tuple[str, ...]] | BoardError:
    """The format of a source, and what to say of it; or the error that names the two closest."""
    likenesses: list[tuple[Likeness, Format]] = []
    for module in modules():
        form = format_in(module)
        if form.family is not None and source.family_name not in (None, form.family):
            continue
        if form.binary != source.is_binary:
            continue
        likeness = form.recognise(source)
        likenesses.append((likeness, form))
        if likeness.degree >= 1 and form.own:
            return form, ()
    sure = [form for likeness, form in likenesses if likeness.degree >= 1]
    if sure:
        return sure[0], _taken(source, sure)
    likely = next((form for likeness, form in likenesses if form.own and likeness.degree > 0.9), None)
    if likely is not None:
        return likely, ()
    like = [(likeness, form) for likeness, form in likenesses if likeness.degree > 0]
    near = sorted(like, key=lambda pair: (-pair[0].degree, pair[1].own))[:2]
    usual = _usual(source)
    named = source.ending in usual.endings and usual.name != "compact"  # .txt is the ending of many formats
    if named or all(form.own for _, form in near):
        return usual, ()
    told = "; ".join(f"{form.name} ({form.about}): {likeness.against}" for likeness, form in near)
    return BoardError(
        f"is in no format that Clew knows. The closest: {told}. Force one with --format NAME; clew formats "
        "lists them"
    )


def _usual(source: Source) -> Format:
    """Clew's own format that says best what is wrong with a text."""
    for form in formats():
        if form.own and form.binary == source.is_binary and source.ending in form.endings:
            return form
    json = source.first().startswith(("{", "[{", '["')) or source.first() == "["
    return format_in("clew.formats.json_document" if json else "clew.formats.compact")


def _taken(source: Source, sure: list[Format]) -> tuple[str, ...]:
    """That this format was taken, and the first other one in which the text means other boards."""
    form, others = sure[0], sure[1:]
    told = f"is read as {form.name}, {form.about}"
    if others and not source.is_binary:
        from io import BytesIO

        from clew.boards.source import Source

        data = source.head()[:COMPARED].encode("utf-8", "surrogatepass")

        def boards(of: Format) -> list[object]:
            again = Source(BytesIO(data), source.name, source.family)
            return [entry.puzzle for entry in of.read(again) if entry.puzzle is not None]

        first = boards(form)
        for other in others:
            if boards(other) not in ([], first):
                return (f"{told}; it could also be {other.name}, {other.about}: say --format {other.name}",)
    return (told,)
