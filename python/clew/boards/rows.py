"""One board as keys: a JSON object, or a row of a table.

Every key of the family is honoured, whoever wrote it: `title`, `par`, `metric`, `goal`. `puzzle` is the whole
puzzle as a compact form, as Clew's own answers have it; `board` may be one too. A name that is nearly a key
is refused, and every other one is carried along.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.boards.tables import folded
from clew.errors import BoardError
from clew.puzzles.base import ABOUT
from clew.puzzles.fields import kind, known_keys, shown, value_of
from clew.puzzles.registry import (
    compact_keys,
    family_class,
    from_dict,
    is_compact,
    keys_of_options,
    made,
    parse_compact,
    split_family,
    trimmed,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.puzzles.base import EnginePuzzle

SAVED_GAME = "clew game"
"""The `format` of the games that `clew.Game` saves."""

_COMMON = frozenset(("moves", "state", "states", "status"))
"""Names in Clew's own answers that are one letter from a key of some family."""

_PAR = {"type": "integer"}


def read_row(
    values: dict[str, Any], family: str | None, extra: dict[str, Any], *, table: bool = False
) -> EnginePuzzle:
    """The puzzle of one object or row. Raises `BoardError`.

    `table`: the values are texts, and names of columns may differ from keys in case and blanks. `family`
    applies where the row names none, and may have options. What is carried along is added to `extra`.
    """
    if values.get("format") == SAVED_GAME:
        return read_saved(values)
    names = {folded(name) if table else name: name for name in values}
    given = {name: values[of] for name, of in names.items() if not _is_absent(values[of], table)}
    whole, board = given.get("puzzle"), given.get("board")
    source = next((text for text in (whole, board) if isinstance(text, str) and is_compact(text)), None)
    if source is None and isinstance(whole, str) and _names_level(whole):
        path = whole.rpartition("#")[0]
        raise BoardError(
            f"is a level of a game whose source is not in this line; read {shown(path)} itself", key="puzzle"
        )
    extra.update({of: values[of] for name, of in names.items() if name not in ("board", "family", "puzzle")})
    if source is not None and _is_count(given.get("edges")):
        del names["edges"], given["edges"]
    cls, base, more = _base(source, given, "family" in names, family, table)
    used = {"family", *cls._all_keys()}
    more.update(
        {key: _value(cls, key, given[key]) for key in cls._all_keys() if key in given and key != "board"}
    )
    fixed = set(base) if source is not None else set()
    if source is not None and source is whole:
        used.add("puzzle")
        more.update(_board_keys(cls, board, table))
    elif source is None:
        found = _board_keys(cls, board, table)
        fixed = set(found) | (set(base) if "family" in given else set())
        base.update(found)
    used.add("board")
    for name in names.keys() - used - {"puzzle"}:
        _check_near(name, cls)
    for name in names.keys() & used:
        extra.pop(names[name], None)
    if "puzzle" in names and "puzzle" not in used:
        extra[names["puzzle"]] = values[names["puzzle"]]
    if "board" in names and table and board is None and source is None and "board" in cls._REQUIRED:
        raise _empty()
    return _agreed(cls, base, more, fixed, whole=source is not None and source is whole)


def _names_level(text: str) -> bool:
    """Whether this is how an answer names the second level of a game and later ones: ``game.txt#2``."""
    path, _, number = text.rpartition("#")
    return bool(path) and number.isascii() and number.isdigit()


def _is_count(value: Any) -> bool:
    """Whether this is a number: the moves of a map, which `clew map` and `clew rate` call `edges`."""
    return type(value) is int or (isinstance(value, str) and value.strip().isdigit())


def _empty() -> BoardError:
    return BoardError("the cell is empty; write a compact form such as blocks:AAo/ooo/ooo", key="board")


def _is_absent(value: Any, table: bool) -> bool:
    return value is None or (table and not value.strip())


def _base(
    source: str | None, given: dict[str, Any], named: bool, family: str | None, table: bool
) -> tuple[type[EnginePuzzle], dict[str, Any], dict[str, Any]]:
    """The family; the keys that come from a compact form or from the options of the family's name; and those
    of such options beside a compact form.
    """
    told = given.get("family")
    if source is not None:
        cls, base = compact_keys(source)
        if told is None:
            return cls, base, {}
        name, options = split_family(told) if isinstance(told, str) else (told, [])
        if name != cls.family:
            raise BoardError(
                f"is {shown(str(told))}, but the compact form begins with {cls.family}; delete one of them",
                key="family",
            )
        return cls, base, keys_of_options(cls, options)
    if told is None and named and not table:
        family_class(None)
    if told is None and family is None and table and {"plates", "pebbles"} <= given.keys():
        family = "pebbles"
    if told is None and family is None:
        if table and "board" not in given:
            raise _empty()
        if table:
            parse_compact(given["board"])  # says what a compact form is
        from_dict({})  # says that the family is missing
    told = family if told is None else told
    name, options = split_family(told) if isinstance(told, str) else (told, [])
    cls = family_class(name)
    return cls, keys_of_options(cls, options), {}


def _value(cls: type[EnginePuzzle], key: str, value: Any) -> Any:
    """A value; a text stands for the number, list or table that the key wants."""
    if not isinstance(value, str):
        return value
    if key in ABOUT:
        return value_of(_PAR, value) if key == "par" else value
    return value_of(cls._KEYS[key], value)


def _board_keys(cls: type[EnginePuzzle], board: Any, table: bool) -> dict[str, Any]:
    """The keys of `board`: a compact form, a body of one, or a grid."""
    if board is None:
        return {}
    if isinstance(board, str) and is_compact(board):
        other, keys = compact_keys(board)
        if other is not cls:
            raise BoardError(f"is a {other.family} board, but the puzzle is {cls.family}", key="board")
        return keys
    is_grid = "board" in cls._KEYS
    if isinstance(board, str) and (table or not is_grid or ">" in board):
        return cls._keys_of_body(trimmed(cls, board))
    if is_grid:
        return {"board": board}
    raise BoardError(
        f"is {kind(board)}; write the body of a compact form, or the keys of {cls.family}", key="board"
    )


def _agreed(
    cls: type[EnginePuzzle], base: dict[str, Any], more: dict[str, Any], fixed: set[str], *, whole: bool
) -> EnginePuzzle:
    """The puzzle of both sets of keys. Raises `BoardError` where they say different things."""
    if not whole:
        for key in sorted(fixed & more.keys()):
            if more[key] != base[key] and made(cls, {**more, **base}) != made(cls, {**base, **more}):
                raise BoardError(
                    f"is {shown(str(more[key]))}, but the board or its family says otherwise; "
                    "give it only once",
                    key=key,
                )
        return made(cls, {**base, **more})
    plain = made(cls, {**base, **{key: more[key] for key in more if key in ABOUT}})
    for key in (key for key in more if key not in ABOUT):
        try:
            same = made(cls, {**base, key: more[key]}) == plain
        except BoardError:
            same = False
        if not same and made(cls, {**base, **more}) != plain:
            raise BoardError(
                f"is {shown(str(more[key]))}, but `puzzle`, the whole puzzle, says otherwise; "
                "delete one of them",
                key=key,
            )
    # What the compact form does not hold, such as places for drawing, comes from the keys.
    return made(cls, {**base, **more})


def _check_near(name: str, cls: type[EnginePuzzle]) -> None:
    """Raises `BoardError` for a name that is nearly a key which changes the puzzle."""
    if name in _COMMON:
        return
    near = cls._PARTS.get(name) or next(
        (key for key in ("family", "board", "puzzle", "par", *cls._KEYS) if is_near(name, key)), None
    )
    if near is not None:
        keys: Iterable[str] = cls._KEYS
        raise BoardError(
            f"is not a key of {cls.family}; did you mean `{near}`? Its keys are {', '.join(keys)}. "
            "Give a column or key of your own another name",
            key=shown(name),
        )


def is_near(name: str, key: str) -> bool:
    """Whether a name is a key but for its case, its signs, or an `s`; or but for one letter that is missing,
    added, exchanged or swapped. A name as common as `name` is not nearly `game`: its first letter is another.
    """
    word = folded(name)
    if _letters(word) in (_letters(key), _letters(key) + "s"):
        return True
    if min(len(word), len(key)) < 4 or word[0] != key[0] or abs(len(word) - len(key)) > 1:
        return False
    same = next(
        (at for at, (a, b) in enumerate(zip(word, key, strict=False)) if a != b), min(len(word), len(key))
    )
    one, other = word[same:], key[same:]
    return (
        one[1:] == other
        or one == other[1:]
        or one[1:] == other[1:]
        or (one[:2] == other[1::-1] and one[2:] == other[2:])
    )


def _letters(word: str) -> str:
    return "".join(filter(str.isalnum, word))


def read_saved(values: dict[str, Any]) -> EnginePuzzle:
    """The puzzle of a saved game, at the game's start. Raises `BoardError`."""
    for key in ("puzzle", "start"):
        if not isinstance(values.get(key), str):
            raise BoardError(f"is {kind(values.get(key))}; a saved game has a string here", key=key)
    if not is_compact(values["puzzle"]):
        parse_compact(values["puzzle"])  # says why it is none
    cls, keys = compact_keys(values["puzzle"])
    about = values.get("about") or {}
    if not isinstance(about, dict):
        raise BoardError(f"is {kind(about)}; a saved game has an object here", key="about")
    known_keys(about, cls._all_keys(), cls.family)
    found = made(cls, {**keys, **about})
    same = found._text(found.initial()) == values["start"]
    return found if same else found.at(found.position(values["start"]))


def with_family(text: str, family: str | None) -> Any:
    """The puzzle of a compact form, or of a compact body in that family."""
    if family is None or is_compact(text):
        return parse_compact(text)
    return parse_compact(f"{family}:{text}")
