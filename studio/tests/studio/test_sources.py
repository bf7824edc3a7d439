"""Games written as one text: what the editor is told, what is known of their levels, and their packs."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import clew
from clew.families.puzzlescript import source
from tests.search.test_hostile_games import TOO_LARGE, game
from tests.studio.client import Client, Json
from tests.studio.server import Site
from tests.studio.test_games import win
from tests.studio.test_jobs import ended, until

GAMES = Path(__file__).resolve().parents[3] / "examples" / "games"
STORE = (GAMES / "store.txt").read_text(encoding="utf-8")
STUCK = "\n#####\n#P*O#\n#####\n\n######\n#*P.O#\n######\n"
"""A level of one move, and one that cannot be solved: its crate is in a corner."""
HARD = """
##########
#P.......#
#.*.*.*..#
#..*.*.*.#
#........#
#.OOOOOO.#
#........#
##########
"""


def line_of(text: str, words: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), 1) if words in line)


def named(title: str, text: str = STORE) -> str:
    return text.replace("title The store", f"title {title}")


def complete(client: Client, pack: str, levels: int) -> Json:
    """A pack once so many published levels are in it: on a busy machine some follow when their job is done.
    Its owner also sees those that are not.
    """

    def found() -> Json:
        whole = client.get(f"/packs/{pack}").good()
        whole["levels"] = [level for level in whole["levels"] if level["board"]["status"] == "published"]
        return whole if len(whole["levels"]) == levels else None

    return until(found)


def test_the_editor_is_told_every_level_and_how_to_paint_it(visitor: Client) -> None:
    found = visitor.post("/sources", {"text": STORE}).good(200)
    assert (found["title"], found["author"], found["errors"], found["remarks"]) == (
        "The store",
        "The Clew project",
        0,
        [],
    )
    first, second = found["levels"]
    assert first["rows"] == ["######", "#p..##", "#.*..#", "##.o.#", "######"]
    assert STORE.split("\n")[first["line"] - 1] == "######"
    assert first["places"] == [{"line": first["line"] + row, "column": 1} for row in range(5)]
    assert second["keys"] == {"family": "puzzlescript", "level": 2}
    signs = {entry["sign"]: entry for entry in found["legend"]}
    assert set(signs) >= set(".#p*o@")
    assert (signs["p"]["written"], signs["#"]["written"]) == ("P", "#")
    names = [found["sprites"][number]["name"] for number in signs["@"]["pile"]]
    assert names == ["background", "target", "crate"]
    assert found["sprites"][0]["runs"]


def test_a_byte_order_mark_is_no_part_of_a_source(visitor: Client) -> None:
    found, plain = (visitor.post("/sources", {"text": text}).good(200) for text in (f"\ufeff{STORE}", STORE))
    assert found == plain
    answer = visitor.post("/sources/answers", {"text": f"\ufeff{STORE}", "levels": [1]}).good(200)
    assert answer["levels"][0]["known"]


def test_what_a_game_says_before_a_level_is_shown_with_it(visitor: Client) -> None:
    head, levels = STORE.split("LEVELS")
    first, second = levels.strip().split("\n\n")
    parts = [f"{head}LEVELS", "message Hello.", first, "message Well done!\nmessage Now two.", second, ""]
    text = "\n\n".join(parts)
    for level, said in ((1, ["Hello."]), (2, ["Well done!", "Now two."])):
        board = {"family": "puzzlescript", "game": text, "level": level}
        made = visitor.post("/boards", {"board": board}).good(201)
        assert visitor.get(f"/boards/{made['id']}").good()["scene"]["messages"] == said


def test_what_a_game_says_after_its_last_level_is_its_ending(visitor: Client) -> None:
    head, levels = STORE.split("LEVELS")
    first, second = levels.strip().split("\n\n")
    text = "\n\n".join([f"{head}LEVELS", first, "message Now two.", second, "message The end.", ""])
    for level, said in ((1, []), (2, ["The end."])):
        board = {"family": "puzzlescript", "game": text, "level": level}
        made = visitor.post("/boards", {"board": board}).good(201)
        assert visitor.get(f"/boards/{made['id']}").good()["scene"]["ending"] == said


def test_a_game_of_a_stranger_is_undone_redone_and_restarted_once(visitor: Client) -> None:
    board = {"family": "puzzlescript", "game": STORE, "level": 2}
    made = visitor.post("/boards", {"board": board}).good(201)
    game = visitor.post("/games", {"board": made["id"], "moves": ["down", "right"]}).good(201)
    for change, cursor, after in (("undo", 2, 1), ("redo", 1, 2), ("undo", 2, 1), ("restart", 1, 0)):
        game = visitor.post(f"/games/{game['id']}/{change}", {"cursor": cursor}).good(200)
        assert game["cursor"] == after
    assert [*game["moves"], *game["undone"]] == ["down", "right"]


def test_a_page_is_given_the_sounds_of_a_game(visitor: Client) -> None:
    told = "endlevel 83744503\nCrate move horizontal 36772507\nThing destroy 5\nsfx0 7\nplayer action 9"
    told += "\nCrate cantmove 11"
    sounds = f"SOUNDS\n\n{told}"
    text = STORE.replace("SOUNDS", sounds).replace("O = Target", "O = Target\nThing = Crate or Wall")
    board = {"family": "puzzlescript", "game": text, "level": 1}
    made = visitor.post("/boards", {"board": board}).good(201)
    scene = visitor.get(f"/boards/{made['id']}").good()["scene"]
    number = {sprite["name"]: place for place, sprite in enumerate(scene["sprites"])}
    assert scene["sounds"]["events"] == {"endlevel": 83744503, "sfx0": 7}
    move, destroy, action = scene["sounds"]["sprites"]  # of a crate that stays, a page sees nothing
    assert move == {"sprites": [number["crate"]], "verb": "move", "ways": ["horizontal"], "seed": 36772507}
    assert set(destroy["sprites"]) == {number["crate"], number["wall"]}
    assert (action["sprites"], action["verb"], action["seed"]) == ([number["player"]], "action", 9)


def test_a_page_is_told_what_keys_ask_for(visitor: Client) -> None:
    rule = "[ > Player | Crate ] -> [ > Player | > Crate ]"
    text = STORE.replace(
        rule, f"[ left Player | Wall ] -> cancel message Not there.\n{rule} sfx3 message Heave ho!"
    )
    made = visitor.post("/boards", {"board": {"family": "puzzlescript", "game": text}}).good(201)
    board = visitor.get(f"/boards/{made['id']}").good()
    assert board["scene"]["said"] == ["Not there.", "Heave ho!"]
    here = visitor.post("/position", {"board": made["id"], "move": "right"}).good(200)["position"]
    assert here["asked"]["down"] == {"sounds": ["sfx3"], "messages": [1]}
    assert here["asked"]["up"] == {"sounds": ["cantmove"], "messages": []}
    start = visitor.post("/position", {"board": made["id"]}).good(200)["position"]
    assert start["asked"]["left"] == {"sounds": ["cancel"], "messages": [0]}
    assert "right" not in start["asked"]  # it asks for nothing


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Crate move left", "après LEFT, écrivez une direction ou le numéro"),
        ("endlevel left", "et non LEFT (cet événement"),
        ("endlevel 5 Crate", "rien ne peut suivre le son 5"),
    ],
)
def test_mistakes_in_sounds_are_told_in_french(site: Site, line: str, told: str) -> None:
    body = {"text": STORE.replace("SOUNDS", f"SOUNDS\n\n{line}")}
    found = site.client("fr").post("/sources", body).good(200)["remarks"]
    assert any(told in remark["message"] and remark["language"] == "fr" for remark in found), found


@pytest.mark.parametrize(
    ("rows", "lacks"),
    [
        ("###\n#.#\n###", ["player", "target"]),
        ("###\n#p#\n###", ["target"]),
        ("####\n#.o#\n####", ["player"]),
        ("#####\n#p*o#\n#####", []),
        ("####\n#po#\n####", []),  # no crate: it cannot be solved, which its answer says
    ],
)
def test_a_level_says_what_it_lacks(visitor: Client, rows: str, lacks: list[str]) -> None:
    text = f"{STORE.split('LEVELS')[0]}LEVELS\n\n{rows}\n"
    (level,) = visitor.post("/sources", {"text": text}).good(200)["levels"]
    assert level["lacks"] == lacks


def test_a_level_that_rules_make_lacks_nothing(visitor: Client) -> None:
    text = f"run_rules_on_level_start\n{STORE.split('LEVELS')[0]}LEVELS\n\n####\n#..#\n####\n"
    (level,) = visitor.post("/sources", {"text": text}).good(200)["levels"]
    assert level["lacks"] == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("O = Target", "", "pas dans la légende\N{NARROW NO-BREAK SPACE}; ajoutez"),
        ("Player, Wall, Crate", "Player, Wall", "dans aucune couche de collision"),
        ("] -> [", "] [", "une règle a besoin d"),
        ("> Player | Crate ]", "> Player | Crate up ]", "up doit être suivi"),
        ("> Player | Crate ]", "> Player | up right Crate ]", "up et right"),
        ("> Player | Crate ]", "> Player | down ] [ Crate ]", "down doit être suivi"),
        ("| Crate ] ->", "| Crat ] ->", "Vouliez-vous dire Crate"),
        ("######\n#P..##", "#####\n#P..##", "mais celle de la première du niveau est 5"),
    ],
)
def test_errors_are_said_in_the_language_of_the_reader(site: Site, old: str, new: str, told: str) -> None:
    body = {"text": STORE.replace(old, new, 1)}
    found = site.client("fr").post("/sources", body).good(200)["remarks"]
    said = next(remark for remark in found if told in remark["message"])
    assert said["language"] == "fr"
    english = site.client().post("/sources", body).good(200)["remarks"]
    assert {remark["language"] for remark in english} == {"en"}


def test_every_error_and_warning_has_its_place(visitor: Client) -> None:
    text = STORE.replace("Player, Wall, Crate", "Player, Wal, Crate").replace("@ = Crate", "@ = Crat")
    found = visitor.post("/sources", {"text": text}).good(200)
    lines = {remark["line"] for remark in found["remarks"] if remark["severity"] == "error"}
    assert {line_of(text, "Wal, Crate"), line_of(text, "Crat and")} <= lines
    places = {(remark["line"], remark["column"], remark["length"]) for remark in found["remarks"]}
    assert {(line_of(text, "Wal, Crate"), 9, 3), (line_of(text, "Crat and"), 5, 4)} <= places
    assert found["errors"] == sum(remark["severity"] == "error" for remark in found["remarks"])
    assert found["levels"] == []
    warned = visitor.post("/sources", {"text": STORE + "\n###\n#P\n###\n"}).good(200)
    assert [remark["severity"] for remark in warned["remarks"]] == ["warning"]


@pytest.mark.parametrize("text", ["x", "title Nothing", "OBJECTS\nOBJECTS\n", "=====\n" * 50, STORE[:400]])
def test_an_unfinished_source_is_answered(visitor: Client, text: str) -> None:
    found = visitor.post("/sources", {"text": text}).good(200)
    assert found["errors"] and found["remarks"]


def test_levels_are_answered_with_proofs(visitor: Client) -> None:
    text = STORE + STUCK

    def answers() -> Json:
        """Of all levels: on a busy machine one may need a second try."""
        body = {"text": text, "levels": [1, 2, 3, 4, 5]}
        levels = visitor.post("/sources/answers", body).good(200)["levels"]
        return levels if all(one["known"] for one in levels[:4]) else None

    found = until(answers)
    told = [(one["known"], one["solvable"], one["par"]) for one in found[:4]]
    assert told == [(True, True, 5), (True, True, 7), (True, True, 1), (True, False, None)]
    assert [level["par"] for level in found[:2]] == [
        clew.solve(level).length for level in clew.PuzzleScript.levels(GAMES / "store.txt")
    ]
    assert "levels 1 to 4" in found[4]["error"]


def facts_of(visitor: Client, text: str, level: int = 1) -> Json:
    """Of a small level; on a busy machine it may need a second try."""

    def found() -> Json:
        told = visitor.post("/sources/facts", {"text": text, "level": level}).good(200)
        return told if told["states"] is not None else None

    return until(found)


def test_the_positions_of_a_level_are_counted(visitor: Client) -> None:
    found = facts_of(visitor, STORE, 2)
    told = clew.rate(clew.PuzzleScript(STORE, 2))
    dead = round(told.dead_end_share * told.states)
    assert (found["states"], found["dead_ends"], found["unnoticed"]) == (told.states, dead, True)
    assert found["essential"] == clew.solutions(clew.PuzzleScript(STORE, 2)).essential
    assert found["unmet"] == []
    pond = (GAMES / "pond.txt").read_text(encoding="utf-8")
    assert (facts_of(visitor, pond)["dead_ends"], facts_of(visitor, pond)["unnoticed"]) == (0, False)


def test_a_level_without_a_solution_says_which_condition_is_never_met(visitor: Client) -> None:
    both = (STORE + STUCK).replace("all Target on Crate", "all Target on Crate\nsome Player")
    found = facts_of(visitor, both, 4)
    line = {"line": line_of(both, "all Target on Crate"), "words": "all Target on Crate"}
    assert (found["essential"], found["unmet"]) == (None, [line])
    each = STORE.replace("all Target on Crate", "some Player on Target\nno Player on Target")
    assert facts_of(visitor, each)["unmet"] == []


def test_all_win_conditions_together_have_one_time(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def solve(puzzle: object, limits: clew.Limits) -> clew.Solution:
        assert limits.seconds is not None
        given.append(limits.seconds)
        time.sleep(limits.seconds)
        return clew.solve("null:3", moves=0)

    monkeypatch.setattr(source, "solve", solve)
    many = STORE.replace("all Target on Crate", "\n".join(["all Target on Crate", "some Player"] * 10))
    assert source.unmet(many, 1, clew.Limits(seconds=0.2)) == []
    assert len(given) > 1 and sum(given) <= 0.21


def test_a_level_left_to_chance_says_why_it_cannot_be_proved(visitor: Client) -> None:
    rule = "[ > Player | Crate ] -> [ > Player | randomdir Crate ]"
    text = game(rule, level="#####\n#P*O#\n#...#\n#####")
    [found] = visitor.post("/sources/answers", {"text": text, "levels": [1]}).good()["levels"]
    assert not found["known"]
    assert f"line {line_of(text, rule)}" in found["error"]
    problem = visitor.post("/sources/facts", {"text": text, "level": 1}).problem(422, "bad-board")
    assert f"line {line_of(text, rule)}" in problem["errors"][0]["message"]
    visitor.post("/sources/facts", {"text": text, "level": 2}).problem(422, "bad-board")
    board = {"family": "puzzlescript", "game": text}
    assert visitor.post("/validate", {"board": board}).good()["valid"]
    key = visitor.post("/games", {"board": board}).good(201)["id"]
    visitor.post(f"/games/{key}/hint", {"level": 1}).problem(422, "bad-board")


def test_a_stored_game_that_no_longer_reads_says_why(visitor: Client) -> None:
    from clew_studio.models import Board, Game

    board = visitor.post("/boards", {"board": {"family": "puzzlescript", "game": STORE}}).good(201)["id"]
    key = visitor.post("/games", {"board": board}).good(201)["id"]
    rule = "[ > Player | Crate ]"
    assert rule in STORE
    keys = {"family": "puzzlescript", "game": STORE.replace(rule, f"{rule} sfx0", 1), "level": 1}
    Board.objects.filter(pk=board).update(keys=keys)
    Game.objects.filter(pk=key).update(keys=keys)
    for path in (f"/boards/{board}", f"/boards/{board}/play", f"/games/{key}"):
        problem = visitor.get(path).problem(422, "bad-board")
        assert "SFX0 is a command" in problem["errors"][0]["message"]
    visitor.post(f"/games/{key}/hint", {"level": 1}).problem(422, "bad-board")
    visitor.post(f"/games/{key}/undo", {"cursor": 1}).problem(422, "bad-board")
    visitor.post("/games", {"board": board}).problem(422, "bad-board")


def test_a_level_is_played_by_its_keys(visitor: Client) -> None:
    keys = {"family": "puzzlescript", "game": STORE, "level": 2}
    board = visitor.post("/boards", {"board": keys}).good(201)
    assert (board["status"], board["scene"]["keys"]) == ("draft", ["up", "left", "down", "right"])
    begun = visitor.post("/games", {"board": board["id"]}).good(201)
    assert {move["move"] for move in begun["position"]["moves"]} <= {"up", "left", "down", "right"}
    moves = ["down", "right", "left", "up", "right", "right", "down"]
    done = visitor.post(f"/games/{begun['id']}/moves", {"moves": moves}).good()
    assert done["status"] == "won"


def test_all_levels_are_published_as_a_pack_with_their_pars(member: Client, visitor: Client) -> None:
    text = named("Packed store") + STUCK
    found = member.post("/sources/publish", {"text": text}).good(201)
    assert [one["level"] for one in found["levels"]][:3] == [1, 2, 3]
    assert [one["level"] for one in found["left_out"]] in ([4], [])
    pack = complete(visitor, found["pack"]["id"], 3)
    assert pack["title"] == "Packed store"
    assert [(one["board"]["title"], one["board"]["par"]) for one in pack["levels"]] == [
        ("Packed store 1", 5),
        ("Packed store 2", 7),
        ("Packed store 3", 1),
    ]
    score = win(visitor, pack["levels"][1]["board"]["id"])["score"]
    assert (score["length"], score["par"], score["ranked"]) == (7, 7, True)


@pytest.mark.parametrize("title", [" ", "\u00a0", "\u200b", "\ufeff\u2060 ", "\u3164"])
def test_a_title_that_nobody_sees_is_none(member: Client, title: str) -> None:
    found = member.post("/sources/publish", {"text": named("Seen"), "title": title}).good()
    assert found["pack"]["title"] == "Seen"
    board = member.post("/boards", {"board": "blocks:AAo/ooo/ooo", "title": title}).good()
    assert board["title"] == "Untitled"
    for path in ("/packs", "/classes"):
        wrong = member.post(path, {"title": title})
        assert (wrong.status, wrong.json["errors"][0]["where"]) == (422, "title")


@pytest.mark.parametrize("level", [True, "1", " 1", 1.0])
def test_a_level_is_a_number(visitor: Client, level: object) -> None:
    for path, key, value in (("answers", "levels", [level]), ("facts", "level", level)):
        wrong = visitor.post(f"/sources/{path}", {"text": STORE, key: value})
        assert wrong.status == 422 and wrong.json["errors"][0]["where"].startswith(key)


def test_a_game_that_is_published_again_keeps_its_pack_and_boards(member: Client) -> None:
    text = named("Twice")
    first = member.post("/sources/publish", {"text": text}).good(201)
    longer = member.post("/sources/publish", {"text": text + STUCK}).good(201)
    assert longer["pack"] == first["pack"]
    pack = complete(member, first["pack"]["id"], 3)
    assert [level["board"]["par"] for level in pack["levels"]] == [5, 7, 1]
    again = member.post("/sources/publish", {"text": text + STUCK}).good(201)
    # A fourth that has no solution is among them as long as that is not known.
    assert [one["board"] for one in again["levels"]][:3] == [one["board"] for one in longer["levels"]][:3]


def test_a_hard_level_joins_the_pack_once_its_par_is_proved(member: Client) -> None:
    hard = named("Hard").split("LEVELS")[0] + "LEVELS\n\n#####\n#P*O#\n#####\n" + HARD
    found = member.post("/sources/publish", {"text": hard}).good(201)
    hard_one = found["levels"][1]
    assert hard_one["status"] == "checking"
    [job] = [job for job in member.get("/jobs").good()["items"] if job["board"] == hard_one["board"]]
    member.delete(f"/jobs/{job['id']}")
    assert ended(member, job["id"])["state"] == "cancelled"
    pack = complete(member, found["pack"]["id"], 1)
    assert [level["board"]["par"] for level in pack["levels"]] == [1]


def test_the_pack_of_another_is_never_replaced(
    site: object, member: Client, other: Client, name: str
) -> None:
    text = named("Same name")
    mine = member.post("/sources/publish", {"text": text}).good(201)["pack"]["id"]
    other.sign_up(f"{name}-too")
    theirs = other.post("/sources/publish", {"text": text}).good(201)["pack"]["id"]
    assert mine != theirs


def test_publishing_takes_an_account_and_a_source_without_errors(visitor: Client, member: Client) -> None:
    visitor.post("/sources/publish", {"text": STORE}).problem(401, "signed-out")
    broken = STORE.replace("Player, Wall, Crate", "Player, Wall")
    problem = member.post("/sources/publish", {"text": broken}).problem(422, "bad-board")
    assert "line " in problem["errors"][0]["message"]
    assert member.get("/boards?mine=true").good()["count"] == 0


def test_every_error_of_a_pasted_game_has_its_line_and_no_file(visitor: Client) -> None:
    broken = STORE.replace("Player, Wall, Crate", "Player, Wall, Crate, Wal, Crat")
    [told] = visitor.post("/boards/import", {"text": broken}).problem(422, "bad-board")["errors"]
    line = line_of(broken, "Wal, Crat")
    first, second, *_ = told["message"].split("\n")
    assert told["row"] == line and first.startswith('"Wal" is not defined')
    assert second.startswith(f'  line {line}:27: "Crat" is not defined')


def test_a_source_has_a_largest_size(visitor: Client) -> None:
    long = STORE + "(" + "x" * 100_000 + ")"
    visitor.post("/sources", {"text": long}).problem(422, "invalid")
    visitor.post("/sources/answers", {"text": long, "levels": [1]}).problem(422, "invalid")
    board = {"family": "puzzlescript", "game": long}
    problem = visitor.post("/boards", {"board": board}).problem(422, "bad-board")
    assert "at most 100000 are allowed" in problem["errors"][0]["message"]
    visitor.post("/sources/answers", {"text": STORE, "levels": list(range(1, 202))}).problem(422, "invalid")


@pytest.mark.parametrize("what", ["collision layers", "a legend that doubles"])
def test_a_source_that_is_far_too_large_is_answered_with_its_errors(visitor: Client, what: str) -> None:
    assert visitor.post("/sources", {"text": TOO_LARGE[what]}).good()["errors"]


def test_rules_without_end_are_named_and_end_the_job(visitor: Client) -> None:
    rules = ("[ Ball ] -> [ Wall ] again", "[ Crate ] -> [ Ball ] again", "[ Wall ] -> [ Crate ]")
    text = game(*rules, prelude="run_rules_on_level_start")
    [found] = visitor.post("/sources/answers", {"text": text, "levels": [1]}).good()["levels"]
    assert "without end" in found["error"]
    visitor.post("/games", {"board": {"family": "puzzlescript", "game": text}}).problem(422, "bad-board")


def test_a_search_of_a_huge_level_ends_within_its_limits(visitor: Client) -> None:
    text = named("Huge").split("LEVELS")[0] + "LEVELS\n" + HARD
    [found] = visitor.post("/sources/answers", {"text": text, "levels": [1]}).good()["levels"]
    assert (found["known"], found["error"]) == (False, None)
    board = {"family": "puzzlescript", "game": text}
    job = visitor.post("/solve", {"board": board, "seconds": 0.5}).good(201)
    result = ended(visitor, job["id"])["result"]
    assert (result["status"], result["limit"]) == ("limit", "seconds")
    assert result["lower_bound"] >= 1
