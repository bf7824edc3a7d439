"""A failed test runs once more, alone: what passes then is named, and nothing else is forgiven."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tools import steady

CONFTEST = (Path(__file__).parents[1] / "conftest.py").read_text(encoding="utf-8")
INI = "[pytest]\ntestpaths = tests\nmarkers =\n    alone: measures\n    slow: takes turns\n"
# Each test passes from its second run on if the word `once` is in its name.
TESTS = """
from pathlib import Path
import pytest

@pytest.mark.parametrize("name", {names!r})
def test_of(name):
    seen = Path({folder!r}) / name.replace(" ", "_")
    again = seen.exists()
    seen.touch()
    assert name == "good" or ("once" in name and again), "the first run" if not again else "another run"
"""


Run = Callable[..., tuple[int, str, list[str]]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs tests of those names; the exit status, what was printed, and which tests were called unsteady."""
    monkeypatch.setenv("PYTHONPATH", str(steady.ROOT))
    monkeypatch.setattr(steady, "ROOT", tmp_path)
    for name in ("FAILURES", "UNSTEADY"):
        monkeypatch.setattr(steady, name, tmp_path / "build" / getattr(steady, name).name)
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text(INI, encoding="utf-8")

    def ran(*names: str, words: tuple[str, ...] = ()) -> tuple[int, str, list[str]]:
        text = TESTS.format(names=names, folder=str(tmp_path))
        (tests / "test_some.py").write_text(text, encoding="utf-8")
        status = steady.main(["-q", "-p", "no:cacheprovider", *words])
        unsteady = (
            steady.UNSTEADY.read_text(encoding="utf-8").splitlines() if steady.UNSTEADY.exists() else []
        )
        return status, capfd.readouterr().out, [name.rpartition("::")[2] for name in unsteady]

    return ran


@pytest.mark.parametrize(
    "words",
    [(), pytest.param(("-n", "2", "-m", "not alone", "--slow", "rotate"), marks=pytest.mark.slow)],
    ids=["one process", "two processes"],
)
def test_what_passes_the_second_time_is_named(run: Run, words: tuple[str, ...]) -> None:
    status, out, unsteady = run("good", "once [1]", "once only", words=words)
    assert status == 0
    # Two processes report in any order.
    assert sorted(unsteady) == ["test_of[once [1]]", "test_of[once only]"]
    assert "UNSTEADY" in out and "2 passed" in out and "test_of[once only]" in out


@pytest.mark.slow
def test_what_fails_twice_fails(run: Run) -> None:
    status, out, unsteady = run("good", "bad", "once")
    assert (status, unsteady) == (1, [])
    assert "AssertionError: another run" in out and "UNSTEADY" not in out


@pytest.mark.slow
def test_many_failures_are_not_run_again(run: Run) -> None:
    names = [f"once {number}" for number in range(steady.MOST + 1)]
    status, out, unsteady = run(*names)
    assert (status, unsteady) == (1, [])
    assert "once more" not in out


@pytest.mark.slow
def test_a_good_run_is_one_run(run: Run) -> None:
    status, out, unsteady = run("good")
    assert (status, unsteady) == (0, [])
    assert out.count("1 passed") == 1


@pytest.mark.slow
def test_none_of_the_tests_asked_for_is_no_failure_to_repeat(run: Run) -> None:
    assert run("good", words=("-k", "missing"))[0] == 5


@pytest.mark.slow
def test_a_file_that_cannot_be_read_is_never_forgiven(run: Run, tmp_path: Path) -> None:
    broken = tmp_path / "tests" / "test_broken.py"
    broken.write_text("import nothing_of_this_name\n", encoding="utf-8")
    assert run("good")[0] not in (0, 5)
