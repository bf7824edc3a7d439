"""Designs of experiments for tests, and a participant who goes through one."""

from __future__ import annotations

from typing import Any

import clew
from tests.studio.client import Client, Json

BOARDS = ("blocks-gar-1", "coroutine-one-row", "pebbles-chessboard", "coroutine-bailey-2")
CHECK = {
    "name": "grasped",
    "kind": "choice",
    "text": "What counts?",
    "options": ["Moves", "Luck"],
    "right": [1],
}
MOOD = {"name": "mood", "kind": "likert", "text": "How are you?", "points": 5, "low": "bad", "high": "good"}


def level(client: Client, board: str) -> Json:
    """A board of the site as a design has it."""
    found = client.get(f"/boards/{board}").good()
    return {"name": board, "puzzle": found["puzzle"], "title": found["title"], "par": found["par"]}


def design(client: Client, *boards: str, **values: Any) -> Json:
    """A design with these boards, which may be opened."""
    levels = [level(client, board) for board in boards or BOARDS[:2]]
    return {"title": "How people plan", "levels": levels, "give_up_s": 0, "pid": "PID", **values}


def made(owner: Client, *boards: str, **values: Any) -> Json:
    """An open experiment of somebody with an account."""
    whole = owner.post("/experiments", {"design": design(owner, *boards, **values)}).good(201)
    return owner.post(f"/experiments/{whole['id']}/open").good(200)


def arrive(client: Client, experiment: Json, **parameters: str) -> Json:
    """Where somebody is who follows the link."""
    token = experiment["link"].rpartition("/")[2]
    return client.post(f"/experiments/{token}/arrive", {"parameters": parameters}).good(200)


def agree(client: Client, at: Json) -> Json:
    return client.post(f"/participants/{at['participant']}/agree", {"version": at["version"]}).good(200)


def done(client: Client, at: Json, **answers: Any) -> Json:
    """Where a participant is after a step."""
    body = {"turn": at["turn"], "answers": answers, "t_client_ms": 1200}
    return client.post(f"/participants/{at['participant']}/answers", body).good(200)


def begun(client: Client, at: Json) -> Json:
    """The game of the level at which a participant is."""
    return client.post(f"/participants/{at['participant']}/level", {"turn": at["turn"]}).good(200)


def won(client: Client, at: Json) -> Json:
    """Where a participant is after solving a level."""
    game = begun(client, at)
    line = clew.solve(clew.parse(game["puzzle"])).moves
    assert line is not None
    over = client.post(f"/games/{game['id']}/moves", {"moves": [*map(str, line)]}).good(200)
    assert over["status"] == "won"
    return done(client, at)


def given_up(client: Client, at: Json) -> Json:
    """Where a participant is after giving a level up."""
    begun(client, at)
    body = {"turn": at["turn"]}
    client.post(f"/participants/{at['participant']}/give-up", body).good(200)
    return done(client, at)
