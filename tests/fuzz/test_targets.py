"""The fuzz targets hold on their seeds, and on some bytes made by chance from them."""

from __future__ import annotations

from random import Random

import pytest

from tests.amount import few
from tests.boards.bad import as_bytes
from tests.boards.bad_inputs import BAD_INPUTS
from tests.fuzz import (
    fuzz_boards,
    fuzz_compiled,
    fuzz_game,
    fuzz_interpreters,
    fuzz_maps,
    fuzz_puzzlescript,
)
from tests.fuzz.harness import draw_on

TARGETS = {"boards": fuzz_boards, "game": fuzz_game, "maps": fuzz_maps, "puzzlescript": fuzz_puzzlescript}


@pytest.mark.parametrize("name", TARGETS)
def test_seeds(name: str) -> None:
    for seed in TARGETS[name].seeds():
        TARGETS[name].check(seed)


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_with_some_bytes_changed(name: str) -> None:
    chance = Random(1)
    seeds = TARGETS[name].seeds()
    for _ in range(500):
        data = bytearray(chance.choice(seeds))
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(1, max(2, len(data)))
            data[at : at + chance.randint(0, 2)] = bytes(
                chance.randrange(256) for _ in range(chance.randint(0, 2))
            )
        TARGETS[name].check(bytes(data))


def test_bad_boards_by_every_reader() -> None:
    for bad in BAD_INPUTS:
        content = as_bytes(bad)
        if len(content) < 10_000:
            for number in range(len(fuzz_boards.READERS)):
                fuzz_boards.check(bytes([number]) + content)


def test_a_set_of_compiled_rules_and_a_built_in_family() -> None:
    """`tests/custom/test_random_rules.py` tries many more seeds."""
    for seed in few((fuzz_compiled.seeds()[1], fuzz_compiled.seeds()[-1]), 1):
        fuzz_compiled.check(seed)


def test_bytes_by_chance_end_with_the_time_and_a_finding_names_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tried: list[bytes] = []
    assert draw_on(tried.append, ["-max_total_time=0", "-artifact_prefix=x/"]) == 0
    assert draw_on(tried.append, ["0107"]) == 1
    assert tried == [b"\x01\x07"]

    def until_enough(data: bytes) -> None:
        tried.append(data)
        assert len(set(tried)) < 20

    with pytest.raises(AssertionError):
        draw_on(until_enough, [])
    assert f"found with the bytes {tried[-1].hex()}\n" == capsys.readouterr().err


def test_two_interpreters_on_a_few_games() -> None:
    """The seeds; `tests/property/` tries many more."""
    for seed in fuzz_interpreters.seeds():
        fuzz_interpreters.check(seed)
