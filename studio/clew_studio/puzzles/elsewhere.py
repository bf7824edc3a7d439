"""Where the rules of strangers run: in processes apart, never in the server.

A game that comes as a text (a family with a `source`) can be made to cost as much time and memory as it may
take. A server therefore reads no such game. Whoever tries to, in any of its threads, gets `Elsewhere`, and
what was being done is done again from the beginning by a *box*, a process of `clew_studio.web.box` with
limits of its own. Nothing has been stored by then, as what was begun is rolled back.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings

from clew.puzzles.families import having
from clew_studio.helpers import Allowance, Helpers

IDLE = 2
"""How many boxes wait for the next game; the others end with theirs."""

_is_server = False


class Elsewhere(BaseException):
    """This process reads no games of strangers. Not an `Exception`, so that nobody who handles errors on the
    way takes it for one.
    """


def keep_out() -> None:
    """From now on this process reads no games of strangers."""
    global _is_server
    _is_server = True


def check(family: object) -> None:
    """Raise `Elsewhere` if boards of this family bring their own rules, and this process reads none."""
    if _is_server and isinstance(family, str) and family.partition("[")[0].strip() in having("source"):
        raise Elsewhere


def check_all() -> None:
    """The same for a text whose family is not known yet."""
    if _is_server:
        raise Elsewhere


def ask(task: dict[str, Any], seconds: int | None = None) -> bytes:
    """Return what a box answers. Raises `Unfinished` if it takes longer than that (by default as long as a
    light question may), or more memory than it may.
    """
    return _boxes.do(task, seconds=seconds)


def _allowance() -> Allowance:
    bounds = settings.CONFIG.bounds
    return Allowance(bounds.foreign_seconds, bounds.foreign_memory, IDLE)


_boxes = Helpers("clew_studio.web.box", _allowance)
