"""Deletes an account, and its names wherever the site has written them.

What others have made stays as it is: a name may be an ordinary word. So only rows that belong to the account,
or are about its boards, are searched for names.
"""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from clew.puzzles.families import having, part
from clew_studio.boards.publishing import take
from clew_studio.database import overwrite_later
from clew_studio.experiments import owned
from clew_studio.models import Board, Comment, Game, Job, Pack, Player, Report
from clew_studio.puzzles.reading import puzzle_of

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser

ERASED = "…"
"""Stands where the name stood in a text."""


def leave(user: AbstractUser) -> None:
    """Delete an account with its games, jobs, drafts, experiments, reports and classes, and its mails that
    were kept as files. Published boards stay, without names; so do packs, unless their titles have one.
    """
    with transaction.atomic():
        player = Player.objects.filter(user=user).first()
        names = _pattern([user.get_username(), user.email, *([] if player is None else player.former)])
        if player is not None:
            Board.objects.filter(owner=player).exclude(status=Board.Status.PUBLISHED).delete()
            Report.objects.filter(player=player).delete()
            for experiment in owned.of(player):
                owned.delete(experiment)
            for pack in Pack.objects.filter(owner=player):
                if names.search(pack.title) or names.search(pack.description):
                    pack.delete()
            _take_out(player, names)
        logged = ContentType.objects.get_for_models(type(user), Player).values()
        keys = [str(user.pk), *([] if player is None else [player.pk])]
        LogEntry.objects.filter(content_type__in=list(logged), object_id__in=keys).update(object_repr=ERASED)
        user.delete()
        overwrite_later()
    forget_mails(user.email)


def _pattern(words: list[str]) -> re.Pattern[str]:
    """Finds any of these words, whole and in any case."""
    told = "|".join(re.escape(word) for word in words if word)
    return re.compile(rf"(?<!\w)(?:{told})(?!\w)", re.IGNORECASE)


def _take_out(player: Player, names: re.Pattern[str]) -> None:
    """Take names out of the boards of a player, and out of what was said about them."""
    mine = Board.objects.filter(owner=player)
    for board in mine:
        board.author = "" if names.search(board.author) else board.author
        board.title, board.notes = names.sub(ERASED, board.title), names.sub(ERASED, board.notes)
        if board.family in having("source"):
            _take_out_of_source(board, names)
        board.save()
    for model in (Comment, Report):
        about: Any = model.objects.filter(board__in=mine)
        for row in about:
            if names.search(row.text):
                row.text = names.sub(ERASED, row.text)
                row.save(update_fields=["text"])


def _take_out_of_source(board: Board, names: re.Pattern[str]) -> None:
    """Take names out of what the source of a board says about its author, here and in games on it."""
    keys = part(board.family, "source").without_author(board.keys, names)
    if keys == board.keys:
        return
    states, rings, forecast = board.states, board.rings, board.forecast
    take(board, puzzle_of(keys))
    board.states, board.rings, board.forecast = states, rings, forecast
    for model in (Game, Job):
        model.objects.filter(board=board).update(keys=board.keys)


def forget_mails(address: str) -> None:
    """Delete the mails to an address that were written into files instead of being sent."""
    folder = Path(settings.EMAIL_FILE_PATH)
    for path in folder.iterdir() if address and folder.is_dir() else ():
        mail = message_from_bytes(path.read_bytes(), policy=policy.default)
        if address.lower() in str(mail["To"]).lower():
            path.unlink(missing_ok=True)
