"""Making boards: checked as one draws, published with a proved par, brought and taken as files."""

from __future__ import annotations

import csv
import io
import tomllib
from io import BytesIO
from urllib.parse import quote

import pytest

import clew
from clew import clew_check
from tests.promptness import HANGS
from tests.studio.client import Client, Json
from tests.studio.test_games import win
from tests.studio.test_jobs import ended, until

MONDRIAN = {
    "family": "ricochet",
    "board": "...Y..../...#..../...#..##/.#.#..../.#....../.#....#./.#....#./#YRGBR#.",
    "goal": "...Y..../......../.R...R../......../...B..G./......../......../.Y......",
}
THIN_WALLS = {
    "family": "ricochet",
    "board": "R..B../....../....../....../.R..../......",
    "goal": "....../....../...B../..R.../....../......",
    "walls": ["a1 right", "a2 down", "b2 down", "b6 down", "e2 down", "e6 right", "f5 right", "f6 right"],
}
GAR = "BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo"
"""Of the example board blocks-gar-1."""


def fresh(number: int) -> str:
    """A board of one move that nobody else has made: a block on an empty grid, each of another size."""
    across, down = 4 + number % 11, 1 + number // 11
    return "blocks:" + "/".join(["AA" + "o" * (across - 2), *["o" * across] * (down - 1)])


def test_the_live_check_names_what_is_wrong(visitor: Client) -> None:
    body = {"board": {"family": "blocks", "board": "AAo/oBo/oBC"}}
    found = visitor.post("/validate", body).good(200)
    assert not found["valid"]
    assert (found["errors"][0]["key"], found["errors"][0]["row"], found["errors"][0]["column"]) == (
        "board",
        3,
        3,
    )
    found = visitor.post("/validate", {"board": {"family": "blocks", "bord": "AA"}}).good(200)
    assert "board" in found["errors"][0]["message"]


def test_the_live_check_knows_the_par(visitor: Client) -> None:
    def checked(board: str) -> Json:
        """As soon as all is found in an instant."""
        answer = visitor.post("/validate", {"board": board}).good()
        return answer if answer["known"] else None

    found = until(lambda: checked(f"blocks:{GAR}"))
    assert (found["valid"], found["solvable"]) == (True, True)
    assert (found["par"], found["count"]) == (8, "61")
    assert 0 <= found["harder_than"] <= 100 and found["essential"] <= int(found["count"])
    assert found["page"] is None
    assert tomllib.loads(found["toml"])["family"] == "blocks"
    found = until(lambda: checked("blocks:AABo/ooBo/ooBo"))
    assert (found["solvable"], found["par"], found["count"]) == (False, None, "0")


def test_a_hard_board_is_checked_as_far_as_there_is_time(visitor: Client) -> None:
    found = visitor.post("/validate", {"board": MONDRIAN}).good()
    assert found["valid"]
    assert not found["known"]


def test_draw_publish_and_play(member: Client, visitor: Client) -> None:
    draft = member.post("/boards", {"board": fresh(1), "title": "Mine", "tags": ["Easy ", "tiny"]}).good(201)
    key = draft["id"]
    assert (draft["status"], draft["tags"], draft["mine"]) == ("draft", ["easy", "tiny"], True)
    changed = member.ask("PUT", f"/boards/{key}", {"board": fresh(2), "title": "Mine too"}).good()
    assert (changed["title"], changed["puzzle"]) == ("Mine too", str(clew.load(fresh(2))))
    visitor.get(f"/boards/{key}").problem(404, "not-found")
    public = member.publish(key)
    assert (public["status"], public["par"], public.get("job")) == ("published", 1, None)
    member.ask("PUT", f"/boards/{key}", {"board": fresh(3)}).problem(409, "conflict")
    again = member.post(f"/boards/{key}/publish").good(200)
    assert (again["published"], again["puzzle"]) == (public["published"], public["puzzle"])
    assert visitor.get("/boards?search=Mine too").good()["items"][0]["id"] == key
    game = visitor.post("/games", {"board": key}).good(201)
    assert (
        visitor.post(f"/games/{game['id']}/moves", {"moves": [game["position"]["moves"][-1]["move"]]}).status
        == 200
    )
    member.delete(f"/boards/{key}").good(204)
    assert visitor.get(f"/games/{game['id']}").good()["board"] is None


def test_guests_make_drafts_and_publish_with_an_account(visitor: Client, name: str) -> None:
    key = visitor.post("/boards", {"board": fresh(4)}).good(201)["id"]
    visitor.post(f"/boards/{key}/publish").problem(401, "signed-out")
    visitor.sign_up(name)
    assert visitor.publish(key)["status"] == "published"


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ("blocks:oAA/ooo/ooo", "solved"),
        ("blocks:AAB/ooB/ooB", "unsolvable"),
    ],
)
def test_what_cannot_be_published(member: Client, board: str, reason: str) -> None:
    key = member.post("/boards", {"board": board}).good(201)["id"]
    reply = member.post(f"/boards/{key}/publish")
    if reply.status == 422:
        assert reply.problem(422, "not-publishable")["reason"] == reason
    else:  # the machine was too busy to find out at once
        until(lambda: member.get(f"/boards/{key}").good()["status"] != "checking", HANGS)
        assert member.get(f"/boards/{key}").good()["refusal"]["reason"] == reason
    assert member.get(f"/boards/{key}").good()["status"] == "draft"


@pytest.mark.many
def test_a_hard_board_is_published_once_its_par_is_proved(member: Client) -> None:
    """An example board, published again: its maker's own, with a word of which board it repeats."""
    key = member.post("/boards", {"board": {**THIN_WALLS, "title": "Drawn"}}).good(201)["id"]
    board = member.publish(key)
    assert (board["status"], board["par"], board["difficulty"]) == ("published", 17, "expert")
    assert board["same_as"]["id"] == "ricochet-thin-walls"


def test_a_board_that_is_there_already_is_published_with_a_word(member: Client, visitor: Client) -> None:
    """Mirrored and with other names it is the same board; it has a list of its own, and adds no points."""
    from clew_studio.boards.publishing import originals

    rows = [row[::-1].translate(str.maketrans("BG", "GB")) for row in GAR.split("/")]
    again = {
        "family": "blocks",
        "board": "/".join(rows),
        "goal": {"piece": "A", "exit": "left"},
        "title": "Mine",
    }
    key = member.post("/boards", {"board": again}).good(201)["id"]
    board = member.publish(key)
    assert (board["status"], board["mine"], board["par"]) == ("published", True, 8)
    assert board["same_as"] == {"id": "blocks-gar-1", "title": "Garage at noon"}
    assert visitor.get("/boards/blocks-gar-1").good()["same_as"] is None
    score = win(visitor, key)["score"]
    assert (score["ranked"], score["points"]) == (True, 0)
    assert visitor.get(f"/boards/{key}/leaderboard").good()["count"] == 1
    assert win(visitor, "blocks-gar-1")["score"]["points"] == 100
    assert key not in originals().values_list("pk", flat=True), (
        "it would be a puzzle of the day a second time"
    )


def test_the_example_boards_are_all_different(visitor: Client) -> None:
    demo = visitor.get("/boards?tag=demo&limit=100").good()["items"]
    assert len(demo) >= 40
    assert [board["id"] for board in demo if board["same_as"]] == []


def test_files_taken_away_can_be_brought_again(member: Client, visitor: Client) -> None:
    for form in ("toml", "json", "compact"):
        text = visitor.get(f"/boards/pebbles-theta/export?format={form}").data.decode()
        found = member.post("/boards/import", {"text": text}).good(201)
        theirs = visitor.get("/boards/pebbles-theta").good()
        assert found["errors"] == []
        assert [board["puzzle"] for board in found["items"]] == [theirs["puzzle"]], form
    kept = visitor.get("/boards/pebbles-theta/export").data.decode()
    assert tomllib.loads(kept)["par"] == 29


def test_every_format_is_read_by_its_example(member: Client) -> None:
    for form in member.get("/formats").good():
        found = member.post("/boards/import", {"text": form["example"]}).good(201)
        assert found["items"] and not found["errors"], form["name"]
        assert not any("--" in remark for remark in found["remarks"]), "a page has no options of a terminal"


def test_a_text_in_a_format_that_was_named(member: Client) -> None:
    bad = "car,orientation,col,row,length\nX,H,0,2,2\nA,Z,3,0,3\n"
    told = member.post("/boards/import", {"text": bad}).problem(422, "bad-board")["errors"][0]
    assert told["row"] is None and "--" not in told["message"]
    told = member.post("/boards/import", {"text": bad, "format": "cars"}).problem(422, "bad-board")
    assert told["errors"][0]["row"] == 3
    told = member.post("/boards/import", {"text": bad, "format": "horses"}).problem(422, "invalid")
    assert told["errors"][0]["where"] == "format"


def test_a_bad_text_is_told_by_row(member: Client) -> None:
    text = "blocks:AAo/ooo/ooo\nblocks:AAo/oo\n# a comment\nricochet:R../...\n"
    found = member.post("/boards/import", {"text": text}).good(201)
    assert len(found["items"]) == 1
    assert [error["row"] for error in found["errors"]] == [2, 4]
    member.post("/boards/import", {"text": "nonsense"}).problem(422, "bad-board")
    member.post("/boards/import", {"text": '{"family": "blocks"}'}).problem(422, "bad-board")


@pytest.mark.parametrize("form", ["json", "compact"])
def test_a_text_of_too_many_boards_is_refused_as_a_whole(member: Client, form: str) -> None:
    """Not cut after as many as may come at once, of which the rest would be missed without a word."""
    import json

    text = "blocks:AAo\n" * 1001
    if form == "json":
        text = json.dumps([{"family": "blocks", "board": "AAo"}] * 1001)
    problem = member.post("/boards/import", {"text": text, "format": form}).problem(422, "bad-board")
    assert problem["errors"][0]["message"] == "has more than 1000 boards; bring them in several files"
    assert member.get("/boards?mine=true").good()["count"] == 0


def upload_of(count: int, bad: dict[int, str]) -> bytes:
    """A CSV of boards; of rows (from 1, without the header) some are bad."""
    held = io.StringIO()
    writer = csv.writer(held)
    writer.writerow(["id", "board", "title"])
    for number in range(1, count + 1):
        writer.writerow([number, bad.get(number, fresh(100 + number)), f"Board {number}"])
    return held.getvalue().encode()


def test_an_upload_with_a_key_of_a_hundred_thousand_dots(editor: Client) -> None:
    """It is refused as in `test_load`; there anybody can send it."""
    file = (".".join("a" * 95_000) + " = 1").encode()
    assert b"8 dots" in editor.upload("/uploads", "dots.toml", file).data


def test_an_editor_brings_fifty_boards_of_which_three_are_bad(editor: Client, visitor: Client) -> None:
    from clew_studio.models import Pack

    pack = Pack.objects.create(title="Fifty")
    bad = {7: "blocks:AAo/oBo/oBC", 20: "chess:e4", 33: ""}
    found = editor.upload("/uploads", "boards.csv", upload_of(50, bad), pack=pack.pk).good(201)
    assert found["accepted"] == 47
    assert [error["row"] for error in found["errors"]] == [8, 21, 34], (
        "rows of the file, its header is the first"
    )
    assert all(len(error["message"]) > 10 for error in found["errors"])
    # Nearly all are published at once; one whose search the machine held up follows when its job is done.
    until(lambda: len(visitor.get(f"/packs/{pack.pk}").good()["levels"]) == 47)
    levels = visitor.get(f"/packs/{pack.pk}").good()["levels"]
    assert all(level["board"]["par"] == 1 for level in levels)
    assert {level["board"]["title"] for level in levels} == {
        f"Board {number}" for number in range(1, 51) if number not in bad
    }


def test_an_upload_has_a_largest_size(editor: Client) -> None:
    assert editor.upload("/uploads", "boards.csv", b"x" * (1100 << 10)).status == 413


def test_comments_wait_for_a_moderator(member: Client, visitor: Client, editor: Client) -> None:
    path = "/boards/blocks-way-up/comments"
    visitor.post(path, {"text": "hello"}).problem(401, "signed-out")
    made = member.post(path, {"text": "I like <b>this</b>"}).good(201)
    assert made["hidden"]
    assert [one["id"] for one in member.get(path).good()["items"]] == [made["id"]]
    assert visitor.get(path).good()["items"] == []
    waiting = editor.get("/moderation?limit=100").good()["items"]
    assert made["id"] in [one["id"] for one in waiting if one["kind"] == "comments"]
    editor.post(f"/moderation/comments/{made['id']}", {"decision": "accept"}).good()
    assert visitor.get(path).good()["items"][0]["text"] == "I like <b>this</b>"
    member.delete(f"/comments/{made['id']}").good(204)
    assert visitor.get(path).good()["items"] == []


def test_a_report_reaches_the_editors(visitor: Client, editor: Client) -> None:
    body = {"reason": "wrong-par", "text": "I found 7"}
    key = visitor.post("/boards/blocks-way-up/reports", body).good(201)["id"]
    waiting = editor.get("/moderation?limit=100").good()["items"]
    mine = next(one for one in waiting if one["kind"] == "reports" and one["id"] == key)
    assert (mine["reason"], mine["text"]) == ("wrong-par", "I found 7")
    editor.post(f"/moderation/reports/{key}", {"decision": "refuse"}).good()


def test_filters_of_the_gallery(visitor: Client) -> None:
    facets = visitor.get("/boards/facets").good()
    for family in facets["families"]:
        found = visitor.get(f"/boards?family={family['family']}&limit=100").good()
        assert found["count"] == family["count"]
        assert {board["family"] for board in found["items"]} == {family["family"]}
    short = visitor.get("/boards?min_par=10&max_par=20&sort=par&limit=100").good()["items"]
    pars = [board["par"] for board in short]
    assert pars == sorted(pars)
    assert all(10 <= par <= 20 for par in pars)
    assert {board["difficulty"] for board in visitor.get("/boards?difficulty=hard").good()["items"]} == {
        "hard"
    }
    assert visitor.get("/boards?author=Duane Bailey").good()["count"] >= 4
    assert visitor.get("/boards?won=true").good()["count"] == 0


FOUND = [
    ("rush hour", "blocks"),
    ("Klotski", "blocks"),
    ("huarong dao", "blocks"),
    ("âne rouge", "blocks"),
    ("15 puzzle", "pebbles"),
    ("sokoban", "sokoban"),
    ("15", "pebbles"),
    ("taquin", "pebbles"),
    ("ricochet robots", "ricochet"),
    ("caisses", "sokoban"),
]


@pytest.mark.parametrize(("words", "family"), FOUND)
def test_boards_are_found_by_what_people_call_them(visitor: Client, words: str, family: str) -> None:
    found = visitor.get(f"/boards?limit=50&search={quote(words)}").good()["items"]
    assert family in {board["family"] for board in found}


def test_boards_are_found_by_words_anywhere_and_by_their_maker(member: Client, name: str) -> None:
    about = {"title": "Vestibule", "tags": ["crimson"], "notes": "for the tram"}
    key = member.post("/boards", {"board": fresh(57), **about}).good(201)["id"]
    member.publish(key)
    for words in ("crimson", "tram vestibule", name):
        found = member.get(f"/boards?search={quote(words)}").good()["items"]
        assert [board["id"] for board in found] == [key], words
    assert member.get("/boards?search=vestibule%20crimson%20absent").good()["items"] == []


@pytest.mark.parametrize("marks", ["letters", "shapes"])
def test_thumbnails_are_pictures_without_styles(visitor: Client, marks: str) -> None:
    board = visitor.get("/boards/pebbles-theta").good()
    reply = visitor.get("/" + board["thumbnail"] + f"&marks={marks}")
    assert reply.headers["Content-Type"] == "image/svg+xml"
    assert "immutable" in reply.headers["Cache-Control"]
    assert b"<style" not in reply.data and b" style=" not in reply.data
    assert (
        "immutable" not in visitor.get("/boards/pebbles-theta/thumbnail.svg?v=old").headers["Cache-Control"]
    )


def test_a_sheet_to_print(visitor: Client) -> None:
    reply = visitor.get("/boards/blocks-gar-1/sheet.pdf?paper=Letter")
    assert reply.data.startswith(b"%PDF-")
    assert visitor.post("/sheet.pdf", {"board": fresh(9)}).data.startswith(b"%PDF-")


def test_a_proof_is_checked_without_clew(visitor: Client) -> None:
    moved = visitor.post("/position", {"board": "blocks-gar-1", "move": "BR1"}).good()
    state = moved["position"]["state"]
    for body, proved in (
        ({"board": "blocks-gar-1"}, "the fewest moves are 8"),
        ({"board": "blocks-gar-1", "state": state}, "the fewest moves are 7"),
        ({"board": "blocks:AAB/ooB/ooB"}, "no solution"),
    ):
        reply = visitor.post("/board.proof", body)
        assert reply.headers["Content-Disposition"] == 'attachment; filename="board.proof"'
        assert clew_check.check(BytesIO(reply.data))[0] == proved


def test_any_line_as_a_film(visitor: Client) -> None:
    body = {"board": "blocks-gar-1", "moves": "CL3 HU1"}
    assert visitor.post("/film.gif", body).data.startswith(b"GIF89a")
    visitor.post("/film.gif", {**body, "moves": "AR3"}).problem(422, "illegal-move")
    visitor.post("/film.gif", {**body, "moves": []}).problem(422, "invalid")


def test_boards_are_uploaded_in_the_admin_too(editor: Client) -> None:
    from django.contrib.auth import get_user_model

    name = editor.get("/session").good()["player"]["name"]
    get_user_model().objects.filter(username=name).update(is_staff=True)
    page = editor.get("//admin/studio/board/upload").data.decode()
    token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    content = f"board\n{fresh(80)}\nblocks:AAo/oBo/oBC\nblocks:{GAR}\n".encode()
    reply = editor.upload("//admin/studio/board/upload/", "two.csv", content, csrfmiddlewaretoken=token)
    told = reply.data.decode()
    assert "2 boards came in" in told
    assert '<th scope="row">3</th>' in told
    assert '<th scope="row">4</th><td><a href="/play/blocks-gar-1">' in told
    assert "upload" in editor.get("//admin/studio/board/").data.decode()


@pytest.mark.parametrize("board", ["blocks-gar-1", "coroutine-bailey-1", "ricochet-noughts-and-crosses"])
def test_boards_like_one(member: Client, board: str) -> None:
    """Two of them, of the model's size and about its par, each solved to check."""
    model = clew.load(member.get(f"/boards/{board}").good()["puzzle"])
    par = clew.solve(model).length or 0
    job = member.post("/generate", {"board": board, "count": 2, "seed": 3}).good(201)
    result = ended(member, job["id"])["result"]
    assert len(result["boards"]) == 2
    for made in result["boards"]:
        puzzle = clew.load(made["puzzle"])
        assert puzzle != model
        assert puzzle.family == model.family
        assert clew.solve(puzzle).length == made["par"]
        assert par - 2 <= made["par"] <= par + 4
        assert len(str(puzzle.initial())) == len(str(model.initial()))


def test_boards_that_are_not_made(member: Client) -> None:
    member.post("/generate", {"board": "blocks-huarong-dao"}).problem(422, "not-makeable")
