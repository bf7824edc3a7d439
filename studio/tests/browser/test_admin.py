"""The administrator's first minutes: a password by the printed link, then a set of boards uploaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

PASSWORD = "a long enough pass phrase 7"
BAD_ROWS = {7: "blocks:not a board", 23: "blocks:oo/oo", 41: "chess:e4"}
"""Rows of the file (the header is row 1) that hold no board."""


def fifty_boards() -> str:
    """A CSV of 50 boards, three of them bad: piece A on each line, a wall at each place of a 10 x 6 grid."""
    rows = []
    for number in range(50):
        grid = [["o"] * 10 for _ in range(6)]
        grid[number % 5][0] = grid[number % 5][1] = "A"
        grid[5][number // 5] = "x"
        rows.append("blocks:" + "/".join("".join(row) for row in grid))
    for row, text in BAD_ROWS.items():
        rows[row - 2] = text
    return "board\n" + "\n".join(rows) + "\n"


def test_an_administrator_uploads_fifty_boards_and_is_told_of_the_three_bad_ones(
    page: Any, admin_link: str, tmp_path: Path
) -> None:
    page.goto(admin_link)
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/account")
    page.goto("/account")
    asked = page.get_by_role("heading", name="Sign in", exact=True)
    asked.or_(page.get_by_role("heading", name="Account", exact=True)).first.wait_for()
    if asked.count():
        page.get_by_label("Name or e-mail").fill("admin")
        page.get_by_label("Password").fill(PASSWORD)
        page.locator("form").get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Account", exact=True).wait_for()

    file = tmp_path / "fifty.csv"
    file.write_text(fifty_boards())
    page.goto("/admin/studio/board/upload/")
    page.locator('input[type="file"]').set_input_files(file)
    page.get_by_role("button", name="Upload").click()
    page.get_by_role("heading", name="47 boards came in").wait_for()
    named = page.locator("tbody th").all_inner_texts()
    assert [int(row) for row in named[-3:]] == list(BAD_ROWS)

    page.goto("/?search=&sort=new")
    page.wait_for_function(
        "() => Number(document.querySelector('.foot span')?.textContent?.match(/\\d+/)) >= 87"
    )
    page.locator(".cards .line", has_text="par ").first.wait_for()
