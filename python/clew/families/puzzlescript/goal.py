"""The goal of a game in words, made from its win conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew.families.puzzlescript.reader.game import Game, Win

ANY = "Meet the win conditions of the game."
"""What is said if there are too many conditions for a sentence."""

SENTENCES = (
    "Wanted: {first}; {second}; {third}.",
    "Wanted: {first}; {second}.",
    "Wanted: {first}.",
    ANY,
    *(f"{a} {{what}} on every {{place}}" for a in ("a", "an")),
    *(f"every {{what}} on {a} {{place}}" for a in ("a", "an")),
    *(f"no {{what}} on {a} {{place}}" for a in ("a", "an")),
    *(f"{a} {{what}} on {an} {{place}}" for a in ("a", "an") for an in ("a", "an")),
    "no {what} left",
    "at least one {what}",
)


def goal_words(game: Game) -> str:
    """What wins a level: ``"Wanted: a crate on every target."``"""
    told = [words for win in game.wins if (words := _words(game, win))]
    return f"Wanted: {'; '.join(told)}." if 0 < len(told) <= 3 else ANY


def _words(game: Game, win: Win) -> str:
    """One condition; empty for `all A`, which always holds."""
    _, first, *other = win.words.split()
    if len(other) < 2:
        return {-1: f"no {first} left", 0: f"at least one {first}", 1: ""}[win.kind]
    last = other[1]
    # `on` means the same in both directions. What is drawn above is said to be on what is below it.
    above, below = (last, first) if _layer(game, win.first) < _layer(game, win.second) else (first, last)
    if win.kind == 1:
        return f"every {first} on {_one(last)}" if above == first else f"{_one(last)} on every {first}"
    return f"{f'no {above}' if win.kind < 0 else _one(above)} on {_one(below)}"


def _one(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _layer(game: Game, mask: int) -> int:
    """The layer of the lowest of these objects."""
    return next((layer for layer, objects in enumerate(game.layers) if objects & mask), 0)
