"""Generated boards are right by the solver, the same from the same seed, never twice the same."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import clew
from clew.puzzles.base import EnginePuzzle
from clew.puzzles.symmetry import signature, turns
from tests.cli.program import Inside
from tests.promptness import HANGS

WISHES: list[tuple[str, dict[str, Any]]] = [
    ("blocks", {"size": "4x4", "pieces": (3, 5), "par": (6, None)}),
    ("blocks", {"size": (5, 5), "pieces": (6, 8), "par": (6, 10), "minimal": True}),
    ("blocks", {"size": (4, 4), "pieces": (4, 6), "par": (3, None), "symmetric": True}),
    ("ricochet", {"size": "5x5", "pieces": 2, "par": (6, 9)}),
    ("ricochet", {"size": "5x5", "pieces": (1, 2), "par": (4, None), "symmetric": True, "minimal": True}),
    ("ricochet", {"size": "7x7", "pieces": 4, "par": (3, 6)}),  # too many positions for a census
    ("coroutine", {"par": (12, None)}),
    ("coroutine", {"size": "3x4", "par": (8, 12), "unique": True}),
    ("coroutine", {"par": (5, None), "symmetric": True, "method": "search", "minimal": True}),
    ("pebbles", {"size": "grid 2x3", "pieces": 5, "par": (9, None)}),
    ("pebbles", {"size": "triangle 4", "pieces": (8, 9), "par": (6, 8), "unique": True}),
    ("pebbles", {"par": (15, 20), "seed": 3}),
]


@pytest.mark.parametrize(("family", "wishes"), WISHES, ids=[f"{f}-{n}" for n, (f, _) in enumerate(WISHES)])
def test_boards_are_as_wished(family: str, wishes: dict[str, Any]) -> None:
    made = clew.generate(family, count=2, **{"seed": 1, **wishes})
    assert len(made) == 2 and made.limit is None
    least, most = wishes["par"]
    for board in made:
        solution = clew.solve(board)
        assert solution.optimal and solution.length == board.par
        assert solution.length is not None and least <= solution.length <= (most or 10**6)
        if wishes.get("unique"):
            assert clew.solutions(board).essential == 1
        if isinstance(board, clew.Pebbles):
            assert board.layout == wishes.get("size", "panguru")
    again = clew.generate(family, count=2, **{"seed": 1, **wishes})
    assert [str(board) for board in again] == [str(board) for board in made]
    assert len({signature(board) for board in made}) == 2


GAME = Path(__file__).parents[2] / "examples" / "games" / "store.txt"


def test_levels_for_a_game_are_as_wished() -> None:
    source = GAME.read_text(encoding="utf-8")
    made = clew.generate("puzzlescript", game=source, par=(8, 14), count=2, seed=1)
    assert len(made) == 2
    for board in made:
        assert isinstance(board, clew.PuzzleScript)
        assert board.game.prelude["title"] == "The store"
        assert board.par is not None and 8 <= board.par <= 14
        assert clew.solve(board).length == board.par
        assert board.source_text.split("LEVELS")[0] == source.split("LEVELS")[0]
    again = clew.generate("puzzlescript", game=source, par=(8, 14), count=2, seed=1)
    assert [str(board) for board in again] == [str(board) for board in made]


def test_a_game_is_asked_for_and_belongs_to_puzzlescript(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(clew.ClewError, match="give its source with game= or --game"):
        clew.generate("puzzlescript")
    with pytest.raises(clew.ClewError, match="blocks boards belong to no game"):
        clew.generate("blocks", game=GAME.read_text(encoding="utf-8"))
    assert (
        Inside(capsys)("generate", "--game", str(GAME), "--par", "6..", "--seed", "3", "--quiet").status == 0
    )


def test_seeds_differ_and_are_told() -> None:
    boards = [clew.generate("coroutine", par=8, seed=seed)[0] for seed in (1, 2)]
    assert boards[0] != boards[1]
    made = clew.generate("coroutine", par=8)
    assert [str(b) for b in clew.generate("coroutine", par=8, seed=made.seed)] == [str(b) for b in made]


def without_parts(board: EnginePuzzle, symmetric: bool) -> list[EnginePuzzle]:
    """The board without each thing that could be left out; to be symmetric, without pairs too."""
    parts, build = parts_of(board)
    alone = {part: build(parts - {part}) for part in parts}
    if not symmetric:
        return list(alone.values())
    halves = [part for part, other in alone.items() if not is_symmetric(other)]
    pairs = [build(parts - set(pair)) for pair in combinations(halves, 2)]
    return [other for other in (*alone.values(), *pairs) if is_symmetric(other)]


def parts_of(board: EnginePuzzle) -> tuple[set[Any], Callable[[set[Any]], EnginePuzzle]]:
    """What could be left out, and the board with some of it, by its text."""
    text = str(board.initial())
    if isinstance(board, clew.Blocks):
        every = set(board.pieces) - {"A"}
        return every, lambda left: clew.Blocks("".join("o" if s in every - left else s for s in text))
    if isinstance(board, clew.Ricochet):
        flat, wide = text.replace("/", ""), board.columns

        def blocked(left: set[Any]) -> EnginePuzzle:
            grid = "".join("." if c in board.blocks and c not in left else s for c, s in enumerate(flat))
            return clew.Ricochet([grid[k : k + wide] for k in range(0, len(grid), wide)], list(board.goal))

        return set(board.blocks), blocked
    assert isinstance(board, clew.Coroutine)
    keys = {key: value for key, value in board.to_dict().items() if key not in ("family", "par")}
    grid = [[set(square.split()) for square in row] for row in keys["squares"]]
    words = {(r, c, w) for r, row in enumerate(grid) for c, square in enumerate(row) for w in square}

    def printed(left: set[Any]) -> EnginePuzzle:
        squares = [
            [" ".join(w for w in sorted(square) if (r, c, w) in left) for c, square in enumerate(row)]
            for r, row in enumerate(grid)
        ]
        return clew.Coroutine(**{**keys, "squares": squares})

    return words, printed


def is_symmetric(board: EnginePuzzle) -> bool:
    """Is what is fixed on the board its own image in a mirror: any that the family's boards are made with?"""
    if isinstance(board, clew.Blocks):
        lines = [
            (cells[1] == cells[0] + 1, divmod(cells[0], board.columns)[cells[1] != cells[0] + 1], len(cells))
            for cells in board.pieces.values()
        ]
        last = board.rows - 1
        return sorted(lines) == sorted((lies, last - at if lies else at, size) for lies, at, size in lines)
    if isinstance(board, clew.Ricochet):
        wide = board.columns
        return set(board.blocks) == {c // wide * wide + wide - 1 - c % wide for c in board.blocks}
    assert isinstance(board, clew.Coroutine)
    grid = [[set(square.split()) for square in row] for row in board.to_dict()["squares"]]
    rows, columns = len(grid), len(grid[0])
    if rows == columns:  # across the diagonal from the top left
        swap = {"N": "W", "NE": "SW", "E": "S", "SE": "SE", "S": "E", "SW": "NE", "W": "N", "NW": "NW"}
        return grid == [[{swap[w] for w in grid[c][r]} for c in range(columns)] for r in range(rows)]
    if columns % 2:  # left and right
        swapped = str.maketrans("EW", "WE")
        return grid == [[{w.translate(swapped) for w in square} for square in row[::-1]] for row in grid]
    swapped = str.maketrans("NS", "SN")
    return grid == [[{w.translate(swapped) for w in square} for square in row] for row in grid[::-1]]


MINIMAL = [
    ("blocks", {"size": (5, 5), "pieces": (6, 8), "par": (6, 10)}),
    ("blocks", {"size": (4, 4), "pieces": (4, 6), "par": (3, None), "symmetric": True}),
    ("blocks", {"size": (6, 5), "pieces": (5, 9), "par": (3, 8), "symmetric": True, "unique": True}),
    ("ricochet", {"size": "5x5", "pieces": (1, 2), "par": (4, None), "symmetric": True}),
    ("ricochet", {"size": "4x6", "pieces": 2, "par": (3, 9), "symmetric": True}),
    ("coroutine", {"par": (5, None), "symmetric": True, "method": "search"}),
    ("coroutine", {"par": (5, None), "symmetric": True, "method": "backward"}),
    ("coroutine", {"size": "3x4", "par": (5, 12), "symmetric": True, "unique": True}),
    ("coroutine", {"size": "2x3", "par": (3, None), "symmetric": True, "min_bits": 0.5}),
]


@pytest.mark.parametrize(("family", "wishes"), MINIMAL, ids=[f"{f}-{n}" for n, (f, _) in enumerate(MINIMAL)])
def test_minimal_boards_have_nothing_too_much(family: str, wishes: dict[str, Any]) -> None:
    symmetric = bool(wishes.get("symmetric"))
    made = clew.generate(family, **{"seed": 5, "count": 4, "minimal": True, **wishes})
    assert len(made) == 4
    least, most = wishes["par"]
    for board in made:
        assert board.par is not None and least <= board.par <= (most or 10**6)
        assert is_symmetric(board) or not symmetric, str(board)
        assert clew.solutions(board).essential == 1 or not wishes.get("unique"), str(board)
        for other in without_parts(board, symmetric):
            length = clew.solve(other).length
            assert length is None or length < board.par, (str(board), str(other))


@pytest.mark.parametrize(
    ("family", "wishes"),
    [
        ("ricochet", {"size": "6x6", "par": (4, None)}),
        ("blocks", {"size": "4x4", "pieces": (4, 6), "par": 2}),
    ],
)
def test_symmetric_boards_are_their_own_mirror_image(family: str, wishes: dict[str, Any]) -> None:
    for board in clew.generate(family, symmetric=True, seed=2, count=3, **wishes):
        assert is_symmetric(board), str(board)


def test_large_boards_of_tiles_and_lines_of_pebbles() -> None:
    (tiles,) = clew.generate("ricochet", size="20x24", pieces=2, par=(4, None), seed=1, count=1)
    assert isinstance(tiles, clew.Ricochet)
    assert (tiles.rows, tiles.columns) == (20, 24) and clew.solve(tiles).length == tiles.par
    (lines,) = clew.generate("pebbles", size="grid 2x3, slides", par=(8, None), seed=1, count=1)
    assert isinstance(lines, clew.Pebbles)
    assert lines.metric == "slides" and clew.solve(lines).length == lines.par
    assert lines._like()["size"] == "grid 2x3, slides"


def turned(text: str, turn: int) -> str:
    """A grid after one of the eight symmetries."""
    rows = text.split("/")
    after = list(turns(len(rows), len(rows[0])))[turn]
    grid = [[""] * after[1] for _ in range(after[0])]
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            down, right = after[2](r, c)
            grid[down][right] = sign
    return "/".join("".join(row) for row in grid)


def test_alike_boards_have_one_signature() -> None:
    rng = Random(4)
    board = "R.#./..B./G.../...#", "..../.R../...G/B..."
    one = signature(clew.Ricochet(*board))
    for turn in range(8):
        names = dict(zip("RBG", rng.sample("XYZUV", 3), strict=True))
        named = ["".join(names.get(sign, sign) for sign in turned(text, turn)) for text in board]
        assert signature(clew.Ricochet(*named)) == one
    assert signature(clew.Ricochet(board[0], "..../.R../..G./B...")) != one
    block = clew.Blocks("AAo/Boo/Boo")
    assert signature(clew.Blocks("Xoo/Xoo/oAA", goal={"piece": "A", "exit": "left"})) == signature(
        clew.Blocks("ooX/ooX/AAo", goal={"piece": "A", "exit": "right"})
    )
    assert signature(clew.Blocks("AAo/Coo/Coo")) == signature(block)
    assert signature(clew.Blocks("Boo/Boo/AAo")) == signature(block)
    assert signature(clew.Blocks("Boo/AAo/Boo".replace("B", "o"))) != signature(block)
    pebbles = signature(clew.load("pebbles[grid 2x3]:ABCDE-/-BCDEA"))
    assert signature(clew.load("pebbles[grid 2x3]:CBA-ED/CB-AED")) == pebbles
    assert signature(clew.load("pebbles[grid 2x3]:QBCDE-/-BCDEQ")) == pebbles
    coins = signature(clew.load("coroutine:E,S,W/N,E+NE,W/,,S"))
    assert signature(clew.load("coroutine:E,S,W/N,W+NW,W/,,S")) != coins
    mirrored = clew.Coroutine([["E", "S", "W"], ["E", "W NW", "N"], ["S", "", ""]], coins=["c1", "a3"])
    assert signature(mirrored) == coins


def test_limits_keep_what_is_found() -> None:
    limits = clew.Limits()

    def look(making: clew.Making) -> None:
        if making.best_board is not None:
            limits.cancel()

    made = clew.generate("blocks", par=(200, None), limits=limits, on_progress=look)
    assert (list(made), made.limit) == ([], "interrupted")
    assert made.making.tried > 0 and made.making.best_board is not None
    assert clew.generate("blocks", par=(200, None), limits=clew.Limits(seconds=0)).limit == "seconds"
    limits = clew.Limits()
    limits.cancel()
    assert clew.generate("coroutine", par=99, limits=limits).limit == "interrupted"
    assert clew.generate("coroutine", count=0) == []


def test_wrong_wishes_are_refused() -> None:
    refused: list[tuple[str, dict[str, Any], str]] = [
        ("chess", {}, "choose one of blocks"),
        ("blocks", {"par": (9, 3)}, r"\(least, most\)"),
        ("blocks", {"size": "2x99"}, "rows and columns from 3"),
        ("blocks", {"method": "backward"}, "this family supports forwards"),
        ("blocks", {"size": "5x5", "symmetric": True}, "even number of rows"),
        ("coroutine", {"size": "4x6", "symmetric": True}, "an odd number of rows or columns"),
        ("pebbles", {"symmetric": True}, "not for pebbles"),
        ("coroutine", {"pieces": 3}, "leave pieces out"),
        ("pebbles", {"size": "circle"}, "panguru"),
        ("ricochet", {"pieces": 99}, "pieces=99"),
        ("ricochet", {"method": "magic"}, "no method"),
        ("ricochet", {"count": -1}, "count=-1"),
    ]
    for family, wishes, words in refused:
        with pytest.raises(clew.ClewError, match=words):
            clew.generate(family, **wishes)


def test_the_command_writes_sets_and_folders(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    clew_ = Inside(capsys)
    wishes = ("coroutine", "--par", "9..", "--count", "2", "--seed", "7")
    lines = clew_("generate", *wishes).out.splitlines()
    assert len(lines) == 2 and all(line.startswith("coroutine:") for line in lines)
    clew_("generate", *wishes, "-o", str(tmp_path / "set.csv"))
    rows = (tmp_path / "set.csv").read_text().splitlines()
    assert rows[0] == "board,par" and len(rows) == 3
    folder = clew_("generate", *wishes, "-o", str(tmp_path / "many/"))
    assert folder.status == 0 and len(list((tmp_path / "many").glob("coroutine-*.toml"))) == 2
    assert clew_("check", str(tmp_path / "many")).status == 0  # every par is the proved optimum
    assert [found["puzzle"] for found in clew_("generate", *wishes, "--json").json] == lines
    for seconds in ("1", "10", "100"):  # until it has seen a board, however busy the machine is
        stopped = clew_("generate", "blocks", "--par", "99..", "--max-seconds", seconds)
        assert stopped.status == 3
        if "the hardest board seen needs" in stopped.err:
            break
    assert "the hardest board seen needs" in stopped.err
    assert clew_("generate", "blocks", "--par", "9..3").status == 2
    assert clew_("generate", "coroutine", "-o", str(tmp_path / "set.odt")).status == 2


def test_until_interrupted_adds_to_a_set(tmp_path: Path) -> None:
    file = tmp_path / "set.csv"
    command = [sys.executable, "-m", "clew", "generate", "coroutine", "--par", "7..9", "--seed", "1"]
    command += ["--until-interrupted", "-o", str(file), "-q"]
    sizes = [0]
    for _ in range(2):
        running = subprocess.Popen(command)
        until = time.monotonic() + HANGS
        while time.monotonic() < until and (
            not file.exists() or file.read_text().count("\n") < sizes[-1] + 4
        ):
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=HANGS) == 130
        sizes.append(file.read_text().count("\n"))
    assert sizes[2] > sizes[1] > 3
    boards = [entry.puzzle for entry in clew.read_boards(str(file))]
    assert all(board is not None for board in boards)
    assert len({signature(board) for board in boards if board is not None}) == len(boards)


def test_boards_with_many_bits_of_choice() -> None:
    made = clew.generate("ricochet", size="4x4", pieces=1, par=(3, None), min_bits=5.0, count=2, seed=1)
    plain = clew.generate("ricochet", size="4x4", pieces=1, par=(3, None), count=2, seed=1)
    for board in made:
        assert clew.rate(clew.explore(board), ["bits"]).bits >= 5.0
    assert min(clew.rate(clew.explore(board), ["bits"]).bits for board in plain) < 5.0


def test_what_cannot_be_made_ends() -> None:
    with pytest.raises(clew.ClewError, match=r"all there are .* the hardest needs 1 move:"):
        clew.generate("blocks", size="3x3", pieces=3, par=(2, None), seed=1)
    few = clew.generate("pebbles", size="grid 2x2", pieces=1, par=(1, None), count=50, seed=1)
    assert few and few.limit == "boards"


def test_boards_are_spread_over_the_moves_asked_for() -> None:
    made = clew.generate("ricochet", par=(4, 8), count=10, seed=1)
    assert sorted(board.par or 0 for board in made) == sorted([4, 5, 6, 7, 8] * 2)


def test_large_boards_walls_and_numbers() -> None:
    large = clew.generate("blocks", size="8x8", par=(8, None), seed=1)[0]
    assert len(large.to_dict()["board"]) == 8 and (large.par or 0) >= 8
    walled = clew.generate("blocks", walls=2, par=(5, None), seed=1)[0]
    assert str(walled).count("x") == 2
    numbered = clew.generate("pebbles", size="grid 4x4", numbered=True, par=(12, 14), seed=1)[0]
    assert isinstance(numbered, clew.Pebbles) and list(numbered.plates[:3]) == ["1", "2", "3"]
    with pytest.raises(clew.ClewError, match="leave walls out"):
        clew.generate("sokoban", walls=3)
    with pytest.raises(clew.ClewError, match="leave numbered out"):
        clew.generate("blocks", numbered=True)


@pytest.mark.parametrize("side", [5, 6])
def test_a_small_room_has_as_many_boxes_as_fit(side: int) -> None:
    (board,) = clew.generate("sokoban", size=(side, side), seed=1, par=(1, 20))
    assert str(board).count("$") + str(board).count("*") in {1, 2}
