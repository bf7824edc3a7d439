"""Levels of KAtomic: sections `[Level1]` with rows `feld_00=` of the board and `mole_0=` of the molecule.

`#` is a wall, `.` free, digits and letters are atoms, of which those with one sign are alike; each gets a
letter, in the order of the signs. The molecule may be completed anywhere (`anywhere = true`). Files of
Atomiks are no text and are not read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.boards.format import SURE, Format, Found, Likeness
from clew.errors import BoardError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.boards.source import Source

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Katomic(Format):
    """Levels of KAtomic."""

    name = "katomic"
    about = "levels of KAtomic"
    example = (
        "[Level1]\nName=Water\nfeld_00=#######\nfeld_01=#1.3..#\nfeld_02=#...2.#\nfeld_03=#######\n"
        "mole_0=12\n"
    )
    family = "ricochet"
    endings = (".dat",)

    def recognise(self, source: Source) -> Likeness:
        head = source.head()
        if not source.first().startswith("[Level"):
            return Likeness(0)
        if "\nfeld_" in head and "\nmole_" in head:
            return SURE
        return Likeness(0.6, f"there are no rows {'feld_00' if 'feld_' not in head else 'mole_0'}=")

    def boards(self, source: Source) -> Iterator[Found]:
        begin, keys = 0, dict[str, str]()
        for number, line in enumerate([*source.text().split("\n"), "[Level]"], 1):
            name, equals, value = line.strip().partition("=")
            if name.startswith("["):
                if any(key.startswith("feld") for key in keys):
                    yield _found(begin, keys)
                begin, keys = number, {}
            elif equals:
                keys[name.strip()] = value.strip()


FORMAT = Katomic()


def _found(begin: int, keys: dict[str, str]) -> Found:
    rows = [
        value for key, value in sorted(keys.items()) if key.startswith(("feld_obje_", "feld_0", "feld_1"))
    ]
    pattern = [value for key, value in sorted(keys.items()) if key.startswith("mole_")]
    signs = sorted({sign for row in rows for sign in row} - set("#. "))
    bad = next((sign for sign in signs if not sign.isalnum()), None)
    if not pattern or bad is not None or len(signs) > len(_LETTERS):
        told = (
            "has no molecule, mole_0="
            if not pattern
            else f"has a {bad!r}, which is no atom"
            if bad
            else "has too many"
        )
        return Found(BoardError(told), begin)
    letters = {**dict(zip(signs, _LETTERS, strict=False)), "#": "#", ".": ".", " ": "."}
    unknown = next((sign for row in pattern for sign in row if sign not in letters), None)
    if unknown is not None:
        return Found(
            BoardError(f"has a molecule with the atom {unknown!r}, which is not on the board"), begin
        )
    used = [at for at, row in enumerate(rows) if row.strip(". ")]
    if not used:
        return Found(BoardError("has no cells"), begin)
    rows = rows[used[0] : used[-1] + 1]
    left = min(len(row) - len(row.lstrip(". ")) for row in rows if row.strip(". "))
    right = max(len(row.rstrip(". ")) for row in rows)
    wide = max(map(len, pattern))
    found: dict[str, Any] = {
        "board": [
            "".join(letters[sign] for sign in row[left:right].ljust(right - left, ".")) for row in rows
        ],
        "goal": ["".join(letters[sign] for sign in row.ljust(wide, ".")) for row in pattern],
        "anywhere": True,
    }
    if keys.get("Name"):
        found["title"] = keys["Name"]
    return Found(found, begin)
