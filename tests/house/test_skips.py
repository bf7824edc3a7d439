"""The rule of tests/conftest.py: a skipped test fails in CI, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

CONFTEST = (Path(__file__).parent.parent / "conftest.py").read_text(encoding="utf-8")

CASES = {
    "a mark": "import pytest\n@pytest.mark.skip(reason='no data')\ndef test_it(): pass\n",
    "a call": "import pytest\ndef test_it(): pytest.skip('no data')\n",
    "a whole module": "import pytest\npytest.skip('no data', allow_module_level=True)\n",
    "a missing module": "import pytest\npytest.importorskip('clew_no_such_module', reason='no data')\n",
    "no parameters": "import pytest\n@pytest.mark.parametrize('x', [])\ndef test_it(x): pass\n",
}


@pytest.fixture(autouse=True)
def _the_tests_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in this repository: the copied conftest imports its neighbours."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))


def outcomes(pytester: pytest.Pytester, source: str) -> tuple[dict[str, int], str]:
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(test_inner=source)
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    return result.parseoutcomes(), result.stdout.str()


@pytest.mark.slow
@pytest.mark.parametrize("how", CASES)
def test_a_skip_fails_in_ci(how: str, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    counts, output = outcomes(pytester, CASES[how])
    assert "skipped" not in counts
    assert counts.get("failed", 0) + counts.get("error", 0) + counts.get("errors", 0) == 1
    assert "CI allows no skips" in output


@pytest.mark.slow
@pytest.mark.parametrize("how", CASES)
def test_a_skip_is_a_skip_elsewhere(
    how: str, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    counts, _ = outcomes(pytester, CASES[how])
    assert counts.get("skipped") == 1
    assert "failed" not in counts


@pytest.mark.slow
def test_an_expected_failure_is_no_skip(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    counts, _ = outcomes(pytester, "import pytest\n@pytest.mark.xfail\ndef test_it(): assert 1 == 2\n")
    assert counts == {"xfailed": 1}
