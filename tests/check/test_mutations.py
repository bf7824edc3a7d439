"""Damaged proofs: whatever the checker still accepts is true."""

from __future__ import annotations

import copy
from functools import cache
from random import Random
from typing import Any

import pytest

import clew
from tests.amount import times
from tests.check.files import Proof, is_true, parted, verdict

BOARDS = (
    "blocks:AABo/ooBo/oooo/oooo",
    "blocks[free,piece]:AoC/BoD/ooo>ooo/ooo/ooA",
    "blocks:AAB/ooB/ooB",
    "blocks:ffbbAE/dcxxAE/dcoooo",  # pieces of one shape on a line, in another order than their letters
    "pebbles[grid 2x3]:12345-/-12453",
    "pebbles[grid 2x3,slides]:12345-/-12345",
    "pebbles[triangle 3]:AABBC-/CAB-AB",
    "ricochet:R..#/..../.B../....>..../.R../..../...B",
    "ricochet[wall=b2D,rising=c3R]:RR../..#./G...>..R./..../.GR.",
    "ricochet[must_turn,wall=a2D,falling=c1B,rising=c4]:...../R..../...B./.....>...../...../...../R....",
    "coroutine:N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S",
    "coroutine[steps]:S,S/N,N>a2",
)


@cache
def made(board: str) -> bytes:
    return bytes(clew.solve(board).certificate())


def changed(rng: Random) -> bytes:
    """A file with one to three faults."""
    content = made(rng.choice(BOARDS))
    if rng.random() < 0.25:
        return damaged(content, rng)
    proof = copy.deepcopy(Proof.read(content))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice((claims, drops, raises, swaps, adds, other_board, other_moves, other_tables))(proof, rng)
    return proof.write()


def damaged(content: bytes, rng: Random) -> bytes:
    """Cut off, a byte flipped, or some bytes from another file."""
    at, found = rng.randrange(len(content)), bytearray(content)
    kind = rng.randrange(3)
    if kind == 0:
        return content[:at]
    if kind == 1:
        found[at] ^= 1 << rng.randrange(8)
    else:
        other = made(rng.choice(BOARDS))
        found[at:] = other[min(at, len(other)) :]
    return bytes(found)


def claims(proof: Proof, rng: Random) -> None:
    if proof.header["claim"] == "unsolvable":
        for key, value in (("claim", rng.randrange(9)), ("default", "zero"), ("width", 1), ("moves", None)):
            proof.header[key] = value
        proof.lists[0].numbers = [proof.header["claim"]] * len(proof.lists[0].states)
    elif rng.random() < 0.2:
        proof.header = {key: proof.header[key] for key in ("puzzle", "states")} | {"claim": "unsolvable"}
        proof.lists = proof.lists[-1:]
    else:
        proof.header["claim"] = max(0, proof.header["claim"] + rng.choice((-1, 1, 1, 2)))
        if rng.random() < 0.6:  # with every number raised by as much, so that the start has it
            proof.lists[-1].numbers = [number + 1 for number in proof.lists[-1].numbers]
            proof.header["moves"] = None


def drops(proof: Proof, rng: Random) -> None:
    listed = rng.choice(proof.lists)
    if listed.states:
        at = rng.randrange(len(listed.states))
        del listed.states[at], listed.numbers[at]


def raises(proof: Proof, rng: Random) -> None:
    listed = rng.choice(proof.lists)
    if listed.states:
        at = rng.randrange(len(listed.states))
        listed.numbers[at] = max(0, listed.numbers[at] + rng.choice((-1, 1, 1, 5)))


def swaps(proof: Proof, rng: Random) -> None:
    states = rng.choice(proof.lists).states
    if len(states) > 1:
        at = rng.randrange(len(states) - 1)
        states[at], states[at + 1] = states[at + 1], states[at]


def adds(proof: Proof, rng: Random) -> None:
    """A state that is nearly one of the list, in its place."""
    listed = rng.choice(proof.lists)
    if listed.states:
        state = list(rng.choice(listed.states))
        state[rng.randrange(len(state))] = rng.randrange(9)
        if tuple(state) not in listed.states:
            rows = [*zip(listed.states, listed.numbers, strict=True), (tuple(state), rng.randrange(1, 9))]
            rows.sort(key=lambda row: row[0][::-1])
            listed.states, listed.numbers = [row[0] for row in rows], [row[1] for row in rows]


def other_board(proof: Proof, rng: Random) -> None:
    """Another wall, token, arrow or rule."""
    puzzle: dict[str, Any] = proof.header["puzzle"]
    if puzzle["family"] == "coroutine":
        row = rng.choice(puzzle["squares"])
        row[rng.randrange(len(row))] = rng.choice(("N", "S E", "", "N NE W"))
    elif puzzle["family"] == "pebbles":
        tokens = puzzle[rng.choice(("plates", "pebbles"))]
        one, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
        tokens[one], tokens[other] = tokens[other], tokens[one]
    else:
        rows = puzzle["board"]
        at, column = rng.randrange(len(rows)), rng.randrange(len(rows[0]))
        sign = {"#": ".", ".": "#"}.get(rows[at][column])
        if sign:
            rows[at] = rows[at][:column] + sign + rows[at][column + 1 :]


def other_moves(proof: Proof, rng: Random) -> None:
    moves = proof.header.get("moves")
    if moves:
        kind = rng.randrange(3)
        if kind == 0:
            del moves[rng.randrange(len(moves))]
        elif kind == 1:
            moves.append(rng.choice(moves))
        else:
            proof.header["moves"] = None


def other_tables(proof: Proof, rng: Random) -> None:
    tables: dict[str, list[int]] = proof.header.get("tables", {})
    if tables:
        kind, kinds = rng.choice(sorted(tables)), "".join(sorted(tables))
        at = rng.randrange(len(tables[kind]))
        change = rng.randrange(4)
        if change == 0:
            del tables[kind]
        elif change == 1:
            tables[rng.choice(kinds + "-AB5")] = tables.pop(kind)
        elif change == 2:
            tables[kind][at] += rng.choice((-1, 1, 1))
        else:
            tables[kind] = [number + (number > 0) for number in tables[kind]]


@pytest.mark.parametrize("seed", range(4))
def test_nothing_false_is_accepted(seed: int) -> None:
    rng = Random(seed)
    held = 0
    for _ in range(times(150, 2_500)):
        content = changed(rng)
        said = verdict(content)
        if not said.startswith("not proved"):
            held += 1
            assert is_true(content, said), (said, parted(content)[0])
    assert held  # some faults do no harm, such as a state that is not needed


@pytest.mark.parametrize("board", BOARDS)
def test_what_must_be_refused(board: str) -> None:
    """Another claim, and a state dropped from the list of a board without a solution."""
    proof = Proof.read(made(board))
    if proof.header["claim"] != "unsolvable":
        for change in (1, -1):
            other = copy.deepcopy(proof)
            other.header["claim"] += change
            assert verdict(other.write()).startswith("not proved")
        return
    for at in range(len(proof.lists[0].states)):
        less = copy.deepcopy(proof)
        del less.lists[0].states[at], less.lists[0].numbers[at]
        assert verdict(less.write()).startswith("not proved")
