"""What a turn asks for beside what it does to the level: sounds, and messages.

The engine answers with numbers, as `engine/families/src/puzzlescript/heard.rs` has them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from clew.families.puzzlescript.reader.words import SOUND_NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.families.puzzlescript.reader import Game

SOUNDS = (*SOUND_NUMBERS, "cancel", "restart", "cantmove")
FIRST_MESSAGE = 16


class Events(NamedTuple):
    """What a move asks for, in the order of the published player, each once.

    `sounds`: `sfx0` to `sfx10` of rules; `cancel` or `restart` if a rule said so; `cantmove` if an
    arrow key changes nothing, in games without `require_player_movement`. `messages`: texts, at most one of
    each turn; turns that `again` adds have their own.
    """

    sounds: tuple[str, ...]
    messages: tuple[str, ...]


def said(game: Game) -> list[str]:
    """The texts of the messages that rules show, each once."""
    return list(
        dict.fromkeys(text for asked in game.asks.values() for name, text in asked if name == "message")
    )


def asks_of(game: Game) -> list[int]:
    """What rules ask for, as the engine reads it: a line, how many things, and these."""
    texts = {text: FIRST_MESSAGE + number for number, text in enumerate(said(game))}
    found: list[int] = []
    for line, asked in game.asks.items():
        codes = [texts[text] if name == "message" else SOUNDS.index(name) for name, text in asked]
        found += [line, len(codes), *codes]
    return found


def split(codes: Iterable[int]) -> tuple[list[str], list[int]]:
    """The names of the sounds among the engine's numbers, and the numbers of the messages, from 0."""
    sounds, messages = [], []
    for code in codes:
        if code < FIRST_MESSAGE:
            sounds.append(SOUNDS[code])
        else:
            messages.append(code - FIRST_MESSAGE)
    return sounds, messages
