"""Proofs of puzzles whose rules the checker asks from somebody who vouches for them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

import clew
from clew import clew_check
from clew.errors import ClewError
from tests.amount import few
from tests.check.files import packed, parted
from tests.reference import checked

BOARDS = Path(__file__).resolve().parents[2] / "boards"


class Ring(clew.Puzzle):
    """Pegs on a ring of five holes, told apart only up to rotation; a step costs what it is told to."""

    def __init__(self, price: int = 2) -> None:
        self.price = price

    def initial(self) -> frozenset[int]:
        return frozenset({0, 1})

    def canonical(self, state: frozenset[int]) -> frozenset[int]:
        return min((frozenset((peg + by) % 5 for peg in state) for by in range(5)), key=sorted)

    def moves(self, state: frozenset[int]) -> list[str]:
        return [f"{peg}{way}" for peg in sorted(state) for way in "+-"]

    def apply(self, state: frozenset[int], move: str) -> frozenset[int]:
        peg, by = int(move[0]), 1 if move[1] == "+" else 4
        there = (peg + by) % 5
        return state if there in state else state - {peg} | {there}

    def cost(self, state: frozenset[int], move: str) -> int:
        return self.price

    def is_goal(self, state: frozenset[int]) -> bool:
        one, other = sorted(state)
        return other - one in (2, 3)


class Hidden(Ring):
    """The same, with states that do not say what they are."""

    class State:
        def __init__(self, value: frozenset[int]) -> None:
            self.value = value

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Hidden.State) and self.value == other.value

        def __hash__(self) -> int:
            return hash(self.value)

        def __repr__(self) -> str:
            return "a state"

    def initial(self) -> Any:
        return self.State(super().initial())

    def canonical(self, state: Any) -> Any:
        return state

    def moves(self, state: Any) -> list[str]:
        return super().moves(state.value)

    def apply(self, state: Any, move: str) -> Any:
        return self.State(super().apply(state.value, move))

    def is_goal(self, state: Any) -> bool:
        return bool(state.value >= {1, 3})


def test_a_puzzle_of_ones_own() -> None:
    proof = clew.solve(Ring()).certificate()
    assert proof.check(Ring()) == "the fewest moves are 2"
    with pytest.raises(ClewError, match="--rules"):
        proof.check()


def test_rules_that_say_otherwise() -> None:
    proof = clew.solve(Ring()).certificate()
    for price in (1, 0, -2):
        with pytest.raises(ClewError, match="not proved"):
            proof.check(Ring(price))


def test_states_written_alike() -> None:
    solution = clew.solve(Hidden())
    with pytest.raises(ClewError, match="written alike"):
        solution.certificate()
    lie = {
        "puzzle": {"family": "custom", "puzzle": "x"},
        "claim": 2,
        "default": "zero",
        "states": 1,
        "width": 1,
    }
    body = (7).to_bytes(4, "little") + b"a state" + bytes([2])
    with pytest.raises(clew_check.Refused, match="written alike"):
        clew_check.check(io.BytesIO(packed({**lie, "moves": None}, body)), Hidden(0))


def test_lists_of_texts_that_are_none() -> None:
    header, body = parted(bytes(clew.solve("null:3").certificate()))
    assert header["states"] == 3
    lengths, rest = body[:12], body[12:]
    for wrong in (
        b"\xff\xff\xff\xff" + lengths[4:] + rest,
        lengths + rest[::-1],
        lengths + rest[:-1],
        lengths + b"\xff" + rest[1:],
        body + b"x",
    ):
        with pytest.raises(clew_check.Refused):
            clew_check.check(io.BytesIO(packed(header, wrong)), checked.Null)


def test_a_counter() -> None:
    assert clew.solve("null[highest=9]:5").certificate().check(checked.Null) == "the fewest moves are 5"


@pytest.mark.parametrize(
    "path", few(sorted((BOARDS / "puzzlescript").glob("*.toml"))[:5], 2), ids=lambda path: path.stem
)
def test_puzzlescript_by_another_implementation(path: Path) -> None:
    puzzle = clew.load(path)
    proof = clew.solve(puzzle).certificate()
    assert proof.check(checked.PuzzleScript) == f"the fewest moves are {puzzle.par}"
    header, body = parted(bytes(proof))
    with pytest.raises(clew_check.Refused):
        clew_check.check(
            io.BytesIO(packed({**header, "claim": header["claim"] + 1}, body)), checked.PuzzleScript
        )


def test_rules_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ring.proof"
    clew.solve(Ring(3)).certificate().save(path)
    monkeypatch.setattr(
        "sys.argv", ["clew-check", str(path), "--rules", "tests.check.test_own_rules:Ring(price=3)"]
    )
    assert clew_check.main() == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "proved: the fewest moves are 3"
    assert told[2] == "by the rules of: tests.check.test_own_rules:Ring(price=3)"
    assert json.loads(told[1].partition(": ")[2])["family"] == "custom"


@pytest.mark.parametrize("metric", ["moves", "pushes"])
def test_sokoban_by_another_implementation(metric: str) -> None:
    level = clew.load(BOARDS / "sokoban" / "storeroom.toml")
    puzzle = clew.Sokoban(level.to_dict()["board"], metric=metric)
    solution = clew.solve(puzzle)
    proof = solution.certificate()
    assert proof.check(checked.Sokoban) == f"the fewest moves are {solution.length}"
    header, body = parted(bytes(proof))
    with pytest.raises(clew_check.Refused):
        clew_check.check(io.BytesIO(packed({**header, "claim": header["claim"] + 1}, body)), checked.Sokoban)
    lost = clew.solve(clew.Sokoban("#####/#$@.#/#####", metric=metric))
    assert lost.certificate().check(checked.Sokoban) == "no solution"
    with pytest.raises(ClewError, match="each alone"):
        clew.solve(clew.Sokoban("#####/#@$.#/#####", metric="pushes-then-moves")).certificate()
