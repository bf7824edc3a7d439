"""An experiment as its researcher and its participants see it, and news as everybody does."""

from __future__ import annotations

import re
import zipfile
from typing import Any

import pytest

import clew
from tests.browser.arranged import ASKING, BOARDS, CONSENT, OVER, TIMED, joined
from tests.browser.measuring import barriers, small_targets, too_wide
from tests.browser.playing import by_click, settled, solution_of

pytestmark = pytest.mark.usefixtures("arranged")


def test_a_participant_agrees_begins_and_sees_the_time_run(page: Any) -> None:
    page.goto(f"/experiment/{ASKING}")
    page.get_by_text(CONSENT.splitlines()[0]).wait_for()
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("10:00 for all boards together.").wait_for()
    page.locator("ol a").first.click()
    left = page.locator("dl > div", has_text="time left").locator("dd")
    left.wait_for()
    first = left.inner_text()
    assert re.fullmatch(r"10:00|9:[0-5]\d", first), first
    page.wait_for_function(
        """first => [...document.querySelectorAll('dl > div')].some((one) =>
            one.textContent.includes('time left') && !one.textContent.includes(first))""",
        arg=first,
    )
    page.goto(f"/experiment/{ASKING}")
    page.locator("p.time").wait_for()
    assert page.locator(".time strong").inner_text().startswith("9:")


def test_the_page_follows_the_clock_of_the_server(page: Any) -> None:
    """The server says five minutes and a bit: that is counted down, and told to those who do not see it."""

    def nearly(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(json={**answer.json(), "time_left_ms": 309_500})

    page.route("**/api/v1/games", nearly)
    joined(page, TIMED)
    page.goto(f"/play/{BOARDS[0]}?pack={TIMED}")
    page.get_by_text("5:0").first.wait_for()
    page.locator(".unseen[role=status]", has_text="5:00 left").wait_for(state="attached")


def test_when_the_time_is_over_the_board_rests_and_the_page_says_why(page: Any) -> None:
    joined(page, OVER)
    page.goto(f"/play/{BOARDS[0]}?pack={OVER}")
    page.get_by_text("Time is up").first.wait_for()
    page.get_by_text("All your moves are saved.").wait_for()
    assert page.locator('.board [data-piece][tabindex="0"]').count() == 0
    assert page.get_by_role("button", name="Undo").count() == 0
    page.get_by_role("link", name="Back to the pack").click()
    page.get_by_role("heading", name="How people plan").wait_for()
    page.locator(".notice").get_by_text("Time is up").wait_for()
    assert page.locator("ol a").count() == 0
    page.goto("/stats")
    page.get_by_role("cell", name="out of time").wait_for()


def test_without_its_link_an_experiment_is_not_found(page: Any) -> None:
    page.goto(f"/play/{BOARDS[0]}?pack={TIMED}")
    page.locator(".lost, .trouble").first.wait_for()
    assert page.locator(".board").count() == 0


def test_outside_the_experiment_the_board_is_as_always(page: Any) -> None:
    joined(page, TIMED)
    page.goto(f"/play/{BOARDS[0]}?pack={TIMED}")
    by_click(page, solution_of(BOARDS[0])[0])
    settled(page, 1)
    page.goto(f"/play/{BOARDS[0]}")
    page.locator(".board [data-piece]").first.wait_for()
    settled(page, 0)
    assert page.get_by_text("time left").count() == 0


def test_a_game_of_an_experiment_is_not_looked_back_on(page: Any) -> None:
    joined(page, TIMED)
    page.goto(f"/play/{BOARDS[1]}?pack={TIMED}")
    by_click(page, solution_of(BOARDS[1])[0])
    settled(page, 1)
    page.get_by_role("button", name="Solution", exact=True).click()
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("button", name="Go to the end").wait_for()
    assert page.locator(".look").count() == 0


def test_the_latest_news_stands_beside_the_boards(page: Any) -> None:
    page.goto("/")
    page.get_by_text("A fifth pack is being made").wait_for()
    page.get_by_role("link", name="All news").click()
    page.get_by_role("heading", name="Maps of small boards").wait_for()
    page.get_by_text("The smallest has sixteen.").wait_for()


def signed_up(page: Any, name: str) -> None:
    """Makes an account in the page's browser."""
    page.goto("/news")
    page.evaluate(
        """async (name) => {
            await fetch('/api/v1/session');
            const token = document.cookie.match(/csrftoken=([^;]+)/)?.[1] ?? '';
            const body = { name, email: `${name}@example.org`, password: 'correct horse battery' };
            const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': token };
            await fetch('/api/v1/account', { method: 'POST', headers, body: JSON.stringify(body) });
        }""",
        name,
    )


def play_level(page: Any, puzzle: str) -> None:
    """Solves the level that a participant sees, by mouse."""
    moves = clew.solve(clew.parse(puzzle)).moves
    assert moves is not None
    for count, move in enumerate(map(str, moves), 1):
        by_click(page, move)
        if count < len(moves):
            settled(page, count)
    page.get_by_text("Solved", exact=True).first.wait_for()


def test_an_experiment_from_the_empty_page_to_the_data(page: Any, visit: Any) -> None:
    signed_up(page, "researcher-of-plans")
    page.goto("/research")
    page.get_by_role("link", name="Design an experiment").click()
    page.get_by_role("link", name="Empty").click()
    page.get_by_text("2 things are missing before you can open it").wait_for()
    page.get_by_label("Title", exact=True).fill("Plans in sand")
    page.get_by_label("Consent text").fill("May we record your moves?")
    boards = page.locator("#boards")
    boards.get_by_role("button", name="Add boards").first.click()
    boards.get_by_label("Puzzle").select_option("blocks")
    boards.get_by_label("Fewest moves, from").fill("5")
    boards.get_by_label("to", exact=True).fill("6")
    boards.get_by_label("How many").fill("2")
    boards.get_by_role("button", name="Draw boards").click()
    boards.get_by_text("2 added").wait_for()
    page.get_by_label("Give up allowed after (seconds)").fill("0")
    questions = page.locator("#questions")
    questions.get_by_role("button", name="Add a question").last.click()
    questions.get_by_label("Question", exact=True).fill("How was it?")
    page.get_by_label("At the end, participants get").select_option("code")
    page.get_by_label("Code", exact=True).fill("DUNE-7")
    page.get_by_text("Saved", exact=True).wait_for()
    assert barriers(page) + small_targets(page) + too_wide(page) == []
    page.get_by_role("button", name="Open to participants").click()
    page.get_by_role("button", name="Open to participants").last.click()
    link = page.get_by_label("Link for participants").input_value()

    person = visit()
    levels: list[Any] = []
    person.on("response", lambda one: levels.append(one) if one.url.endswith("/level") else None)
    person.goto(f"{link}?PROLIFIC_PID=p7")
    person.get_by_role("checkbox").check()
    person.get_by_role("button", name="Begin").click()
    person.get_by_role("heading", name="Level 1 of 2").wait_for()
    assert person.locator("a:not(.skip)").count() == 0, "nothing leads away"
    assert person.get_by_role("button", name="Hint").count() == 0
    person.locator(".board [data-piece]").first.wait_for()
    person.reload()
    person.locator(".board [data-piece]").first.wait_for()
    play_level(person, levels[-1].json()["puzzle"])
    person.get_by_role("button", name="Next").click()
    person.get_by_role("heading", name="Level 2 of 2").wait_for()
    person.get_by_role("button", name="Give up").click()
    person.get_by_role("button", name="Give up").first.click()
    person.get_by_text("You gave up this level").first.wait_for()
    person.get_by_role("button", name="Next").click()
    person.get_by_role("button", name="Continue").click()
    person.get_by_text("Please answer this question.").wait_for()
    assert barriers(person) + small_targets(person) == []
    person.get_by_role("radio").nth(4).check()
    person.reload()
    person.get_by_text("How was it?").wait_for()
    assert person.get_by_role("radio").nth(4).is_checked(), "what was chosen is kept"
    person.get_by_role("button", name="Continue").click()
    person.get_by_text("DUNE-7").wait_for()

    page.reload()
    page.get_by_text("1 person has opened the link.").wait_for()
    page.get_by_text("Participants", exact=True).click()
    page.get_by_role("cell", name="p7").wait_for()
    page.set_viewport_size({"width": 320, "height": 700})
    assert barriers(page) + too_wide(page) == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the data").click()
    with zipfile.ZipFile(download.value.path()) as archive:
        rows = archive.read("levels.csv").decode().splitlines()
        answers = archive.read("answers.csv").decode()
    assert [line.split(",")[7] for line in rows[1:]] == ["won", "gave-up"]
    assert ",5,," in answers


def test_answers_wait_for_the_server(page: Any, visit: Any) -> None:
    signed_up(page, "researcher-of-patience")
    page.goto("/experiments/new?template=questionnaires")
    page.get_by_role("button", name="Open to participants").click()
    page.get_by_role("button", name="Open to participants").last.click()
    link = page.get_by_label("Link for participants").input_value()
    person = visit()
    person.goto(link)
    person.get_by_role("checkbox").check()
    person.get_by_role("button", name="Begin").click()
    person.get_by_role("button", name="Continue").click()
    person.get_by_role("radio").last.check()
    person.route("**/api/v1/participants/*/answers", lambda route: route.abort())
    person.get_by_role("button", name="Continue").click()
    person.get_by_text("The server cannot be reached.").wait_for()
    person.unroute("**/api/v1/participants/*/answers")
    person.get_by_text("One of your answers was not right.").wait_for()
    person.get_by_role("button", name="Withdraw from the experiment").click()
    person.get_by_role("button", name="Withdraw from the experiment").click()
    person.get_by_text("Your answers and moves have been deleted.").wait_for()
