"""`clew solve`: answers for people and programs, options, exit statuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clew import load, verify
from tests.cli.program import Inside, program
from tests.search.boards import COUNTER, GAR, KNOWN, LONG, PANGURU, STUCK

KEYS = {
    "family": str,
    "board": str,
    "status": str,
    "puzzle": str,
    "optimal": bool,
    "length": int | None,
    "lower_bound": int | None,
    "metric": str,
    "moves": list | None,
    "count": int | None,
    "states": int,
    "seconds": float,
    "algorithm": str,
}


def test_people_see_the_board_the_moves_and_a_line_of_figures(clew: Inside) -> None:
    result = clew("solve", "--count", GAR)
    board, moves, figures = result.out.strip("\n").split("\n\n")[1:]
    assert board.splitlines() == ["  BBoooG", "  EooHoG", "  EAAHoG", "  EooHoo", "  FoooCC", "  FoDDDo"]
    assert verify(load(GAR), moves).solved
    assert "8 moves (slide), proved optimal" in figures
    assert "61 optimal solutions" in figures
    assert (result.status, result.err) == (0, "")
    assert "\x1b" not in result.out, "no colour where no terminal is"


@pytest.mark.parametrize("board", KNOWN)
def test_json_has_every_key_with_its_kind(clew: Inside, board: str) -> None:
    result = clew("solve", "--json", "--count", board)
    (answer,) = result.json
    assert list(answer) == list(KEYS)
    for key, kind in KEYS.items():
        assert isinstance(answer[key], kind), key
    length, count = KNOWN[board]
    puzzle = load(board)
    assert (
        answer["status"],
        answer["length"],
        answer["lower_bound"],
        answer["count"],
        answer["optimal"],
    ) == (
        "solved",
        length,
        length,
        count,
        True,
    )
    assert (answer["puzzle"], answer["board"], answer["family"]) == (
        str(puzzle),
        puzzle._body(),
        puzzle.family,
    )
    assert verify(puzzle, answer["moves"]).solved
    assert result.status == 0


def test_count_is_null_unless_asked_for(clew: Inside) -> None:
    assert clew("solve", "--json", GAR).json[0]["count"] is None


def test_the_program_itself_answers_the_same() -> None:
    ours = program("solve", "--json", GAR).json[0]
    assert (ours["length"], ours["status"]) == (8, "solved")


def test_unsolvable_is_proved_with_status_1(clew: Inside) -> None:
    result = clew("solve", "--json", STUCK)
    (answer,) = result.json
    assert (answer["status"], answer["length"], answer["moves"], answer["count"], answer["lower_bound"]) == (
        "unsolvable",
        None,
        None,
        0,
        None,
    )
    assert result.status == 1
    assert "no solution, proved" in clew("solve", STUCK).out
    assert clew("solve", "--quiet", STUCK) == (1, "unsolvable\n", "")


@pytest.mark.parametrize(
    ("options", "limit"),
    [
        (["--max-seconds", "0.1"], "seconds"),
        (["--max-states=50_000", "--algorithm=astar"], "states"),
        (["--max-memory", "20MB", "--algorithm", "astar"], "memory"),
        (["--max-moves", "30"], "moves"),
    ],
)
def test_each_limit_ends_with_status_3_and_a_lower_bound(
    clew: Inside, options: list[str], limit: str
) -> None:
    result = clew("solve", "--json", *options, LONG)
    (answer,) = result.json
    assert (answer["status"], answer["limit"], answer["optimal"]) == ("limit", limit, False)
    assert answer["lower_bound"] > 0
    assert result.status == 3
    people = clew("solve", *options, LONG).out
    assert f"stopped by the limit on {limit}" in people
    if limit != "moves":  # the bound of the start says it at once
        assert " 0 states" not in people, "what a search does that stores no states is told, too"


def test_a_count_that_a_limit_stops_is_null_with_status_3(
    clew: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clew.search.solutions.Solutions.count", property(lambda self: None))
    result = clew("solve", "--json", "--count", GAR)
    (answer,) = result.json
    assert (answer["status"], answer["length"], answer["count"], result.status) == ("solved", 8, None, 3)


def test_all_lists_every_solution_and_all_n_the_first_n(clew: Inside) -> None:
    (everything,) = clew("solve", "--json", "--all", PANGURU).json
    (some,) = clew("solve", "--json", "--all=5", PANGURU).json
    assert len(everything["solutions"]) == everything["count"] == some["count"] == 12
    assert some["solutions"] == everything["solutions"][:5]
    for moves in everything["solutions"]:
        assert verify(load(PANGURU), moves).solved
    lines = clew("solve", "--quiet", "--all", PANGURU).out.splitlines()
    assert lines == [*(" ".join(moves) for moves in everything["solutions"]), "12"]


def test_after_plays_moves_first(clew: Inside) -> None:
    (answer,) = clew("solve", "--json", "--after", "BR1 EU1", GAR).json
    assert (answer["length"], answer["after"], answer["puzzle"]) == (6, ["BR1", "EU1"], GAR)
    result = clew("solve", "--after", "BR1 AR4", GAR)
    assert (result.status, result.out) == (2, "")
    assert "AR4 (move 2) is not legal here" in result.err


def test_via_says_what_the_detour_costs(clew: Inside) -> None:
    (answer,) = clew("solve", "--json", "--via", "6", "--via", "5", COUNTER).json
    assert (answer["legs"], answer["optimum"], answer["detour"], answer["length"]) == ([2, 1, 5], 4, 4, 8)
    assert "a detour of 4 over the optimum 4" in clew("solve", "--via", "6", COUNTER).out
    assert clew("solve", "--via", "6", "--count", COUNTER).status == 2


@pytest.mark.parametrize("algorithm", ["bfs", "bidirectional", "astar", "ida_star"])
def test_algorithm_is_what_was_asked_for(clew: Inside, algorithm: str) -> None:
    (answer,) = clew("solve", "--json", f"--algorithm={algorithm}", GAR).json
    assert (answer["algorithm"], answer["length"]) == (algorithm, 8)


def test_threads_change_no_answer(clew: Inside) -> None:
    answers = []
    for threads in ("1", "2", "4"):
        (answer,) = clew("solve", "--json", "--count", "--threads", threads, GAR).json
        answers.append({key: value for key, value in answer.items() if key not in ("states", "seconds")})
    assert answers[0] == answers[1] == answers[2]


def test_quiet_prints_the_moves_alone(clew: Inside) -> None:
    result = clew("solve", "-q", "null:3")
    assert result == (0, "down down down\n", "")


def test_a_title_names_the_board_and_cannot_steer_the_terminal(clew: Inside, tmp_path: Path) -> None:
    path = tmp_path / "evil.toml"
    path.write_text('family = "null"\nstart = 2\ntitle = "red \\u001b[31m"\n')
    out = clew("solve", str(path)).out
    assert "\x1b" not in out
    assert out.startswith("red")


def test_long_lines_are_wrapped(clew: Inside) -> None:
    out = clew("solve", "null:100").out
    assert max(map(len, out.splitlines())) <= 80
    assert out.count("down") == 100


def test_a_count_of_any_size_is_written_in_full(clew: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    large = 7**6000
    monkeypatch.setattr("clew.search.solutions.Solutions.count", property(lambda self: large))
    line = json.loads(clew("solve", "--json", "--count", GAR).out, parse_int=str)
    assert len(line["count"]) == 5071 and line["count"].endswith(str(large % 10**100))
    with pytest.raises(ValueError, match="digits"):
        int("1" * 5000)  # writing must not lift the limit for what is read
