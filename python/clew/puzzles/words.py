"""Move names chosen by a user: any text, including spaces and brackets."""

from __future__ import annotations

_OPEN, _CLOSE = "([{", ")]}"


def close_up(name: str) -> str:
    """The name without spaces: ``(0, 2)`` may be written ``(0,2)``."""
    return "".join(name.split())


def split_names(text: str) -> list[str]:
    """The names in a list of moves.

    Semicolons and newlines separate them, or if there are none, spaces; but not inside brackets or quotes:
    ``(0, 1) (0, 2)`` are two moves, and so are ``lift the lid; turn``.
    """
    marks = ";\n" if ";" in text or "\n" in text.strip() else " \t"
    names, name, depth, quote = [], "", 0, ""
    for sign in text:
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in _OPEN:
            depth += 1
        elif sign in _CLOSE:
            depth -= 1
        elif sign in marks and depth <= 0:
            names.append(name)
            name = ""
            continue
        name += sign
    return [name.strip() for name in (*names, name) if name.strip()]


def join_names(names: list[str]) -> str:
    """A list of moves as one string, which `split_names` reads back."""
    blanks = any(split_names(name) != [name] for name in names)
    return ("; " if blanks else " ").join(names)
