"""The ways in: texts as puzzles, limits by themselves, games, moves to draw, tables for pandas, rooms."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from inspect import isfunction, signature
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

import clew
import clew_lab
import clew_studio
from clew.optional import install
from tests.contract.travelling import Countdown
from tests.promptness import HANGS

LONG = "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo"
SMALL = "pebbles[grid 2x2]:AB--/--AB"


# ---------------------------------------------------------------- texts


def test_a_text_is_parsed_to_the_puzzle_that_it_names() -> None:
    assert clew.parse(SMALL) == clew.load(SMALL)
    assert clew.parse('family = "null"\nstart = 3\n') == clew.Null(3)
    assert clew.parse(clew.load(LONG).to_toml()) == clew.load(LONG)


TAKE_A_PUZZLE: dict[str, Callable[[Any], object]] = {
    "solve": lambda puzzle: str(clew.solve(puzzle)),
    "solutions": lambda puzzle: clew.solutions(puzzle).count,
    "distance": clew.distance,
    "hint": lambda puzzle: clew.hint(puzzle).to_dict(),
    "verify": lambda puzzle: clew.verify(puzzle, "2-0").reason,
    "review": lambda puzzle: clew.review(puzzle, "2-0").to_dict(),
    "heatmap": lambda puzzle: clew.heatmap(puzzle).count,
    "compare": lambda puzzle: clew.compare(puzzle).length,
    "improve": lambda puzzle: [report.lower_bound for report in clew.improve(puzzle)][-1],
    "explore": lambda puzzle: clew.explore(puzzle).n,
    "explore_corridor": lambda puzzle: clew.explore_corridor(puzzle).n,
    "explore_many": lambda puzzle: [space.n for space in clew.explore_many([puzzle])],
    "rate": lambda puzzle: clew.rate(puzzle, ["min_moves"]).to_dict(),
    "census": lambda puzzle: clew.census(puzzle).counts,
    "draw": lambda puzzle: str(clew.draw(puzzle)),
    "Game": lambda puzzle: clew.Game(puzzle).legal_moves,
    "Line": lambda puzzle: clew.Line(puzzle, "2-0").moves,
    "check_puzzle": lambda puzzle: str(clew.testing.check_puzzle(puzzle)),
    "predict_difficulty": lambda puzzle: clew.predict_difficulty(puzzle).to_dict(),
    "export": lambda puzzle: exported(puzzle),
}


def exported(puzzle: Any) -> str:
    with TemporaryDirectory() as folder:
        file = Path(folder, "board.json")
        clew_studio.export(puzzle, file)
        return file.read_text(encoding="utf-8")


def test_every_call_that_takes_a_puzzle_is_tried() -> None:
    functions = {name: getattr(clew, name) for name in clew.__all__ if isfunction(getattr(clew, name))}
    parameters = {name: list(signature(function).parameters.values()) for name, function in functions.items()}
    taking = {name for name, given in parameters.items() if given and "Puzzle | " in str(given[0].annotation)}
    assert {"solve", "explore"} <= taking <= set(TAKE_A_PUZZLE)


@pytest.mark.parametrize("call", TAKE_A_PUZZLE)
def test_a_text_is_taken_wherever_a_puzzle_is(call: str) -> None:
    assert TAKE_A_PUZZLE[call](SMALL) == TAKE_A_PUZZLE[call](clew.load(SMALL))


@pytest.mark.parametrize("call", TAKE_A_PUZZLE)
@pytest.mark.parametrize("thing", [clew.Null, 5, None, Path("x.toml"), "rubbish"], ids=str)
def test_what_is_no_puzzle_is_refused_in_words(call: str, thing: object) -> None:
    with pytest.raises(clew.ClewError) as refused:
        TAKE_A_PUZZLE[call](thing)
    if thing is clew.Null:
        assert "pass an instance of it: Null(...)" in str(refused.value)
    if isinstance(thing, Path):
        assert "clew.load" in str(refused.value)


def test_a_path_is_told_to_be_loaded(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text('family = "null"\nstart = 3\n')
    for text in (str(file), "boards/nowhere.toml"):
        with pytest.raises(clew.BoardError, match=r"clew\.load"):
            clew.solve(text)


def test_a_missing_family_is_guessed() -> None:
    for call in (clew.load, clew.parse, clew.solve):
        with pytest.raises(clew.BoardError, match='did you mean "blocks:AAo/ooo"'):
            call("AAo/ooo")


def test_a_toml_text_says_where_it_is_wrong() -> None:
    with pytest.raises(clew.BoardError, match=r"line 2.*start"):
        clew.solve('family = "null"\nstart = "x"\n')


# ---------------------------------------------------------------- limits

LIMITED: dict[str, Callable[..., object]] = {
    "solve": lambda **limits: clew.solve(LONG, **limits).limit,
    "solutions": lambda **limits: clew.solutions(LONG, **limits).limit,
    "hint": lambda **limits: clew.hint(LONG, **limits).limit,
    "heatmap": lambda **limits: clew.heatmap(LONG, **limits).limit,
    "explore": lambda **limits: clew.explore(LONG, **limits).limit,
    "explore_corridor": lambda **limits: clew.explore_corridor(LONG, **limits).limit,
    "explore_many": lambda **limits: next(clew.explore_many([LONG], **limits)).limit,
    "compare": lambda **limits: clew.compare(LONG, **limits).trials[1].solution.limit,  # type: ignore[union-attr]
}


@pytest.mark.parametrize("call", LIMITED)
def test_a_limit_may_be_given_by_itself(call: str) -> None:
    assert LIMITED[call](states=5) == LIMITED[call](limits=clew.Limits(states=5)) == "states"
    assert LIMITED[call](limits=clew.Limits(moves=500), states=5) == "states"
    with pytest.raises(clew.ClewError, match="states is given twice"):
        LIMITED[call](limits=clew.Limits(states=5), states=6)
    with pytest.raises(clew.ClewError, match=r"limits=5: expected clew\.Limits\(\.\.\.\)"):
        LIMITED[call](limits=5)
    with pytest.raises(TypeError, match="unexpected keyword argument 'stats'"):
        LIMITED[call](stats=5)


def test_other_calls_take_them_too() -> None:
    with pytest.raises(clew.LimitReached):
        clew.distance(LONG, states=5)
    with pytest.raises(clew.LimitReached):
        clew.rate(LONG, states=5)
    assert clew.census(LONG, seconds=0).status == "limit"
    assert clew.generate("pebbles", par=500, seconds=0).limit == "seconds"
    assert [report.limit for report in clew.improve(LONG, states=5)][-1] == "states"


def test_memory_may_be_a_text() -> None:
    assert clew.Limits(memory="1GB").memory == 10**9
    assert clew.Limits(memory="2 MiB").memory == 2**21
    assert clew.solve(LONG, memory="1").limit == "memory"
    for text in ("much", "-1GB", "1XB", ""):
        with pytest.raises(clew.ClewError, match="200MB"):
            clew.solve(LONG, memory=text)


def test_both_are_cancelled_together() -> None:
    limits = clew.Limits(moves=500)
    limits.cancel()
    assert clew.solve(LONG, limits=limits, seconds=100).limit == "interrupted"


# ---------------------------------------------------------------- games and pictures


def test_a_game_is_asked_about_where_it_stands() -> None:
    game = clew.Game(LONG)
    game.play(clew.solve(LONG)[0])
    assert clew.hint(game).distance == clew.distance(game) == 7
    assert clew.hint(game).to_dict() == clew.hint(LONG, game.state).to_dict()
    with pytest.raises(clew.ClewError, match="a game has its own state"):
        clew.hint(game, game.state)


def test_moves_are_drawn_of_a_puzzle() -> None:
    picture = str(clew.draw("2-0 3-1", puzzle=SMALL))
    assert picture == str(clew.draw(["2-0", "3-1"], puzzle=clew.load(SMALL)))
    assert picture == str(clew.draw(clew.Line(clew.load(SMALL), "2-0 3-1")))
    with pytest.raises(clew.IllegalMove):
        clew.draw("0-1", puzzle=SMALL)
    with pytest.raises(clew.ClewError, match=r"one string or a list of names.*, not int"):
        clew.draw(5, puzzle=SMALL)


# ---------------------------------------------------------------- maps


@pytest.mark.parametrize("board", [LONG, SMALL, "ricochet:A../.#./..B>..A/.../B.."])
def test_indices_have_a_sign(board: str, tmp_path: Path) -> None:
    from scipy import sparse

    made = clew.explore(board)
    made.save(tmp_path / "map.npz")
    for space in (made, clew.StateSpace.load(tmp_path / "map.npz")):
        assert space.indptr is not None and space.indices is not None
        assert {array.dtype.name for array in (space.indptr, space.indices, space.row(0))} == {"int32"}
        assert (np.diff(space.indptr) >= 0).all() and (space.indices - space.n < 0).all()
        matrix = sparse.csr_array((np.ones(space.edges), space.indices, space.indptr), shape=(space.n,) * 2)
        assert np.shares_memory(matrix.indices, space.indices)
        assert np.shares_memory(matrix.indptr, space.indptr)
        assert space.to_scipy().nnz == space.edges
        assert space.undirected_edges == made.undirected_edges
        assert space.count_optimal() == clew.solutions(board).count


def test_tables_for_pandas() -> None:
    space = clew.explore("blocks:AAoxo")
    frame = space.to_pandas()
    assert list(frame.columns) == ["distance", "depth", "is_goal", "moves", "state"]
    assert frame.distance.isna().all() and list(frame.state) == ["AAoxo", "oAAxo"]
    solvable = clew.explore(SMALL)
    assert list(solvable.to_pandas().distance) == solvable.distance.tolist()
    assert "state" not in solvable.to_pandas(states=False)
    assert clew.census(SMALL).to_pandas().positions.sum() == clew.census(SMALL).solvable
    compared = clew.compare(SMALL).to_pandas()
    assert list(compared.method)[:2] == ["default", "bfs"] and (compared.length.dropna() == 2).all()


# ---------------------------------------------------------------- sweeps


def test_your_own_puzzles_are_swept() -> None:
    puzzles = [Countdown(start, names=("a", "b")) for start in (3, 4, 5)]
    swept = clew_lab.sweep.solve([*puzzles, SMALL], workers=1)
    assert swept.to_pandas().length.tolist() == [2, 2, 3, 2]
    assert next(swept.rows())["puzzle"] == "tests.contract.travelling:Countdown(3, names=('a', 'b'))"


def test_a_puzzle_that_no_other_process_can_make_is_refused() -> None:
    class Hidden(Countdown):
        pass

    for puzzle in (Hidden(3), Countdown(3, names=object())):  # type: ignore[arg-type]
        with pytest.raises(clew.ClewError, match="cannot be made in another process"):
            clew_lab.sweep.solve([puzzle], workers=1)


# ---------------------------------------------------------------- rooms


def test_rooms_are_there_after_import_and_not_before_they_are_named() -> None:
    program = (
        "import sys, clew, clew_lab\n"
        "rooms = {'clew.testing', 'clew_lab.sweep', 'clew_lab.study', 'clew.boards.load'}\n"
        "assert not rooms & set(sys.modules)\n"
        "clew.testing.check_puzzle; clew_lab.sweep.solve; clew_lab.study.read_log; clew.parse\n"
        "assert {'testing', 'parse'} <= set(dir(clew))\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=HANGS)


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("arena", "clew_lab.arena", "run"),
        ("gym", "clew_lab.gym", "PuzzleEnv"),
        ("pages", "clew_studio", "export"),
        ("studio", "clew_studio", "export"),
        ("study", "clew_lab.study", "read_log"),
        ("sweep", "clew_lab.sweep", "solve"),
        ("world", "clew_world", "World"),
    ],
)
def test_packages_keep_their_old_name_with_a_warning(old: str, new: str, name: str) -> None:
    sys.modules.pop(f"clew.{old}", None)
    vars(clew).pop(old, None)
    with pytest.warns(DeprecationWarning, match=f"clew.{old} is now the package {new}"):
        module = import_module(f"clew.{old}")
    vars(clew).pop(old, None)
    assert getattr(module, name) is getattr(import_module(new), name)
    assert getattr(getattr(clew, old), name) is getattr(module, name)


def test_export_keeps_its_old_name_with_a_warning() -> None:
    vars(clew).pop("export", None)
    with pytest.warns(DeprecationWarning, match=r"clew\.export is now clew_studio\.export"):
        assert clew.export is clew_studio.export


def test_without_clew_studio_its_old_names_say_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "clew_studio", None)
    for name in ("export", "pages", "studio"):
        sys.modules.pop(f"clew.{name}", None)
        vars(clew).pop(name, None)
        with pytest.raises(clew.ClewError, match=re.escape(install("studio"))):
            getattr(clew, name)


def test_worlds_are_found_in_the_gym_by_their_old_name() -> None:
    import clew_world

    with pytest.warns(DeprecationWarning, match="clew_world"):
        from clew_lab.gym import WorldEnv
    assert WorldEnv is clew_world.WorldEnv
