"""Readers of options' values. Each raises `ValueError`, which says what would be right."""

from __future__ import annotations


def whole(text: str) -> int:
    """Read a whole number of 0 or more; its digits may be separated by `_` or `,`."""
    digits = text.replace("_", "").replace(",", "")
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError("expected a whole number such as 1000000")
    if len(digits) > 18:
        raise ValueError("expected a whole number of at most 18 digits")
    return int(digits)


def positive(text: str) -> int:
    """Read a whole number of 1 or more."""
    number = whole(text)
    if number == 0:
        raise ValueError("expected a whole number of 1 or more")
    return number


def port(text: str) -> int:
    """Read the number of a port; 0 means any free one."""
    number = whole(text)
    if number > 65_535:
        raise ValueError("expected a port from 0 to 65535")
    return number


def seconds(text: str) -> float:
    """Read a number of seconds."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise ValueError("expected a number of seconds such as 60 or 0.5")
    return number


def memory(text: str) -> int:
    """Read an amount of memory in bytes, as `clew.search.memory.amount` does."""
    from clew.search.memory import amount

    return amount(text)
