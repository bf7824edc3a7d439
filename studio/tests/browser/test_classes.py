"""A class, the whole way: a teacher makes it, pupils join and play, the table shows it, and it is deleted."""

from __future__ import annotations

import csv
from typing import Any

from tests.browser.measuring import barriers
from tests.browser.test_people import BEST, member

BOARD = "blocks-gar-1"


def make_class(page: Any, title: str) -> str:
    """A class that somebody wants to make, and makes after signing up; the link to it."""
    page.goto("/classes")
    page.get_by_label("Title of the class").fill(title)
    page.get_by_role("button", name="Make a class").click()
    page.get_by_text("With one, only you see your pupils.").wait_for()
    member(page, "hypatia")
    page.goto("/classes")
    assert page.get_by_label("Title of the class").input_value() == title, "what was typed is kept"
    page.get_by_role("button", name="Make a class").click()
    page.get_by_role("heading", name=title).wait_for(state="attached")
    picture = page.get_by_role("img", name="The link as a QR code").get_attribute("src")
    assert page.request.get(picture).text().startswith("<?xml")
    assert not barriers(page)
    link: str = page.locator(".link a").get_attribute("href")
    return link


def assign(page: Any) -> None:
    """Gives the class three boards, without hints, and changes their order with the keyboard."""
    page.get_by_role("link", name="New assignment").click()
    page.get_by_label("Title", exact=True).fill("For Monday")
    for title in ("Way up", "Garage at noon", "Thin ice"):
        page.get_by_role("searchbox", name="Search").fill(title)
        page.get_by_role("button", name=title).first.click()
    page.get_by_role("button", name="Move Garage at noon up").focus()
    page.keyboard.press("Enter")
    assert page.locator(".chosen .title").all_inner_texts() == ["Garage at noon", "Way up", "Thin ice"]
    page.get_by_role("button", name="Remove Thin ice").click()
    page.get_by_role("switch", name="Hints").click()
    page.get_by_label("Until (optional)").fill("2001-01-01T08:00")
    page.get_by_label("From (optional)").fill("2002-01-01T08:00")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("The end must be after the beginning.").wait_for()
    assert page.get_by_label("Title", exact=True).input_value() == "For Monday"
    assert not barriers(page)
    page.get_by_label("Until (optional)").fill("")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Nobody has joined yet").wait_for()


def join(page: Any, link: str, name: str) -> str:
    """Joins a class; the number."""
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    told: str = page.get_by_text("Your number is").inner_text()
    return told.rpartition(" ")[2]


def test_from_the_link_to_the_table_and_back_to_nothing(page: Any, visit: Any) -> None:
    link = make_class(page, "Year 7")
    assign(page)
    zoe, ada = visit(viewport={"width": 390, "height": 844}), visit()
    number = join(zoe, link, "Zoé")
    assert not barriers(zoe)
    join(ada, link, "Ada")
    zoe.get_by_role("link", name="Garage at noon").click()
    zoe.get_by_text("Undo").wait_for()
    assert zoe.get_by_role("button", name="Hint").count() == 0
    zoe.goto(f"{zoe.url}&moves={BEST}")
    zoe.get_by_text("Solved at par").wait_for()
    assert zoe.get_by_role("button", name="Look back").count() == 0
    zoe.get_by_role("link", name="Next board").click()
    zoe.get_by_role("heading", name="Way up").wait_for()
    zoe.goto(link)
    zoe.get_by_text("1 of 2 solved").first.wait_for()

    row = page.get_by_role("row").filter(has_text="Zoé").first
    row.get_by_text("1/2").wait_for()
    assert not barriers(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Table (CSV)").click()
    with open(saved.value.path(), encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {(one["pupil"], one["board"]): one["solved"] for one in rows} == {
        ("Ada", BOARD): "0",
        ("Ada", "blocks-way-up"): "0",
        ("Zoé", BOARD): "1",
        ("Zoé", "blocks-way-up"): "0",
    }
    row.get_by_role("link").first.click()
    page.get_by_role("heading", name="Game of Zoé").wait_for()
    page.get_by_role("button", name="Go to the end").click()
    page.get_by_text("8 / 8").wait_for()
    assert not barriers(page)
    page.get_by_role("link", name="Back to the class").click()

    zoe.get_by_role("button", name="This is not me: leave").click()
    zoe.get_by_label("Your name").fill("zoé")
    zoe.get_by_role("button", name="Join").click()
    zoe.get_by_text("Somebody in this class has this name.").wait_for()
    zoe.get_by_label("Your number").fill(number)
    zoe.get_by_role("button", name="Join").click()
    zoe.get_by_text("You are Zoé.").wait_for()

    page.get_by_role("button", name="Delete this class").click()
    page.get_by_role("alert").get_by_role("button", name="Delete this class").click()
    page.get_by_text("No classes yet").wait_for()
    zoe.goto(link)
    zoe.get_by_role("heading", name="Page not found").wait_for()


def test_a_code_from_the_blackboard(page: Any, visit: Any) -> None:
    member(page, "diophantus")
    page.goto("/classes")
    page.get_by_label("Title of the class").fill("Year 8")
    page.get_by_role("button", name="Make a class").click()
    code = page.locator(".code").inner_text()
    pupil = visit()
    pupil.goto("/class")
    pupil.get_by_label("Code").fill("nonono")
    pupil.get_by_role("button", name="Continue").click()
    pupil.get_by_text("No class has this code").wait_for()
    assert not barriers(pupil)
    pupil.get_by_label("Code").fill(code.upper())
    pupil.keyboard.press("Enter")
    pupil.get_by_role("heading", name="Year 8").wait_for()
