"""Experiments: a researcher's design, and participants who go through it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.studio.client import Client, Json
from tests.studio.experiments import (
    BOARDS,
    CHECK,
    MOOD,
    agree,
    arrive,
    begun,
    design,
    done,
    given_up,
    level,
    made,
    won,
)
from tests.studio.server import Site


def where(problem: Json) -> list[str]:
    return [error["where"] for error in problem["errors"]]


def test_a_design_is_drafted_then_opened_and_fixed(member: Client) -> None:
    whole = member.post("/experiments", {"design": {}}).good(201)
    assert [finding["where"] for finding in whole["findings"]] == ["title", "levels"]
    key = whole["id"]
    refused = member.post(f"/experiments/{key}/open").problem(422, "invalid")
    assert where(refused) == ["title", "levels"]
    body = {"version": whole["version"], "design": design(member)}
    saved = member.ask("PUT", f"/experiments/{key}/design", body).good(200)
    assert saved["findings"] == [] and saved["title"] == "How people plan"
    overtaken = member.ask("PUT", f"/experiments/{key}/design", body).problem(409, "conflict")
    assert overtaken["version"] == saved["version"]
    assert member.post(f"/experiments/{key}/open").good()["status"] == "open"
    body["version"] = saved["version"]
    assert member.ask("PUT", f"/experiments/{key}/design", body).problem(409, "conflict")["reason"] == "fixed"
    copy = member.post(f"/experiments/{key}/copy").good(201)
    assert (copy["status"], copy["design"]["levels"]) == ("draft", saved["design"]["levels"])
    assert {one["id"] for one in member.get("/experiments").good()["items"]} == {key, copy["id"]}
    assert member.post(f"/experiments/{key}/close").good()["status"] == "closed"
    member.delete(f"/experiments/{copy['id']}/design")
    assert [one["id"] for one in member.get("/experiments").good()["items"]] == [key]


def test_an_account_is_needed(visitor: Client) -> None:
    visitor.get("/experiments").problem(401, "signed-out")
    visitor.post("/experiments", {"design": {}}).problem(401, "signed-out")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"give_up_s": None}, "give_up_s"),
        ({"seconds": 20, "give_up_s": 30}, "give_up_s"),
        ({"conditions": [{"name": "only"}]}, "conditions"),
        ({"conditions": [{"name": "a"}, {"name": " "}]}, "conditions.1.name"),
        ({"completion": {"kind": "link", "url": "javascript:alert(1)"}}, "completion.url"),
        ({"before": [{"name": "q", "kind": "choice", "text": "?", "options": ["one"]}]}, "before.0.options"),
        ({"before": [MOOD], "after": [MOOD]}, "after.0.name"),
        ({"comprehension": {"items": [{**CHECK, "right": []}]}}, "comprehension.items.0.right"),
        ({"attention": [{"after": 3, "item": CHECK}]}, "attention.0.after"),
        ({"practice": [{"name": "bad", "puzzle": "blocks:??"}]}, "practice.0"),
    ],
)
def test_what_is_wrong_with_a_design_is_said_where_it_is(member: Client, change: Json, place: str) -> None:
    whole = member.post("/experiments", {"design": design(member, **change)}).good(201)
    assert [finding["where"] for finding in whole["findings"]] == [place]


def test_a_participant_goes_from_the_text_to_the_code(member: Client, visitor: Client) -> None:
    experiment = made(
        member,
        consent="May we?",
        consent_version="2",
        instructions="Move the pieces.",
        comprehension={"items": [CHECK], "tries": 2},
        before=[MOOD],
        practice=[level(member, BOARDS[2])],
        attention=[{"after": 1, "item": {**CHECK, "name": "awake"}}],
        after=[{"name": "age", "kind": "number", "text": "Age?", "required": False}],
        thanks="Thank you!",
        completion={"kind": "link", "url": "https://example.org/done?cc=C1&who={PID}"},
    )
    at = arrive(visitor, experiment, PID="p&1")
    assert (at["at"], at["text"], at["version"]) == ("consent", "May we?", "2")
    body = {"version": "1"}
    visitor.post(f"/participants/{at['participant']}/agree", body).problem(409, "conflict")
    at = agree(visitor, at)
    assert (at["at"], at["text"], at["again"]) == ("instructions", "Move the pieces.", False)
    at = done(visitor, at)
    assert at["at"] == "comprehension" and "right" not in at["items"][0]
    at = done(visitor, at, grasped=2)
    assert (at["at"], at["again"]) == ("instructions", True)
    at = done(visitor, done(visitor, at), grasped=1)
    assert at["at"] == "before"
    answers = {"turn": at["turn"], "answers": {"mood": 6}}
    refused = visitor.post(f"/participants/{at['participant']}/answers", answers).problem(422, "invalid")
    assert where(refused) == ["mood"]
    at = done(visitor, at, mood=4)
    assert at["level"]["practice"] and (at["level"]["number"], at["level"]["of"]) == (1, 1)
    at = won(visitor, at)
    assert (at["level"]["number"], at["level"]["of"]) == (1, 2)
    at = won(visitor, at)
    assert at["at"] == "attention"
    at = given_up(visitor, done(visitor, at, awake=2))
    assert at["at"] == "after"
    at = done(visitor, at)
    assert (at["at"], at["ending"], at["text"]) == ("end", "finished", "Thank you!")
    assert at["completion"]["url"] == "https://example.org/done?cc=C1&who=p%261"
    assert (at["done"], at["of"]) == (8, 8)
    whole = member.get(f"/experiments/{experiment['id']}/design").good()
    assert (whole["arrived"], whole["finished"]) == (1, 1)
    rows = member.get(f"/experiments/{experiment['id']}/participants").good()["items"]
    assert [(row["pid"], row["ending"], row["done"]) for row in rows] == [("p&1", "finished", 8)]


def test_what_is_sent_twice_counts_once(member: Client, visitor: Client) -> None:
    from clew_studio.models import Game, Response

    experiment = made(member, before=[MOOD])
    at = arrive(visitor, experiment)
    once = done(visitor, at, mood=3)
    assert done(visitor, at, mood=5) == once
    assert begun(visitor, once)["id"] == begun(visitor, once)["id"]
    me = once["participant"]
    assert list(Response.objects.filter(participant=me).values_list("value", flat=True)) == [3]
    assert Game.objects.filter(participant=me).count() == 1
    assert arrive(visitor, experiment)["turn"] == once["turn"]
    visitor.post(f"/participants/{me}/answers", {"turn": once["turn"]}).problem(409, "conflict")


def test_the_same_id_goes_on_in_another_browser(member: Client, site: Site) -> None:
    experiment = made(member)
    first, second = site.client(), site.client()
    at = arrive(first, experiment, PID="7", STUDY_ID="s")
    game = begun(first, at)
    again = arrive(second, experiment, PID="7")
    assert again["participant"] == at["participant"]
    assert begun(second, again)["id"] == game["id"]
    first.get(f"/participants/{at['participant']}").problem(404, "not-found")
    first.post(f"/games/{game['id']}/undo").problem(404, "not-found")
    assert arrive(second, experiment, PID="8")["participant"] != at["participant"], "one computer, two people"


def test_signing_up_in_an_experiment_keeps_ones_place(member: Client, site: Site, name: str) -> None:
    experiment = made(member)
    client = site.client()
    at = won(client, arrive(client, experiment))
    client.sign_up(f"{name}b")
    assert arrive(client, experiment)["turn"] == at["turn"]


def test_conditions_are_balanced_and_have_settings_of_their_own(member: Client, site: Site) -> None:
    experiment = made(
        member,
        conditions=[
            {"name": "with hints", "hints": True},
            {"name": "other boards", "levels": [level(member, BOARDS[3])], "seconds": 90},
        ],
    )
    seen = []
    for _ in range(6):
        client = site.client()
        at = arrive(client, experiment)
        game = begun(client, at)
        hinted = at["level"]["hints"]
        seen.append(hinted)
        assert at["condition"] is None, "participants are not told"
        reply = client.post(f"/games/{game['id']}/hint", {"level": 1})
        if hinted:
            assert at["level"]["of"] == 2 and game["time_left_ms"] is None and reply.status in (200, 202)
        else:
            reply.problem(403, "forbidden")
            assert at["level"]["of"] == 1 and 80_000 < game["time_left_ms"] <= 90_000
    assert seen.count(True) == 3
    groups = member.get(f"/experiments/{experiment['id']}/design").good()["groups"]
    assert [(group["name"], group["consented"]) for group in groups] == [
        ("with hints", 3),
        ("other boards", 3),
    ]


def test_a_latin_square_gives_each_row_to_one_of_as_many(member: Client, site: Site) -> None:
    from clew_studio.models import Participant

    experiment = made(member, *BOARDS, order="latin")
    for _ in range(4):
        arrive(site.client(), experiment)
    ways = [
        tuple(step["level"] for step in person.sequence)
        for person in Participant.objects.filter(experiment=experiment["id"])
    ]
    assert {frozenset(way) for way in ways} == {frozenset(BOARDS)}
    assert [sorted(column) for column in zip(*ways, strict=True)] == [sorted(BOARDS)] * 4


def test_an_experiment_offers_no_more_help_than_its_design(member: Client, visitor: Client) -> None:
    at = arrive(visitor, made(member))
    opened = begun(visitor, at)
    assert opened["permitted"] == {"hints": False, "distances": False, "solution": False}
    game = opened["id"]
    visitor.post(f"/games/{game}/hint", {"level": 1}).problem(403, "forbidden")
    visitor.get(f"/games/{game}/meter").problem(403, "forbidden")
    visitor.post(f"/games/{game}/surrender").problem(403, "forbidden")
    visitor.delete(f"/games/{game}").problem(403, "forbidden")
    given = visitor.post(f"/participants/{at['participant']}/give-up", {"turn": at["turn"]}).good()
    assert (given["game"]["status"], given["solution"]) == ("surrendered", None)
    visitor.get(f"/games/{game}/review").problem(403, "forbidden")


def test_giving_up_waits_for_its_time(member: Client, visitor: Client) -> None:
    at = arrive(visitor, made(member, give_up_s=600))
    begun(visitor, at)
    body = {"turn": at["turn"]}
    visitor.post(f"/participants/{at['participant']}/give-up", body).problem(409, "conflict")
    visitor.post(f"/participants/{at['participant']}/answers", body).problem(409, "conflict")


def let_pass(participant: str, seconds: int) -> None:
    """Moves what a participant has begun so far into the past."""
    from django.db.models import F

    from clew_studio.models import Game, Participant

    by = timedelta(seconds=seconds)
    Participant.objects.filter(pk=participant).update(begun=F("begun") - by)
    Game.objects.filter(participant=participant).update(
        started=F("started") - by, deadline=F("deadline") - by
    )


def test_a_level_ends_with_its_time_and_the_next_one_comes(member: Client, visitor: Client) -> None:
    at = arrive(visitor, made(member, seconds=100))
    game = begun(visitor, at)
    let_pass(at["participant"], 101)
    visitor.post(f"/games/{game['id']}/moves", {"moves": ["CL3"]}).problem(409, "conflict")
    assert done(visitor, at)["level"]["number"] == 2
    assert visitor.get(f"/games/{game['id']}").good()["status"] == "expired"


def test_after_the_time_for_all_levels_the_last_questions_come(member: Client, visitor: Client) -> None:
    at = arrive(visitor, made(member, *BOARDS, total_s=100, after=[MOOD]))
    at = won(visitor, at)
    begun(visitor, at)
    let_pass(at["participant"], 101)
    assert done(visitor, at)["at"] == "after"


def test_who_does_not_understand_is_thanked(member: Client, visitor: Client) -> None:
    experiment = made(
        member,
        comprehension={"items": [CHECK], "tries": 1, "ends": True},
        completion={"kind": "code", "code": "C0DE"},
    )
    at = done(visitor, done(visitor, arrive(visitor, experiment)), grasped=2)
    assert (at["at"], at["ending"], at["completion"]) == ("end", "screened-out", None)


@pytest.mark.parametrize("withdrawal", ["delete", "keep"])
def test_a_participant_withdraws(member: Client, visitor: Client, site: Site, withdrawal: str) -> None:
    from clew_studio.models import Game, Response

    experiment = made(member, before=[MOOD], withdrawal=withdrawal)
    at = won(visitor, done(visitor, arrive(visitor, experiment, PID="9"), mood=2))
    me = at["participant"]
    gone = visitor.post(f"/participants/{me}/withdraw").good()
    assert (gone["at"], gone["ending"]) == ("end", "withdrawn")
    kept = withdrawal == "keep"
    assert Game.objects.filter(participant=me).exists() == kept
    assert Response.objects.filter(participant=me).exists() == kept
    row = member.get(f"/experiments/{experiment['id']}/participants").good()["items"][0]
    assert (row["ending"], row["pid"]) == ("withdrawn", "9" if kept else "")
    assert arrive(site.client(), experiment, PID="9")["ending"] == "withdrawn"


def test_nobody_new_comes_to_a_closed_experiment(member: Client, site: Site) -> None:
    experiment = made(member)
    early, late = site.client(), site.client()
    at = arrive(early, experiment)
    member.post(f"/experiments/{experiment['id']}/close").good()
    token = experiment["link"].rpartition("/")[2]
    refused = late.post(f"/experiments/{token}/arrive", {}).problem(409, "conflict")
    assert refused["reason"] == "not-open"
    assert won(early, at)["level"]["number"] == 2


def test_a_preview_is_the_owners_and_not_in_the_data(member: Client, other: Client) -> None:
    whole = member.post("/experiments", {"design": design(member)}).good(201)
    path = f"{whole['link'].replace('experiment', 'experiments')}/arrive"
    other.post(path, {"preview": True}).problem(404, "not-found")
    at = member.post(path, {"preview": True}).good()
    assert at["sort"] == "preview"
    at = won(member, at)
    assert member.post(path, {"preview": True}).good()["turn"] == at["turn"]
    now = member.get(f"/experiments/{whole['id']}/design").good()
    assert now["arrived"] == 0
    body = {"version": now["version"], "design": {**now["design"], "title": "Another"}}
    member.ask("PUT", f"/experiments/{whole['id']}/design", body).good()
    at = member.post(path, {"preview": True}).good()
    assert (at["title"], at["done"]) == ("Another", 0)
    member.post(f"/participants/{at['participant']}/withdraw").good()
    again = member.post(path, {"preview": True}).good()
    assert again["ending"] == "" and again["participant"] != at["participant"]


def test_a_game_that_brings_its_own_rules_is_a_level_too(member: Client, visitor: Client) -> None:
    boards = visitor.get("/boards?family=puzzlescript&limit=1&sort=par").good()["items"]
    at = arrive(visitor, made(member, boards[0]["id"]))
    assert won(visitor, at)["ending"] == "finished"


def test_games_of_experiments_are_not_seen_outside(member: Client, visitor: Client, editor: Client) -> None:
    board = BOARDS[0]
    before = visitor.get(f"/boards/{board}").good()
    at = arrive(visitor, made(member, board))
    game = begun(visitor, at)["id"]
    won(visitor, at)
    after = visitor.get(f"/boards/{board}").good()
    assert (after["plays"], after["won"], after["rating"]) == (before["plays"], False, before["rating"])
    assert visitor.get("/games").good()["items"] == []
    assert visitor.post("/games", {"board": board}).good(201)["id"] != game
    rows = editor.get("/exports/events.csv").data.decode()
    assert f"game-{game}" not in rows
    assert f"game-{game}" in visitor.get("/exports/events.csv?mine=true").data.decode()


def test_a_leaderboard_counts_if_the_design_says_so(member: Client, visitor: Client) -> None:
    board = BOARDS[3]
    at = arrive(visitor, made(member, board, leaderboard=True))
    won(visitor, at)
    assert visitor.get(f"/boards/{board}").good()["won"]


def test_boards_are_drawn_alike_by_the_same_seed(member: Client) -> None:
    body = {"family": "blocks", "par_from": 10, "par_to": 20, "number": 5, "seed": 3}
    first = member.post("/experiments/boards/drawn", body).good()
    assert first == member.post("/experiments/boards/drawn", body).good()
    assert len(first["levels"]) == 5 <= first["pool"]
    assert all(10 <= one["par"] <= 20 and one["puzzle"].startswith("blocks") for one in first["levels"])
    others = member.post("/experiments/boards/drawn", {**body, "seed": 4}).good()
    assert others["levels"] != first["levels"]
    refused = member.post("/experiments/boards/drawn", {**body, "par_to": 2}).problem(422, "invalid")
    assert where(refused) == ["par_to"]
    made(member, levels=first["levels"])


def test_who_leaves_the_site_takes_their_experiments_along(member: Client, visitor: Client) -> None:
    from clew_studio.models import Experiment, Game

    experiment = made(member)
    game = begun(visitor, arrive(visitor, experiment))["id"]
    member.delete("/account", {"password": "correct horse battery"}).good()
    assert not Experiment.objects.filter(pk=experiment["id"]).exists()
    assert not Game.objects.filter(pk=game).exists()


def test_participants_stay_when_guests_are_cleaned_away(member: Client, visitor: Client) -> None:
    from django.utils import timezone

    from clew_studio.models import Game, Participant, Player
    from clew_studio.server.cleanup import clean_up

    at = arrive(visitor, made(member))
    game = begun(visitor, at)["id"]
    long_ago = timezone.now() - timedelta(days=400)
    player = Participant.objects.get(pk=at["participant"]).player
    Player.objects.filter(pk=player.pk).update(created=long_ago)
    Game.objects.filter(pk=game).update(started=long_ago, touched=long_ago)
    clean_up()
    assert Game.objects.filter(pk=game).exists() and Participant.objects.filter(pk=at["participant"]).exists()
