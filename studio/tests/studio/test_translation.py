"""The catalogue is whole, compiled, and covers what the rest of Clew says."""

from __future__ import annotations

import re

import pytest

from clew.puzzles.families import NAMES, declared
from tests.studio.test_positions import EACH_BOARD, walk_of
from tools import catalogue


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_every_text_is_translated_and_compiled(language: str) -> None:
    import polib

    path = catalogue.file_of(language)
    entries = {entry.msgid: entry.msgstr for entry in polib.pofile(str(path))}
    assert sorted(entries) == sorted(catalogue.texts()), "run make catalogue"
    assert [text for text, translation in entries.items() if not translation] == []
    assert path.with_suffix(".mo").read_bytes() == catalogue.compiled(language), "run make catalogue"
    for text, translation in entries.items():
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", translation)), text
        assert translation == catalogue.typeset(translation) and "'" not in translation, "run make catalogue"


@EACH_BOARD
def test_no_sentence_of_a_board_stays_english(source: str) -> None:
    """Words, reasons, hints and captions, as boards of every family give them."""
    from django.utils import translation

    from clew.search.hint import sentence
    from clew_studio.puzzles.reading import board_view
    from clew_studio.translation import translated, translator

    def told() -> list[str]:
        found = [board_view(walk_of(source)[0][0]).scene(translator())["caption"]]
        for puzzle, state in walk_of(source):
            position = board_view(puzzle).position(state, tell=translator())
            found += [move["words"] for move in position["moves"]]
            refused = board_view(puzzle).refused(state, translator())
            found += [one["reason"] for one in refused]
            for step in puzzle.moves(state)[:3]:
                found += [translated(sentence(puzzle, level, 5, step)) for level in (1, 2, 3)]
            found += [translated(puzzle._why_not(state, text)) for text in ("Q", "999-0", "zz9U", "0-", "1-")]
        return found

    with translation.override("en"):
        english = told()
    with translation.override("fr"):
        french = told()
    assert [one for one, other in zip(english, french, strict=True) if one == other] == []
    left = re.compile(r"\b(the|cell|piece [A-Z] has|moves|right|left|coin|move)\b")
    assert [text for text in french if left.search(text)] == []


DRAWN: list[dict[str, object]] = [
    {"family": "ricochet", "board": ".../...", "goal": ".../..."},
    {"family": "ricochet", "board": "R../...", "goal": ".RR/..."},
    {"family": "ricochet", "board": "R#./...", "goal": ".R./..."},
    {"family": "ricochet", "board": "R../...", "goal": ".B./..."},
    {"family": "blocks", "board": "ooo/ooo"},
    {"family": "blocks", "board": "AAo/oBo/oBC"},
    {"family": "blocks", "board": "AAo/Aoo"},
    {"family": "blocks", "board": "AAo/ooo/AAo"},
    {"family": "blocks", "board": "AAo/oo./ooo"},
    {"family": "blocks", "board": "AA./#x./..."},
    {"family": "blocks", "board": "AA../XX.C/...C"},
    {"family": "blocks", "board": "A./..", "movement": "free"},
    {"family": "blocks", "board": "BBo/ooo"},
    {"family": "blocks", "board": "AAo/ooo", "goal": {"piece": "A", "exit": "down"}},
    {"family": "blocks", "board": "Aoo/Aoo", "goal": {"piece": "A", "exit": "left"}},
    {"family": "blocks", "board": "AAo/ooo", "goal": {"piece": "B", "exit": "down"}},
    {"family": "blocks", "board": "AAo/xoo", "goal": ".../AA."},
    {"family": "blocks", "board": "AAo/ooo", "goal": ".../AAA"},
    {"family": "blocks", "board": "AAo/ooo", "goal": "A../A.."},
    {"family": "blocks", "board": "AAo/ooo", "goal": ".BB/..."},
    {"family": "blocks", "board": "AAo/ooo", "goal": ".../..."},
    {"family": "pebbles", "layout": "grid 1x3", "plates": "AB-", "pebbles": "AA-"},
    {"family": "pebbles", "layout": "grid 1x3", "plates": "AB-", "pebbles": "ABC"},
    {"family": "pebbles", "layout": "grid 1x3", "plates": "A--", "pebbles": "AB-"},
    {"family": "coroutine", "squares": [["N", "E"], ["", "W"]]},
    {"family": "blocks", "board": "AAo/ooo", "title": "x" * 121},
    {"family": "blocks", "board": "AAo/ooo", "author": "a\0b"},
    {"family": "coroutine", "squares": [["N", "E", "E"]], "coins": ["a1", "a1"]},
]
"""Boards as they are while somebody draws them."""


@pytest.mark.parametrize("board", DRAWN, ids=str)
def test_what_is_wrong_with_a_drawn_board_is_told_in_french(board: dict[str, object]) -> None:
    from django.utils import translation

    from clew.errors import BoardError
    from clew_studio.puzzles.reading import read_puzzle
    from clew_studio.translation import to_who_draws, translated

    with pytest.raises(BoardError) as found:
        read_puzzle(board)
    written = found.value.message
    for english in (written, to_who_draws(written, str(board["family"]))):
        with translation.override("fr"):
            told = translated(english)
        assert told != english
        assert not re.search(r"\b(the|cells|[Pp]iece [A-Z] has|is|needs?)\b", told), told


@pytest.mark.parametrize("family", NAMES)
def test_who_draws_reads_no_signs_or_keys_of_a_text(family: str) -> None:
    for sentence in declared(family).faults.values():
        assert not re.search(r'[`="]', sentence), sentence


def test_a_sentence_that_nobody_knows_stays_as_it_is() -> None:
    from django.utils import translation

    from clew_studio.translation import translated

    with translation.override("fr"):
        assert translated("no such sentence") == "no such sentence"
