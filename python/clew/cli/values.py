"""Values of options, from text. Each raises `ValueError` with what would be right."""

from __future__ import annotations


def whole(text: str) -> int:
    """A whole number that is not negative; `_` and `,` may part its digits."""
    digits = text.replace("_", "").replace(",", "")
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError("expected a whole number such as 1000000")
    if len(digits) > 18:
        raise ValueError("expected a whole number of at most 18 digits")
    return int(digits)


def positive(text: str) -> int:
    """A whole number of 1 or more. Raises `ValueError`."""
    number = whole(text)
    if number == 0:
        raise ValueError("expected a whole number of 1 or more")
    return number


def port(text: str) -> int:
    """The number of a port; 0 is any that is free."""
    number = whole(text)
    if number > 65_535:
        raise ValueError("expected a port from 0 to 65535")
    return number


def seconds(text: str) -> float:
    """A number of seconds."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise ValueError("expected a number of seconds such as 60 or 0.5")
    return number


def memory(text: str) -> int:
    """Bytes, as `clew.search.memory.amount` reads them."""
    from clew.search.memory import amount

    return amount(text)
