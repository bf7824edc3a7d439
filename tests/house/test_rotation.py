"""Tests marked slow take turns (`tests/rotation.py`): no part overlaps another, and together they are all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import rotation
from tests.studio import profiles
from tools import again

pytest_plugins = ["pytester"]

CONFTEST = (Path(__file__).parent.parent / "conftest.py").read_text(encoding="utf-8")
QUICK = "def test_quick(): pass\n"
CASES = "import pytest\n@pytest.mark.slow\n@pytest.mark.parametrize('n', range(10))\ndef test_case(n): pass\n"
TOGETHER = """
import pytest
pytestmark = pytest.mark.slow(together=True)
def test_a(): pass
def test_b(): pass
"""


@pytest.fixture
def chosen(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    pytester.makeconftest(CONFTEST)
    pytester.makeini("[pytest]\nmarkers =\n    slow: takes turns\n")
    pytester.makepyfile(test_quick=QUICK, test_cases=CASES, test_together=TOGETHER)
    return pytester


def run(pytester: pytest.Pytester, which: str) -> tuple[set[str], str]:
    """The tests that ran, and what was printed."""
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-v", "--slow", which)
    lines = [line for line in result.outlines if "PASSED" in line]
    return {line.split(" PASSED")[0].strip() for line in lines}, result.stdout.str()


@pytest.mark.slow
def test_the_parts_are_disjoint_and_together_everything(chosen: pytest.Pytester) -> None:
    everything, _ = run(chosen, "all")
    assert len(everything) == 13
    parts = [run(chosen, f"{number}/3")[0] for number in (1, 2, 3)]
    quick = {"test_quick.py::test_quick"}
    assert set.union(*parts) == everything
    assert all(one & other == quick for one in parts for other in parts if one is not other)
    together = {name for name in everything if name.startswith("test_together")}
    assert [len(part & together) for part in parts].count(2) == 1
    assert run(chosen, "none")[0] == quick


@pytest.mark.slow
def test_a_run_of_a_part_says_so(chosen: pytest.Pytester) -> None:
    assert "tests marked slow: part 2 of 3; `make test-slow` runs all of them" in run(chosen, "2/3")[1]
    assert "tests marked slow" not in run(chosen, "all")[1]


@pytest.mark.parametrize("words", ["some", "0/4", "5/4", "1/0", "-1/4"])
def test_what_is_no_part_is_refused(words: str) -> None:
    with pytest.raises(pytest.UsageError, match="say all, none, rotate"):
        rotation.part_of(words)


def test_the_next_commit_runs_the_next_part(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = set()
    for commits in range(100, 100 + rotation.PARTS):
        monkeypatch.setattr(rotation, "commits", lambda commits=commits: commits)
        parts.add(rotation.part_of("rotate"))
    assert parts == {(part, rotation.PARTS) for part in range(1, rotation.PARTS + 1)}


def test_runs_again_take_the_parts_in_turn_and_each_part_both_idle_and_busy() -> None:
    seeds = range(1, 2 * rotation.PARTS + 1)
    runs = {(again.slow_part("rotate", seed), again.busy_loops(seed)) for seed in seeds}
    parts = {f"{part}/{rotation.PARTS}" for part in range(1, rotation.PARTS + 1)}
    assert runs == {(part, busy) for part in parts for busy in (0, again.BUSY)}
    assert all(rotation.part_of(part) for part, _ in runs)
    assert [again.slow_part(wanted, 3) for wanted in ("all", "none", "2/4")] == ["all", "none", "2/4"]


def test_the_browser_tests_take_turns_with_the_profiles(
    monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    chosen = []
    for number in (6, 7):
        monkeypatch.setattr(profiles, "commits", lambda number=number: number)
        monkeypatch.setattr(pytestconfig.option, "profile", profiles.TURN)
        profiles.settle(pytestconfig)
        chosen.append(pytestconfig.getoption("--profile"))
    assert chosen == [profiles.EMBEDDED, profiles.SITE]


def test_whole_files_take_turns_too(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    for number in range(30, 42):
        monkeypatch.setattr(rotation, "commits", lambda number=number: number)
        seen += rotation.files("tests/studio", 12)
    here = [path.name for path in (rotation.ROOT / "tests/studio").glob("test_*.py")]
    assert sorted(Path(path).name for path in seen) == sorted(here)


def test_ten_commits_run_each_file_of_the_browser_tests_on_both_profiles(
    monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    seen: set[tuple[str, str]] = set()
    for number in range(100, 110):
        monkeypatch.setattr(rotation, "commits", lambda number=number: number)
        monkeypatch.setattr(profiles, "commits", lambda number=number: number)
        monkeypatch.setattr(pytestconfig.option, "profile", profiles.TURN)
        profiles.settle(pytestconfig)
        seen |= {(path, pytestconfig.getoption("--profile")) for path in rotation.files("tests/browser", 5)}
    here = [f"tests/browser/{path.name}" for path in (rotation.ROOT / "tests/browser").glob("test_*.py")]
    assert seen == {(path, profile) for path in here for profile in (profiles.EMBEDDED, profiles.SITE)}
