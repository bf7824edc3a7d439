"""A part tells systemd when it serves, so that a restart of one part after the other leaves no gap."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from clew_studio.server.systemd import VARIABLE, tell_ready
from tests.promptness import HANGS
from tests.studio.engines import free_port


@pytest.mark.parametrize("name", ["{folder}/told", "@clew-test-{pid}"])
def test_it_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    address = name.format(folder=tmp_path, pid=os.getpid())
    with _listening(address) as told:
        monkeypatch.setenv(VARIABLE, address)
        tell_ready()
        assert told.recv(100) == b"READY=1"
        assert VARIABLE not in os.environ, "the processes that this one starts are not asked"
        tell_ready()  # nobody waits any longer


@pytest.mark.many
@pytest.mark.embedded
def test_a_studio_tells_when_it_serves(tmp_path: Path) -> None:
    address, port = str(tmp_path / "told"), free_port()
    words = [sys.executable, "-m", "clew", "studio", "--data", str(tmp_path / "data"), "--port", str(port)]
    with _listening(address) as told:
        process = subprocess.Popen(words, env={**os.environ, VARIABLE: address}, stdout=subprocess.DEVNULL)
        try:
            assert told.recv(100) == b"READY=1"
            socket.create_connection(("127.0.0.1", port), HANGS).close()
        finally:
            process.terminate()
            process.wait(HANGS)


def _listening(address: str) -> socket.socket:
    told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    told.bind("\0" + address[1:] if address.startswith("@") else address)
    told.settimeout(HANGS)
    return told
