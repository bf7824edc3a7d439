"""Whatever is killed under load, what was acknowledged is there: a short form of `python -m bench.kills`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.studio.kills import WIN, Told, ground, lost_rows, run

pytestmark = pytest.mark.site


@pytest.mark.many
def test_nothing_acknowledged_is_lost_by_kills(tmp_path: Path) -> None:
    ways = ["a web process", "the worker", "connections to PostgreSQL", "Redis"]
    report = run(tmp_path / "data", len(ways), 3, ways)
    assert sorted(kill.what for kill in report.kills) == sorted(ways)
    assert report.moves > 0 and report.jobs > 0
    assert report.lost == []


def test_and_what_is_missing_would_be_found(tmp_path: Path) -> None:
    import psycopg

    with ground(tmp_path / "data", "web") as here:
        told = Told()
        keys = []
        for _ in range(2):
            client = here.webs[0].client()
            keys.append(client.post("/games", {"board": "blocks-gar-1"}).good()["id"])
            assert client.post(f"/games/{keys[-1]}/moves", {"moves": WIN}).good()["status"] == "won"
            told.move(keys[-1], len(WIN), True)
        assert list(lost_rows(here, told)) == []
        with psycopg.connect(here.url) as opened:
            opened.execute("UPDATE studio_game SET steps = '[]' WHERE id = %s", [keys[0]])
            opened.execute("DELETE FROM studio_event WHERE game_id = %s AND seq = 3", [keys[0]])
            opened.execute("DELETE FROM studio_ratingpoint")
            opened.execute("UPDATE studio_board SET wins = 1")
            opened.execute("UPDATE studio_game SET status = 'playing', best = false WHERE id = %s", [keys[1]])
        found = " ".join(lost_rows(here, told))
    for words in (
        f"game {keys[0]}: 8 moves were acknowledged, [] are there",
        f"game {keys[1]} was won and is playing",
        f"lines of a log are missing: ('{keys[0]}',)",
        "a first win was not rated",
        "a board's wins are not those of its games",
    ):
        assert words in found
