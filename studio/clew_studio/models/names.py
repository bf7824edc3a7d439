"""Identifiers that nobody can guess, so that private things are found only through their links."""

from __future__ import annotations

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 14
LONGEST = 48


def fresh(length: int = LENGTH) -> str:
    """A random name of 14 characters (69 bits), or of `length`, that can be read out without mistakes."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
