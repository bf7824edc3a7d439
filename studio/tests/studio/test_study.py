"""A game that was played on the site is exported and studied as it comes."""

from __future__ import annotations

from pathlib import Path

import clew_lab.study
from tests.studio.client import Client

BOARD = "blocks-gar-1"
SOLUTION = ["BR1", "EU1", "FU1", "DL2", "CL3", "GD3", "HD2", "AR3"]


def played(visitor: Client) -> None:
    """A look around with an undo, a restart, a hint, then a solution; and a second game that is given up."""
    key = visitor.post("/games", {"board": BOARD}).good(201)["id"]
    visitor.post(f"/games/{key}/moves", {"moves": ["CL3"], "t_client_ms": 1000}).good()
    visitor.post(f"/games/{key}/undo", {"t_client_ms": 1900}).good()
    visitor.post(f"/games/{key}/restart", {"t_client_ms": 2500}).good()
    visitor.answered(f"/games/{key}/hint", {"level": 1}).good()
    for turn, move in enumerate(SOLUTION):
        visitor.post(f"/games/{key}/moves", {"moves": [move], "t_client_ms": 4000 + 700 * turn}).good()
    key = visitor.post("/games", {"board": BOARD}).good(201)["id"]
    visitor.post(f"/games/{key}/moves", {"moves": ["HU1"], "t_client_ms": 500}).good()
    visitor.answered(f"/games/{key}/surrender").good()


def test_a_game_is_exported_and_studied_without_editing(visitor: Client, tmp_path: Path) -> None:

    played(visitor)
    log, levels = tmp_path / "events.csv", tmp_path / "levels.zip"
    log.write_bytes(visitor.get("/exports/events.csv?mine=true").data)
    levels.write_bytes(visitor.get(f"/exports/levels.zip?board={BOARD}").data)
    traces = clew_lab.study.replay(clew_lab.study.read_log(str(log)), str(levels))
    moves = traces.moves()
    assert len(moves["event"]) == log.read_text().count("\n") - 1, "a row for every row of the log"
    flags = sorted({str(flag) for flag in moves["flag"] if flag})
    assert not flags, f"rows of the site's own log are flagged: {flags}"
    attempts = traces.attempts()
    solved = [index for index, solved in enumerate(attempts["solved"]) if solved]
    assert len(solved) == 1
    assert attempts["moves"][solved[0]] == 8 and attempts["min_moves"][solved[0]] == 8
    assert sum(map(int, attempts["surrendered"])) == 1
    gained = [
        gain
        for gain, event, attempt in zip(moves["gain"], moves["event"], moves["attempt"], strict=True)
        if event == "move" and attempt == attempts["attempt"][solved[0]]
    ]
    assert gained == [1] * 8
