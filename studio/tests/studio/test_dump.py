"""The file that `clew studio dump` writes, and the folder of a site: for their owner's eyes alone."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.studio.authenticator import sign_in, turn_on
from tests.studio.server import Site

pytestmark = pytest.mark.embedded


def studio(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "clew", "studio", "--data", str(folder), *words]
    environment = {**os.environ, "CLEW_DATABASE_URL": ""}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site in a folder that it made itself."""
    made = tmp_path_factory.mktemp("own") / "data"
    Site(made).prepared()
    return made


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_else_on_the_machine_reads_them(folder: Path, tmp_path: Path) -> None:
    """People's addresses, their sessions and the hashes of their passwords are in both."""
    assert mode(folder) == 0o700
    file = tmp_path / "site.jsonl.gz"
    for _ in range(2):
        assert studio(folder, "dump", str(file)).returncode == 0
        assert mode(file) == 0o600
        file.chmod(0o644)  # a file of that name, which the second one replaces


def test_a_dump_that_cannot_be_written_leaves_nothing_behind(folder: Path, tmp_path: Path) -> None:
    places = {tmp_path: "is a folder; name a file in it", tmp_path / "no" / "x": "No such file"}
    for place, words in places.items():
        done = studio(folder, "dump", str(place))
        assert (done.returncode, list(tmp_path.iterdir())) == (2, [])
        assert words in done.stderr


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    done = studio(tmp_path / "new", "load", str(tmp_path / "nowhere"))
    assert done.returncode == 2
    assert "nothing was loaded: No such file" in done.stderr


@pytest.mark.many
def test_a_second_step_moves_with_its_account(tmp_path: Path) -> None:
    """The key, what was used, and the recovery codes that are left."""
    place = Site(tmp_path / "old").start()
    try:
        client = place.client()
        client.sign_up("ada")
        step = turn_on(client, "ada")
        sign_in(place.client(), "ada", step.recovery[0]).good(200)
    finally:
        place.stop()
    file = tmp_path / "site.jsonl.gz"
    assert studio(tmp_path / "old", "dump", str(file)).returncode == 0
    loaded = studio(tmp_path / "new", "load", str(file))
    assert loaded.returncode == 0, loaded.stderr
    moved = Site(tmp_path / "new").start()
    try:
        sign_in(moved.client(), "ada").problem(401, "second-step")
        sign_in(moved.client(), "ada", step.recovery[0]).problem(401, "wrong-code")
        sign_in(moved.client(), "ada", step.recovery[1]).good(200)
    finally:
        moved.stop()
