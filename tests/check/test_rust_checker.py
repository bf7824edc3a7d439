"""The checkers in Python and in Rust, which share no code, judge the same files alike."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from tests.amount import MANY, few, times
from tests.check import test_hostile as hostile
from tests.check.files import verdict
from tests.check.test_mutations import BOARDS, changed, made

ROOT = Path(__file__).resolve().parents[2]
NO_POSITION = "not proved: a listed state is no position of this board"
"""The one reason of the Rust checker that the format leaves open: such a state does no harm."""

OUT_OF_ORDER = ("blocks:ffbbAE/dcxxAE/dcoooo", "blocks[step]:aaaxVV/zzWxQQ/AAWxoo")
"""Pieces of one shape on a line whose letters are in another order than they; the second has a wall there."""

Check = Callable[[bytes], str]


@pytest.fixture(scope="module")
def rust(tmp_path_factory: pytest.TempPathFactory) -> Check:
    """What the Rust checker says of a file. Building it takes seconds, and nothing once it is built."""
    subprocess.run(["cargo", "build", "--quiet", "--locked", "--package", "clew-check"], cwd=ROOT, check=True)
    program, path = ROOT / "target" / "debug" / "clew-check", tmp_path_factory.mktemp("rust") / "a.proof"

    def check(content: bytes) -> str:
        path.write_bytes(content)
        run = subprocess.run([program, path], capture_output=True, text=True, timeout=120)
        said = run.stdout.partition("\n")[0]
        assert run.returncode == (0 if said.startswith("proved: ") else 1), run.stderr
        return said.removeprefix("proved: ")

    return check


def agree(content: bytes, said: str) -> bool:
    """Whether the Python checker says the same; why it refuses a file may be another reason."""
    other = verdict(content)
    refused = said.startswith("not proved")
    return said in (NO_POSITION, other) or (refused and other.startswith("not proved"))


@pytest.mark.parametrize("board", [*BOARDS, *OUT_OF_ORDER])
def test_whole(rust: Check, board: str) -> None:
    said = rust(made(board))
    assert not said.startswith("not proved")
    assert agree(made(board), said)


@pytest.mark.parametrize("seed", range(4))
def test_changed(rust: Check, seed: int) -> None:
    rng = Random(f"rust {seed}")
    for _ in range(times(40, 2_500)):
        content = changed(rng)
        said = rust(content)
        assert agree(content, said), (said, content)


def hostile_files() -> Iterator[tuple[str, bytes]]:
    kinds = (hostile.texts, hostile.lies, hostile.lists, hostile.heavy)
    for kind in kinds if MANY else kinds[:2]:
        yield from few(list(kind()), 16)


def test_hostile(rust: Check) -> None:
    for name, content in hostile_files():
        assert rust(content).startswith("not proved"), name
