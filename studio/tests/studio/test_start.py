"""Starting: from nothing, again, twice at once, and without what is needed."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from clew.optional import install
from tests.promptness import HANGS
from tests.studio.server import Site

SECOND_START = 3.0
"""Seconds that a second start may take."""


@pytest.mark.embedded
def test_a_first_start_makes_everything_and_keeps_it_private(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    lines = Site(folder).prepared()
    assert any("a new site with" in line for line in lines)
    assert any(line.startswith("Administrator, once: ") for line in lines)
    assert (folder / "secret.key").stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.embedded
def test_two_studios_do_not_share_a_folder(site: Site) -> None:
    words = [sys.executable, "-m", "clew", "studio", "--data", str(site.folder), "--port", "0"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=HANGS, check=False)
    assert done.returncode == 2
    assert f"process {site.pid}" in done.stderr
    assert "--data" in done.stderr


@pytest.mark.embedded
def test_a_taken_port_is_named(site: Site, tmp_path: Path) -> None:
    port = site.url.rpartition(":")[2]
    words = [sys.executable, "-m", "clew", "studio", "--data", str(tmp_path / "data"), "--port", port]
    done = subprocess.run(words, capture_output=True, text=True, timeout=HANGS, check=False)
    assert done.returncode == 2
    assert f"127.0.0.1:{port}" in done.stderr


@pytest.mark.embedded
def test_a_second_start_is_quick(tmp_path: Path) -> None:
    """In seconds of a processor, which are those of the clock where nothing else runs."""
    site = Site(tmp_path / "data").start()  # in a copy of a folder that a first start made
    fields = Path(f"/proc/{site.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    site.stop()
    spent = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    assert spent <= SECOND_START, f"{spent} s"


def test_the_command_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from clew.cli.main import main
    from clew_studio.commands import studio

    monkeypatch.setitem(sys.modules, "clew_lab", None)
    assert main(["studio", "forecast", "--data", str(tmp_path)]) == 2
    assert install("study") in capsys.readouterr().err
    monkeypatch.setattr(studio, "NEEDED", ("no_such_package",))
    assert main(["studio"]) == 2
    assert install("studio") in capsys.readouterr().err


def test_what_is_old_goes_at_a_start() -> None:
    from django.utils import timezone

    from clew_studio.jobs import queue
    from clew_studio.models import Answer, Job
    from clew_studio.server import cleanup
    from tests.studio.test_jobs import puzzle

    done = {"status": "solved", "length": 1, "lower_bound": 1}
    old, new = (
        queue.ask("solve", puzzle(), puzzle().initial(), player=None, result=done).pk for _ in range(2)
    )
    Job.objects.filter(pk=old).update(finished=timezone.now() - cleanup.JOBS - timedelta(days=1))
    Answer.objects.create(key="old", answer={})
    Answer.objects.filter(key="old").update(created=timezone.now() - cleanup.ANSWERS - timedelta(days=1))
    cleanup.clean_up()
    assert not Job.objects.filter(pk=old).exists()
    assert Job.objects.filter(pk=new).exists()
    assert not Answer.objects.filter(key="old").exists()


def test_the_rest_of_clew_needs_none_of_it() -> None:
    code = (
        "import sys, clew; clew.solve(clew.load('null:3')); "
        "print(any('django' in name for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_tables_are_as_the_models_say() -> None:
    """A change of a model without its migration."""
    from io import StringIO

    from django.core.management import call_command

    told = StringIO()
    call_command("makemigrations", "--check", "--dry-run", "studio", stdout=told)
    assert "No changes" in told.getvalue()
