"""What a site must have before all states of its pages can be seen: news, experiments, comments, a winner.

Run as a program on the data folder of a running site, beside it: `python -m tests.browser.arranged FOLDER`.
"""

from __future__ import annotations

import os
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

BOARDS = ("coroutine-bailey-3", "coroutine-one-row", "blocks-gar-1", "pebbles-chessboard")
TIMED, OVER, ASKING = "looks-timed", "looks-over", "looks-asking"
"""Experiments: with ten minutes, with one second, with a text to agree to. The names are their links, too."""

CONSENT = "We study how people plan.\n\nEvery move is written down with its time, under a pseudonym."


def joined(page: Any, key: str) -> None:
    """Has a browser open an experiment by its participants' link."""
    page.goto(f"/experiment/{key}")
    page.get_by_role("heading", name="How people plan").wait_for()


def arrange(folder: Path) -> None:
    from clew_studio.shared.config import Config, to_environment
    from clew_studio.shared.profile import shared_of

    to_environment(Config(folder, shared=shared_of(os.environ)))
    import django

    django.setup()
    from django.utils import timezone

    from clew_studio.models import Comment, Level, News, Pack, Player

    now = timezone.now()
    News.objects.create(
        title="Maps of small boards",
        text="Every position of a board, as rings.\n\nThe smallest has sixteen.",
        published=now - timedelta(days=3),
    )
    News.objects.create(title="A fifth pack is being made", published=now - timedelta(days=1))
    for key, seconds, consent in ((TIMED, 600, ""), (OVER, 1, ""), (ASKING, 600, CONSENT)):
        pack = Pack.objects.create(
            id=key,
            token=key,
            title="How people plan",
            description="Four boards, one after the other.",
            kind="experiment",
            is_public=False,
            time_limit_s=seconds,
            consent_text=consent,
            consent_version="1",
        )
        for number, board in enumerate(BOARDS, 1):
            Level.objects.create(pack=pack, board_id=board, number=number)
    someone = Player.objects.create(guest_name="Guest 7F3A")
    Comment.objects.create(
        player=someone,
        board_id="blocks-gar-1",
        text="The first move is not the obvious one.",
        status="accepted",
    )


if __name__ == "__main__":
    arrange(Path(sys.argv[1]))
