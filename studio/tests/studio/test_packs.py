"""Packs and experiments, the day's puzzle, ratings."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from tests.studio.client import Client
from tests.studio.server import Site
from tests.studio.test_games import solution, win


def pack_of(*boards: str, **values: object) -> str:
    from clew_studio.models import Level, Pack

    pack = Pack.objects.create(title="A pack", **values)
    for number, board in enumerate(boards, 1):
        Level.objects.create(pack=pack, board_id=board, number=number)
    key: str = pack.pk
    return key


BOARDS = ("blocks-gar-1", "coroutine-one-row", "coroutine-bailey-2", "pebbles-chessboard")


def test_a_pack_in_order_opens_level_by_level(visitor: Client) -> None:
    key = pack_of(*BOARDS, rule="in-order")
    assert [level["unlocked"] for level in visitor.get(f"/packs/{key}").good()["levels"]] == [True] + [
        False
    ] * 3
    win(visitor, BOARDS[0])
    pack = visitor.get(f"/packs/{key}").good()
    assert [level["unlocked"] for level in pack["levels"]] == [True, True, False, False]
    assert (pack["won"], pack["boards"]) == (1, 4)


def test_a_level_that_is_not_open_yet_is_not_played_in_its_pack(visitor: Client, other: Client) -> None:
    key = pack_of(*BOARDS, rule="in-order")
    shut = {"board": BOARDS[1], "pack": key}
    refused = visitor.post("/games", shut).problem(403, "forbidden")
    assert refused["detail"] == "Solve the level before this one first."
    first = visitor.post("/games", {"board": BOARDS[0], "pack": key}).good(201)["id"]
    visitor.post("/games", shut).problem(403, "forbidden")
    visitor.post(f"/games/{first}/moves", {"moves": solution(visitor, BOARDS[0])}).good()
    visitor.post("/games", shut).good(201)
    visitor.post("/games", {"board": BOARDS[2], "pack": key}).problem(403, "forbidden")
    other.post("/games", shut).problem(403, "forbidden")
    other.post("/games", {"board": BOARDS[1]}).good(201)


def test_the_levels_of_a_shuffled_experiment_open_in_each_ones_own_order(site: Site) -> None:
    from clew_studio.models import Pack

    key = pack_of(*BOARDS, kind="experiment", order="random", rule="in-order", is_public=False)
    token = Pack.objects.get(pk=key).token
    visitor = site.client()
    mine = [level["board"]["id"] for level in visitor.get(f"/experiments/{token}").good()["levels"]]
    for board in mine[1:]:
        visitor.post("/games", {"board": board, "pack": key}).problem(403, "forbidden")
    visitor.post("/games", {"board": mine[0], "pack": key}).good(201)


def test_a_private_experiment_opens_by_its_link_alone(site: Site, visitor: Client, other: Client) -> None:
    key = pack_of(*BOARDS, kind="experiment", is_public=False, time_limit_s=600)
    game = {"board": BOARDS[0], "pack": key}
    other.post("/games", {"board": BOARDS[0]}).good(201)
    for stranger in (other, site.client()):
        stranger.post("/games", game).problem(404, "not-found")
        stranger.get(f"/packs/{key}").problem(404, "not-found")
        stranger.get(f"/exports/levels.zip?pack={key}").problem(404, "not-found")
    come_by_link(visitor, key)
    assert visitor.get(f"/packs/{key}").good()["boards"] == len(BOARDS)
    assert visitor.get(f"/exports/levels.zip?pack={key}").status == 200
    visitor.post("/games", game).good(201)
    other.post("/games", game).problem(404, "not-found")


def test_an_experiment_stays_open_to_who_signs_up_in_it(site: Site, visitor: Client, name: str) -> None:
    key = pack_of(*BOARDS, kind="experiment", is_public=False)
    come_by_link(visitor, key)
    visitor.sign_up(name)
    visitor.post("/games", {"board": BOARDS[0], "pack": key}).good(201)
    again = site.client()
    again.post("/session", {"name": name, "password": "correct horse battery"}).good()
    assert again.get(f"/packs/{key}").good()["boards"] == len(BOARDS)


def test_games_of_an_experiment_are_not_looked_back_on(visitor: Client) -> None:
    key = pack_of(*BOARDS, kind="experiment", is_public=False)
    come_by_link(visitor, key)
    game = visitor.post("/games", {"board": BOARDS[0], "pack": key}).good(201)
    assert game["in_study"]
    visitor.post(f"/games/{game['id']}/moves", {"moves": solution(visitor, BOARDS[0])}).good()
    visitor.get(f"/games/{game['id']}/review").problem(403, "forbidden")
    assert not visitor.post("/games", {"board": BOARDS[0]}).good(201)["in_study"]


def test_the_first_packs_go_from_easy_to_hard(visitor: Client) -> None:
    packs = visitor.get("/packs?limit=100").good()["items"]
    assert {"blocks", "pebbles", "ricochet", "coroutine", "first-steps"} <= {pack["id"] for pack in packs}
    pars = [level["board"]["par"] for level in visitor.get("/packs/blocks").good()["levels"]]
    assert pars == sorted(pars)


def test_an_experiment_asks_for_consent_and_writes_it_down(site: Site, visitor: Client) -> None:
    from clew_studio.models import Pack

    key = pack_of(
        *BOARDS,
        kind="experiment",
        is_public=False,
        consent_text="May we?",
        consent_version="2",
        time_limit_s=600,
    )
    visitor.get(f"/packs/{key}").problem(404, "not-found")
    token = Pack.objects.get(pk=key).token
    pack = visitor.get(f"/experiments/{token}").good()
    assert pack["consent"] == {"version": "2", "text": "May we?", "given": False}
    assert pack["time_limit_s"] == 600
    body = {"board": BOARDS[0], "pack": key}
    visitor.post("/games", body).problem(404, "not-found")
    visitor.post(f"/packs/{key}/consent", {"version": "1", "token": token}).problem(409, "conflict")
    given = visitor.post(f"/packs/{key}/consent", {"version": "2", "token": token}).good()
    assert given["consent"]["given"]
    visitor.post("/games", body).good(201)
    rows = visitor.get("/exports/events.csv?mine=true").data.decode().splitlines()
    assert rows[1].split(",")[-2] == "2"


def come_by_link(visitor: Client, key: str) -> None:
    """Opens an experiment by its participants' link."""
    from clew_studio.models import Pack

    visitor.get(f"/experiments/{Pack.objects.get(pk=key).token}").good()


def timed(site: Site, seconds: int = 600) -> tuple[Client, str, str]:
    """A participant of an experiment with a time limit, its key, and a game in it."""
    key = pack_of(*BOARDS, kind="experiment", is_public=False, time_limit_s=seconds)
    visitor = site.client()
    come_by_link(visitor, key)
    game = visitor.post("/games", {"board": BOARDS[0], "pack": key}).good(201)
    return visitor, key, game["id"]


def let_pass(key: str, seconds: int) -> None:
    """Moves the beginning of a pack's sittings so far into the past."""
    from django.db.models import F

    from clew_studio.models import Sitting

    assert Sitting.objects.filter(pack=key).update(started=F("started") - timedelta(seconds=seconds)) == 1


def test_the_time_of_an_experiment_begins_with_its_first_board(site: Site) -> None:
    from clew_studio.models import Pack

    key = pack_of(*BOARDS, kind="experiment", is_public=False, time_limit_s=600)
    token = Pack.objects.get(pk=key).token
    visitor = site.client()
    assert visitor.get(f"/experiments/{token}").good()["time_left_ms"] == 600_000
    game = visitor.post("/games", {"board": BOARDS[0], "pack": key}).good(201)
    assert 590_000 < game["time_left_ms"] <= 600_000
    let_pass(key, 200)
    assert 390_000 < visitor.get(f"/games/{game['id']}").good()["time_left_ms"] <= 400_000
    second = visitor.post("/games", {"board": BOARDS[1], "pack": key}).good(201)
    assert second["time_left_ms"] <= 400_000, "one time for all boards"
    assert visitor.get(f"/packs/{key}").good()["time_left_ms"] <= 400_000
    assert visitor.post("/games", {"board": BOARDS[2]}).good(201)["time_left_ms"] is None


def test_after_its_time_nothing_more_is_played_in_an_experiment(site: Site) -> None:
    visitor, key, game = timed(site)
    moves = solution(visitor, BOARDS[0])
    shown = visitor.post(f"/games/{game}/moves", {"moves": moves[:2]}).good()
    visitor.know(BOARDS[0], shown["position"]["state"])
    let_pass(key, 601)
    refused = visitor.post(f"/games/{game}/moves", {"moves": moves[2:3]}).problem(409, "conflict")
    assert (refused["game"]["status"], refused["game"]["moves"]) == ("expired", moves[:2])
    for again in ("undo", "restart", "surrender", "hint"):
        visitor.post(f"/games/{game}/{again}", {"level": 1} if again == "hint" else None).problem(
            409, "conflict"
        )
    visitor.post("/games", {"board": BOARDS[1], "pack": key}).problem(409, "conflict")
    assert visitor.get(f"/packs/{key}").good()["time_left_ms"] == 0
    rows = visitor.get("/exports/events.csv?mine=true").data.decode().splitlines()
    assert [row.split(",")[4] for row in rows[1:]] == ["start", "move", "move", "timeout"]


def test_a_game_ends_with_its_time_though_nobody_moves(site: Site) -> None:
    visitor, key, game = timed(site)
    let_pass(key, 601)
    assert visitor.get("/games?status=playing").good()["items"] == []
    assert visitor.get(f"/games/{game}").good()["status"] == "expired"


def test_outside_an_experiment_its_games_do_not_go_on(site: Site) -> None:
    visitor, key, game = timed(site)
    outside = visitor.post("/games", {"board": BOARDS[0]}).good(201)
    assert outside["id"] != game
    assert visitor.post("/games", {"board": BOARDS[0], "pack": key}).good(200)["id"] == game


def test_signing_in_does_not_stop_the_clock(site: Site, name: str) -> None:
    site.client().sign_up(name)
    visitor, key, _ = timed(site)
    let_pass(key, 601)
    visitor.post("/session", {"name": name, "password": "correct horse battery"}).good()
    visitor.post("/games", {"board": BOARDS[1], "pack": key}).problem(409, "conflict")


def test_a_participant_finds_back_to_an_experiment_without_consent(site: Site) -> None:
    visitor, key, _ = timed(site)
    assert visitor.get(f"/packs/{key}").good()["boards"] == len(BOARDS)
    site.client().get(f"/packs/{key}").problem(404, "not-found")


def test_each_participant_has_an_order_of_their_own_that_stays(site: Site) -> None:
    from clew_studio.models import Pack

    key = pack_of(*BOARDS, kind="experiment", order="random")
    token = Pack.objects.get(pk=key).token
    orders = []
    for _ in range(8):
        one = site.client()
        seen = [level["board"]["id"] for level in one.get(f"/experiments/{token}").good()["levels"]]
        again = [level["board"]["id"] for level in one.get(f"/experiments/{token}").good()["levels"]]
        assert seen == again
        orders.append(tuple(seen))
    assert len(set(orders)) > 1
    assert {frozenset(order) for order in orders} == {frozenset(BOARDS)}


def test_levels_of_a_pack_are_taken_away_as_files(visitor: Client) -> None:
    import io
    import zipfile

    import clew
    from clew.boards.entries import read_toml

    key = pack_of(*BOARDS)
    with zipfile.ZipFile(io.BytesIO(visitor.get(f"/exports/levels.zip?pack={key}").data)) as archive:
        assert sorted(archive.namelist()) == sorted(f"{board}.toml" for board in BOARDS)
        puzzle = read_toml(archive.read("blocks-gar-1.toml"), "blocks-gar-1.toml", None)
    assert clew.solve(puzzle).length == 8


def test_the_puzzle_of_the_day_is_the_same_for_all_and_not_the_last_ones(site: Site) -> None:
    today = site.client().get("/daily").good()
    assert site.client().get("/daily/").good() == today
    start = date.fromisoformat(today["date"]) - timedelta(days=6)
    week = [
        site.client().get(f"/daily/{start + timedelta(days=day)}").good()["board"]["id"] for day in range(7)
    ]
    assert len(set(week)) == 7


def test_ratings_follow_the_papers_example() -> None:
    """M. E. Glickman, "Example of the Glicko-2 system": the worked example of section 3."""
    from clew_studio.games.glicko import Rating, updated

    results = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = updated(Rating(1500, 200, 0.06), results)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def test_who_does_not_play_becomes_less_certain() -> None:
    from clew_studio.games.glicko import Rating, updated

    after = updated(Rating(1500, 50, 0.06), [])
    assert (after.value, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(51.07, abs=0.01)


def test_a_board_that_people_fail_on_rises(site: Site) -> None:
    board = "ricochet-lunar-lockout"
    before = site.client().get(f"/boards/{board}").good()["rating"]
    for _ in range(3):
        loser = site.client()
        key = loser.post("/games", {"board": board}).good(201)["id"]
        loser.answered(f"/games/{key}/surrender").good()
        assert loser.get("/stats").good()["rating"]["value"] < 1500
    risen = site.client().get(f"/boards/{board}").good()["rating"]
    assert risen > before
    winner = site.client()
    line = solution(winner, board)
    key = winner.post("/games", {"board": board}).good(201)["id"]
    winner.post(f"/games/{key}/moves", {"moves": line}).good()
    assert site.client().get(f"/boards/{board}").good()["rating"] < risen
