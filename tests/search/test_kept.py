"""Tables that are kept for later processes: found again, safe to delete, not read when damaged."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clew.puzzles import cache

HARD = "11 14 13 1 2 3 12 4 15 7 9 5 10 6 8 -"
"""The 60th of Korf's boards (1985), of 66 moves."""

TIMES = 9
"""How often it is solved: the largest tables are built once all searches have entered 2 ** 26 nodes."""

SOLVE = f"""
import sys
import clew
puzzle = clew.Pebbles("- 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "{HARD}", "grid 4x4")
for _ in range(int(sys.argv[1])):
    solution = clew.solve(puzzle, threads=1)
print(solution.length, *solution.moves)
"""


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"CLEW_CACHE": "/somewhere"}, "/somewhere/tables"),
        ({"CLEW_CACHE": ""}, None),
        ({"XDG_CACHE_HOME": "/caches"}, "/caches/clew/tables"),
        ({"XDG_CACHE_HOME": "not/absolute", "HOME": "/home/me"}, "/home/me/.cache/clew/tables"),
    ],
)
def test_the_folder_follows_the_environment(
    settings: dict[str, str], expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CLEW_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert cache.folder("tables") == expected


def test_a_folder_that_others_can_write_to_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLEW_CACHE", str(tmp_path))
    made = cache.made("tables")
    assert made == str(tmp_path / "tables")
    assert os.stat(made).st_mode & 0o077 == 0
    os.chmod(made, 0o777)
    assert cache.made("tables") is None


def test_a_folder_that_cannot_be_made_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CLEW_CACHE", str(tmp_path / "file"))
    assert cache.made("tables") is None


@pytest.mark.many  # minutes of searching come before the largest tables
def test_tables_are_kept_for_the_next_process_and_a_damaged_file_is_made_again(tmp_path: Path) -> None:
    def solve(times: int) -> list[str]:
        environment = {**os.environ, "CLEW_CACHE": str(tmp_path)}
        command = [sys.executable, "-c", SOLVE, str(times)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout.split()

    length, *moves = solve(TIMES)
    assert length == "66"
    (file,) = (tmp_path / "tables").iterdir()
    content, written = file.read_bytes(), file.stat().st_mtime_ns
    assert solve(1) == [length, *moves]
    assert file.stat().st_mtime_ns == written, "they are not made again"
    file.write_bytes(content[:5000] + b"?" + content[5001:])
    assert solve(TIMES) == [length, *moves]
    assert file.read_bytes() == content, "a damaged file is made again"
    assert file.read_bytes() == content
