"""The puzzle of the day: its weekly rhythm, streaks with a day off, the calendar."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest

import clew
from clew_studio.boards.rhythm import WEEK, difficulties, family_of
from clew_studio.games.streaks import streak_up_to
from tests.studio.client import Client
from tests.studio.server import Site

MONDAY = date(2026, 11, 23)
FAMILIES = ("blocks", "coroutine", "pebbles", "ricochet")


def days(pattern: str) -> tuple[date, set[date]]:
    """The last day of a pattern such as `xx.x`, and the days with an x."""
    start = date(2026, 1, 1)
    solved = {start + timedelta(days=number) for number, sign in enumerate(pattern) if sign == "x"}
    return start + timedelta(days=len(pattern) - 1), solved


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (".", (0, 0, False, True)),
        ("x", (1, 1, True, True)),
        ("x.", (1, 1, False, True)),  # today may still be solved
        ("xx.x", (3, 3, True, False)),  # one day off is forgiven
        ("xx..", (2, 2, False, False)),
        ("xx..x", (1, 2, True, True)),  # two in a row are not
        ("xx.x.x", (1, 3, True, True)),  # nor a second one soon after
        ("xx.xxxxxxx.x", (10, 10, True, False)),  # after seven days there is one again
        ("xx.xxxxxx.x", (1, 8, True, True)),
        ("..xx", (2, 2, True, True)),
    ],
)
def test_a_streak_survives_one_day_off(pattern: str, expected: tuple[int, int, bool, bool]) -> None:
    today, solved = days(pattern)
    found = streak_up_to(today, solved)
    assert (found.days, found.best, found.today, found.freeze) == expected


def test_the_day_off_is_named() -> None:
    today, solved = days("xx.x")
    assert streak_up_to(today, solved).frozen == date(2026, 1, 3)


def test_mondays_are_easy_and_every_day_of_a_week_has_its_family() -> None:
    assert WEEK[0] == "easy" and len(WEEK) == 7
    assert [difficulties(MONDAY + timedelta(days=n))[0] for n in range(7)] == list(WEEK)
    week = [family_of(MONDAY + timedelta(days=n), FAMILIES) for n in range(7)]
    assert set(week) == set(FAMILIES)
    assert all(one != other for one, other in pairwise(week))
    mondays = {family_of(MONDAY + timedelta(weeks=n), FAMILIES) for n in range(4)}
    assert mondays == set(FAMILIES), "Mondays are not always of one family"


def test_solving_it_is_shown_and_begins_a_streak(site: Site) -> None:
    client = Client(site.url)
    before = client.get("/daily").good()
    assert before["done"] is None
    assert before["streak"]["days"] == 0 and before["streak"]["freeze"]
    assert date.fromisoformat(before["next"][:10]) == date.fromisoformat(before["date"]) + timedelta(days=1)
    board = before["board"]
    moves = clew.solve(clew.parse(board["puzzle"])).moves
    game = client.post("/games", {"board": board["id"]}).good(201)
    client.post(f"/games/{game['id']}/moves", {"moves": moves}).good()
    after = client.get("/daily").good()
    assert after["done"]["length"] == board["par"] and after["done"]["on_the_day"]
    assert (after["streak"]["days"], after["streak"]["today"]) == (1, True)
    assert after["first"] is None, "it is no first visit any more"


def test_a_first_visit_gets_an_easy_board(site: Site) -> None:
    found = Client(site.url).get("/daily").good()
    if found["board"]["difficulty"] == "easy":
        assert found["first"] is None
    else:
        assert found["first"]["difficulty"] == "easy"


def test_the_calendar_lists_the_days_up_to_today(site: Site) -> None:
    client = Client(site.url)
    today = client.get("/daily").good()
    year, month, _ = today["date"].split("-")
    found = client.get(f"/dailies?year={year}&month={int(month)}").good()
    assert found["items"][-1]["date"] == today["date"]
    assert found["items"][-1]["board"] == today["board"]["id"]
    assert client.get("/dailies?year=2019&month=1").good()["items"] == []
    client.get("/dailies?year=2026&month=13").problem(422, "invalid")


def test_the_choice_follows_the_rhythm(site: Site) -> None:
    board = Client(site.url).get("/daily").good()["board"]
    day = date.fromisoformat(Client(site.url).get("/daily").good()["date"])
    assert board["difficulty"] == difficulties(day)[0]


def test_boards_that_come_with_clew_follow_once_each_board_has_had_its_day(site: Site) -> None:
    from django.db import transaction

    from clew_studio.boards.daily import board_of_day

    with transaction.atomic():
        found = [board_of_day(date(2100, 1, 4) + timedelta(days=number)) for number in range(90)]
        boards = [board for board in found if board is not None]
        assert len({board.pk for board in boards}) == 90, "none comes twice in three months"
        made = [board for board in boards if board.tags.filter(name="daily").exists()]
        assert made and all(board.proved and board.status == "published" for board in made)
        transaction.set_rollback(True)


def test_a_result_is_shared_as_a_picture_once_there_is_one(site: Site) -> None:
    client = Client(site.url)
    daily = client.get("/daily").good()
    address = f"/daily/{daily['date']}/card.png"
    client.get(address).problem(404, "not-found")
    moves = clew.solve(clew.parse(daily["board"]["puzzle"])).moves
    client.post("/games", {"board": daily["board"]["id"], "moves": moves}).good(201)
    reply = client.get(address)
    assert (reply.status, reply.headers["Content-Type"]) == (200, "image/png")
    assert reply.data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(reply.data[at : at + 4]) for at in (16, 20))
    assert (width, height) == (1200, 630)
    assert reply.headers["Cache-Control"] == "private, no-cache"
    assert f"clew-{daily['date']}.png" in reply.headers["Content-Disposition"]
    Client(site.url).get(address).problem(404, "not-found")
    client.get("/daily/2999-01-01/card.png").problem(404, "not-found")
    client.get("/daily/1999-01-01/card.png").problem(404, "not-found")
