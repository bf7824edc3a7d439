"""Names of moves that a user chose: any text, also with blanks and brackets."""

from __future__ import annotations

_OPEN, _CLOSE = "([{", ")]}"


def close_up(name: str) -> str:
    """The name without blanks: ``(0, 2)`` may be written ``(0,2)``."""
    return "".join(name.split())


def split_names(text: str) -> list[str]:
    """A list of moves as its names.

    Semicolons and new lines separate, and where there are none, blanks; but not within brackets or quotes:
    ``(0, 1) (0, 2)`` are two moves, ``lift the lid; turn`` are two as well.
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
    """A list of moves in one text, which `split_names` reads back."""
    blanks = any(split_names(name) != [name] for name in names)
    return ("; " if blanks else " ").join(names)
