"""Values of options, from text. Each raises `ValueError` with what would be right."""

from __future__ import annotations

_UNITS = {"": 1, "B": 1} | {
    f"{letter}{suffix}": base ** (power + 1)
    for power, letter in enumerate("KMGT")
    for suffix, base in (("", 1000), ("B", 1000), ("IB", 1024), ("I", 1024))
}


def whole(text: str) -> int:
    """A whole number that is not negative; `_` and `,` may part its digits."""
    digits = text.replace("_", "").replace(",", "")
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError("expected a whole number such as 1000000")
    if len(digits) > 18:
        raise ValueError("expected a whole number of at most 18 digits")
    return int(digits)


def positive(text: str) -> int:
    number = whole(text)
    if number == 0:
        raise ValueError("expected a whole number of 1 or more")
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
    """Bytes: `200MB` (powers of 1000), `2GiB` (powers of 1024), or a plain number."""
    word = text.strip().upper().replace(" ", "")
    number = word.rstrip("KMGTIB")
    unit = word[len(number) :]
    try:
        amount = float(number)
    except ValueError:
        amount = -1.0
    if unit not in _UNITS or not 0 <= amount * _UNITS[unit] < 2**63:
        raise ValueError("expected an amount such as 200MB, 1.5GB or 2GiB")
    return int(amount * _UNITS[unit])
