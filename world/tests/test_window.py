"""The window, on a display of its own, with a click that the display server makes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew_world import Camera, World, read
from clew_world.paint.frame import USUAL
from tests.promptness import HANGS
from tests.worlds import until


@pytest.fixture
def display() -> Iterator[str]:
    """The name of a display without a screen."""
    assert shutil.which("Xvfb"), "Xvfb is missing; tools/setup installs it (Debian: xvfb, xdotool)"
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        [
            "Xvfb",
            "-displayfd",
            str(write_end),
            "-screen",
            "0",
            f"{USUAL[0]}x{USUAL[1]}x24",
            "-nolisten",
            "tcp",
        ],
        pass_fds=[write_end],
        stderr=subprocess.DEVNULL,
    )
    os.close(write_end)
    with os.fdopen(read_end) as told:
        number = told.readline().strip()
    try:
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


def test_a_real_click_sends_the_player_there(display: str, tmp_path: Path) -> None:
    level = read("meadow")
    record = tmp_path / "game.json"
    environment = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11"}
    program = subprocess.Popen(
        [
            *(sys.executable, "-m", "clew", "world", "run", "meadow"),
            *("--record", str(record), "--gif", str(tmp_path / "game.gif")),
        ],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )

    def xdotool(*words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=environment, capture_output=True, text=True, timeout=HANGS, check=True
        )
        return done.stdout.strip()

    try:
        window = xdotool("search", "--sync", "--onlyvisible", "--class", "clew").split()[0]
        xdotool("mousemove", "--window", window, "400", "600", "click", "1", "key", "Escape")
        told, wrong = program.communicate(timeout=HANGS)
    finally:
        program.kill()
    assert program.returncode == 0, wrong
    assert " ticks (" in told
    assert (tmp_path / "game.gif").read_bytes().startswith(b"GIF89a")
    touches = [
        entry for entry in json.loads(record.read_text(encoding="utf-8"))["inputs"] if entry[1] == "touch"
    ]
    assert len(touches) == 1
    screen = (min(USUAL[0], round(level.width * level.zoom)), min(USUAL[1], round(level.height * level.zoom)))
    camera = Camera((level.width, level.height), screen, level.zoom, *level.player.start)
    x, _ = camera.to_world(400, 600)
    # The camera shows the whole width of this level, so that the place does not depend on when the click
    # came.
    assert touches[0][2] == pytest.approx(x, abs=0.1)
    with World.resume(record) as world:
        until(world, lambda: world.player.answer != "on the way")
        assert world.player.x == pytest.approx(x, abs=0.1)
