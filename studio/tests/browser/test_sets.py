"""A pack of one's own: boards from a file and from the gallery, their order, and what is taken along."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.browser.measuring import barriers
from tests.browser.test_people import member

TWO = "blocks:AAo/ooo/ooo\nblocks:oAA/oBo/oBo\nnonsense\n"


def titles(page: Any) -> list[str]:
    return [str(title) for title in page.locator(".chosen .title").all_inner_texts()]


def test_a_pack_is_made_ordered_published_and_taken_along(page: Any, tmp_path: Path, visit: Any) -> None:
    file = tmp_path / "two.txt"
    file.write_text(TWO)
    member(page, "theaetetus")
    page.goto("/packs")
    page.get_by_label("Title of the pack").fill("Two garages and more")
    page.get_by_role("button", name="Make a pack").click()
    page.get_by_role("heading", name="Two garages and more").wait_for()
    for title in ("Way up", "Garage at noon"):
        page.get_by_role("searchbox", name="Search").fill(title)
        page.locator(".found").get_by_role("button", name=title).first.click()
    page.locator(".chosen li").first.drag_to(page.locator(".chosen li").nth(1))
    assert titles(page) == ["Garage at noon", "Way up"]
    page.get_by_role("button", name="Move Way up: drag it").press("ArrowUp")
    assert titles(page) == ["Way up", "Garage at noon"]
    page.get_by_role("button", name="Move Way up down").click()
    page.get_by_role("button", name="Move Way up up").click()
    page.get_by_label("Add boards from a file").set_input_files(file)
    page.get_by_text("2 boards added").wait_for()
    page.get_by_text("Line 3:").wait_for()
    assert titles(page)[:2] == ["Way up", "Garage at noon"] and len(titles(page)) == 4
    page.get_by_role("button", name="Fewest moves").click()
    page.locator(".chosen li").nth(2).get_by_text("Garage at noon").wait_for()
    assert titles(page)[3] == "Way up"
    moves, time = page.locator("figure").all()
    assert (moves.locator("rect").count(), moves.locator(".unknown").count()) == (4, 0)
    assert (time.locator("rect").count(), time.locator(".unknown").count()) == (4, 1), "one is solved already"
    page.get_by_role("button", name="Time for people").click()
    page.get_by_text("The boards are in order").wait_for(state="attached")
    assert not barriers(page)
    page.get_by_role("switch", name="Everybody sees this pack").click()
    page.get_by_role("button", name="Save").click()
    page.locator(".tag.good").wait_for()
    for name, begins in (
        ("Book on paper (PDF)", b"%PDF-"),
        ("One page that plays offline", b"<!doctype html>"),
        ("Your web page", b"PK"),
    ):
        with page.expect_download() as saved:
            page.get_by_role("button", name=name).click()
        assert Path(saved.value.path()).read_bytes().startswith(begins)
    page.get_by_role("link", name="Open the pack").click()
    page.get_by_text("0 of 4 solved").wait_for()
    assert not barriers(page)
    seen = visit(base_url=page.url.split("/packs")[0])
    seen.goto(page.url)
    seen.get_by_text("0 of 2 solved").wait_for()
    assert seen.get_by_role("link", name="Change this pack").count() == 0


def test_a_finger_drags_a_board_to_another_place(visit: Any) -> None:
    page = visit(viewport={"width": 360, "height": 740}, has_touch=True)
    member(page, "ariadne-of-naxos")
    page.goto("/packs")
    page.get_by_label("Title of the pack").fill("By finger")
    page.get_by_role("button", name="Make a pack").click()
    for title in ("Way up", "Garage at noon"):
        page.get_by_role("searchbox", name="Search").fill(title)
        page.locator(".found").get_by_role("button", name=title).first.click()
    page.locator(".chosen").scroll_into_view_if_needed()
    first, second = (page.locator(".handle").nth(n).bounding_box() for n in (0, 1))
    x, y = first["x"] + 10, first["y"] + first["height"] / 2
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *points: Any) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    send("touchStart", {"x": x, "y": y})
    for step in range(1, 9):
        send("touchMove", {"x": x, "y": y + (second["y"] - first["y"]) * step / 8})
    send("touchEnd")
    assert titles(page) == ["Garage at noon", "Way up"]
