"""Users' own puzzles through the API: those that the site allows are solved, by a solver alone; no others."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.promptness import HANGS
from tests.studio.client import Client, Json
from tests.studio.server import Site
from tests.studio.test_jobs import ended

RULES = '''
import time

import clew


class Line(clew.Puzzle):
    """From 0 to `length` by steps of 1 and 2; what goes wrong on the way is `fault`."""

    def __init__(self, length=5, fault=None):
        self.length = length
        self.fault = fault
        if fault == "when made":
            raise ValueError("no such line")

    def initial(self):
        print("rules may print")
        return 0

    def moves(self, state):
        if self.fault == "raises" and state == 2:
            raise LookupError("the line is torn at 2")
        if self.fault == "memory":
            bytearray(1 << 60)
        while self.fault == "endless":
            time.sleep(0.1)
        return [1, 2] if self.fault == "no goal" else [step for step in (1, 2) if state + step <= self.length]

    def apply(self, state, move):
        return state + move

    def is_goal(self, state):
        return self.fault != "no goal" and state == self.length


class Secret(Line):
    pass


open("imported", "a").write(f"{__import__('os').getpid()} ")
'''
ALLOWED = ("line:Line", "gone.away:Puzzle")


@pytest.fixture(scope="module")
def own_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site in whose folder there are rules, of which it allows one class."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "line.py").write_text(RULES, encoding="utf-8")
    (folder / "gone").mkdir()
    (folder / "gone" / "away.py").write_text("", encoding="utf-8")
    before = os.getcwd()
    os.chdir(folder)
    try:
        running = Site(folder / "data", *(word for name in ALLOWED for word in ("--allow", name))).start()
    finally:
        os.chdir(before)
    (folder / "gone" / "away.py").unlink()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def stuck(own_site: Site) -> tuple[Client, str]:
    """A job whose rules never return, begun before the others, which do not mind."""
    client = own_site.client()
    job = client.post("/solve", {"board": "line:Line(5, 'endless')", "seconds": 0.2}).good(201)
    return client, job["id"]


@pytest.fixture
def guest(own_site: Site, stuck: tuple[Client, str]) -> Client:
    return own_site.client()


def solved(client: Client, board: str, **more: Json) -> Json:
    """The job of a puzzle, once it has ended."""
    return ended(client, client.post("/solve", {"board": board, **more}).good(201)["id"])


def refusal(client: Client, path: str, board: Json, **more: Json) -> str:
    detail: str = client.post(path, {"board": board, **more}).problem(422, "bad-board")["detail"]
    return detail


@pytest.mark.many
def test_an_allowed_puzzle_is_solved(guest: Client) -> None:
    job = solved(guest, "line:Line( 7 )")
    assert job["state"] == "done", job
    assert (job["puzzle"], job["start"]) == ("line:Line(7)", "")
    result = job["result"]
    assert (result["status"], result["optimal"], result["length"]) == ("solved", True, 4)
    assert sum(int(move) for move in result["moves"]) == 7
    assert [one["puzzle"] for one in guest.get("/jobs").good()["items"]] == ["line:Line(7)"]


@pytest.mark.many
def test_states_moves_and_waypoints_are_the_puzzle_s_own(guest: Client) -> None:
    assert solved(guest, "line:Line", state="3")["result"]["length"] == 1
    detour = solved(guest, "line:Line(6)", after=["1"], via=["2"])["result"]
    assert (detour["optimum"], detour["length"], detour["detour"]) == (3, 3, 1)
    wrong = solved(guest, "line:Line(6)", after=["7"])
    assert wrong["state"] == "failed"
    assert wrong["message"].startswith("7 (move 1) is not legal here: no legal move has that name.")


@pytest.mark.many
def test_rules_run_in_solvers_alone(own_site: Site, guest: Client) -> None:
    assert solved(guest, "line:Line(2)")["state"] == "done"
    readers = (own_site.folder.parent / "imported").read_text(encoding="utf-8").split()
    assert readers
    assert str(own_site.pid) not in readers


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("line:Secret(3)", '"line:Secret" is not one of the puzzles allowed here: line:Line, gone.'),
        (
            "os:system('true')",
            '"os:system" is not one of the puzzles allowed here: line:Line, gone.',
        ),
        ("line:Line.mro()", '"line:Line.mro" is not one of the puzzles'),
        ("line:Line(open('x'))", "is not a literal, and nothing is evaluated here; write numbers"),
        ("line:Line(length=1e999)", "an argument is too long or not finite"),
        (f"line:Line({'-' * 1900}1)", "is nested too deeply"),
        (f"line:Line({'1' * 2000})", "the name of a puzzle has at most 2,000"),
    ],
)
def test_what_is_not_allowed_is_refused_with_the_reason(guest: Client, board: str, told: str) -> None:
    assert told in refusal(guest, "/solve", board)
    assert guest.get("/jobs").good()["items"] == []


def test_nothing_is_allowed_by_default(visitor: Client) -> None:
    assert refusal(visitor, "/solve", "line:Line(3)").endswith("allowed here: none")


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("line:Line(5, 'raises')", "an exception in the rules: LookupError: the line is torn at 2"),
        ("line:Line(5, 'when made')", "an exception in the rules: ValueError: no such line"),
        ("line:Line(5, 'memory')", "The solver ran out of memory."),
        ("line:Line(1, 2, 3)", "line:Line(1, 2, 3): Line.__init__() takes from 1 to 3 positional arguments"),
        ("gone.away:Puzzle()", 'the module "gone.away" can no longer be imported by this site'),
    ],
)
def test_rules_that_fail_fail_the_job_with_their_own_words(
    own_site: Site, guest: Client, board: str, message: str
) -> None:
    job = solved(guest, board)
    assert job["state"] == "failed"
    assert job["message"].startswith(message)
    assert "Traceback" not in job["message"]
    assert str(own_site.folder.parent) not in job["message"]
    assert job["attempts"] == 1


def test_endless_states_end_by_the_limit_of_the_search(guest: Client) -> None:
    cut = solved(guest, "line:Line(5, 'no goal')", seconds=0.5)
    assert (cut["state"], cut["result"]["status"], cut["result"]["limit"]) == ("done", "limit", "seconds")


def test_a_rule_that_never_returns_is_stopped_from_outside(stuck: tuple[Client, str]) -> None:
    """A few seconds after the limit, as every solver that does not end by itself."""
    client, key = stuck
    stopped = ended(client, key)
    assert stopped["state"] == "failed"
    assert stopped["message"] == "The solver did not finish in time and was stopped."


OTHERS: list[tuple[str, dict[str, Json]]] = [
    ("/position", {}),
    ("/replay", {"moves": []}),
    ("/hint", {}),
    ("/distance", {}),
    ("/heatmap", {}),
    ("/generate", {}),
    ("/map", {}),
    ("/map/state", {"index": 0}),
    ("/games", {}),
    ("/film.gif", {"moves": ["1"]}),
    ("/sheet.pdf", {}),
    ("/board.proof", {}),
]


@pytest.mark.parametrize(("path", "more"), OTHERS, ids=[path for path, _ in OTHERS])
def test_everything_that_draws_refuses_it(guest: Client, path: str, more: Json) -> None:
    assert "only solved here (POST /solve)" in refusal(guest, path, "line:Line(5)", **more)


def test_what_is_kept_refuses_it(guest: Client) -> None:
    assert refusal(guest, "/boards", "line:Line(5)", title="mine")
    checked = guest.post("/validate", {"board": "line:Line(5)"}).good(200)
    assert not checked["valid"]
    for keys in ({"own": "line:Line(5)"}, {"family": "line:Line(5)"}, {"family": "line:Line"}):
        assert refusal(guest, "/solve", keys)
        assert refusal(guest, "/boards", keys, title="mine")
    taken = guest.post("/boards/import", {"text": "line:Line(5)"})
    assert taken.status == 422 or taken.json["items"] == []


def test_a_solver_holds_a_job_against_the_list_again(own_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job that was put into the table by other means names what it likes."""
    from clew.errors import BoardError
    from clew_studio.jobs import solver

    monkeypatch.setenv("CLEW_STUDIO_PUZZLES", " ".join(ALLOWED))
    for name in ("line:Secret(3)", "os:getpid()"):
        with pytest.raises(BoardError, match="is not one of the puzzles allowed here: line:Line"):
            solver.read({"keys": {"own": name}, "start": ""})


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("line:Line(3)", "write module:Class, such as hanoi:Hanoi, without arguments"),
        ("blocks:Line", "write module:Class"),
        ("nowhere_at_all:Line", "there is no module nowhere_at_all to import here"),
    ],
)
def test_a_setting_that_names_no_class_is_said_at_the_start(tmp_path: Path, name: str, told: str) -> None:
    words = [sys.executable, "-m", "clew", "studio", "--data", str(tmp_path / "data"), "--allow", name]
    done = subprocess.run(words, capture_output=True, text=True, timeout=HANGS, check=False)
    assert done.returncode == 2
    assert told in done.stderr
    assert not (tmp_path / "data").exists()
