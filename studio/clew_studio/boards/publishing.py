"""Creates boards, publishes them with a proved par, and finds them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_noop

from clew.puzzles.families import declared
from clew_studio import quotas, text_limits
from clew_studio.boards import forecasts
from clew_studio.database import write_lock
from clew_studio.jobs import answers, queue
from clew_studio.models import Board, Job, Player, Tag
from clew_studio.puzzles.reading import symmetry_class

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from django.db.models import QuerySet

    from clew.puzzles.base import EnginePuzzle

Json = dict[str, Any]

ABOUT = ("title", "author", "source", "licence", "notes")
MOST_TAGS = 8

DIFFICULTIES = ("easy", "medium", "hard", "expert")


COUNTED = ("states", "rings", "forecast", "forecast_spread")
"""What `count` computes."""

REASONS = {
    "solved": gettext_noop("It is already solved at the start."),
    "unsolvable": gettext_noop("It has been proved unsolvable."),
    "cancelled": gettext_noop("Its check was cancelled before its par was known."),
    "failed": gettext_noop("Its check failed: publish it again to retry."),
    "changed": gettext_noop("It was changed while it was being checked."),
}
"""Why a board was not published."""


class NotPublishable(Exception):
    """A board that may not be published as it is; its argument is one of `REASONS`."""


class Changed(Exception):
    """Another request changed, published or deleted a draft meanwhile."""


def difficulty_of(family: str, par: int | None) -> str:
    """Return the name of a difficulty from the fewest moves; empty if they are not known."""
    if par is None:
        return ""
    return DIFFICULTIES[sum(par > most for most in declared(family).steps)]


@transaction.atomic
def save(
    board: Board, puzzle: EnginePuzzle, about: dict[str, str | None], tags: Iterable[str] | None = None
) -> Board:
    """Write a puzzle and its texts into a board and save it; everything else is derived from its keys.
    Raises `BoardError` if a text is too long or has characters that are not allowed.
    """
    for key in ABOUT:
        told = about.get(key)
        value = getattr(puzzle, key) if told is None else told
        text_limits.check(key, value)
        setattr(board, key, text_limits.stripped(value or ""))
    if board.puzzle != str(puzzle):
        board.par, board.proved, board.difficulty = None, False, ""  # proved for the old puzzle
        board.solvers, board.log_seconds = 0, 0.0
    take(board, puzzle)
    quotas.add((board.puzzle, board.keys), "boards" if board._state.adding else None)
    board.refusal = ""
    board.save()
    if tags is not None:
        plain = (
            name.strip().lower()[: text_limits.TAG]
            for name in tags
            if text_limits.unwanted(name.strip()) is None
        )
        names = list(dict.fromkeys(name for name in plain if name))[:MOST_TAGS]
        board.tags.set([Tag.objects.get_or_create(name=name)[0] for name in names])
    return board


def take(board: Board, puzzle: EnginePuzzle) -> None:
    """Make a board that puzzle, with everything derived from it. Does not save."""
    board.family = puzzle.family
    board.keys = {"family": puzzle.family, **puzzle._own_keys()}
    board.puzzle = str(puzzle)
    board.symmetry_class = symmetry_class(puzzle)
    board.states, board.rings, board.forecast = None, [], None


def publish(board: Board, player: Player | None, address: str = "") -> Job | None:
    """Publish a draft: at once if its par is found quickly, otherwise after a job (`settle_check`).

    A board that is the same as a published one is published too: see `earlier`. `address` is where the
    request came from. Raises `NotPublishable`, `Changed`, `TooMany`.
    """
    puzzle = board.read()
    if puzzle.is_goal(puzzle.initial()):
        raise NotPublishable("solved")
    found = answers.quick_count(puzzle)
    if found is not None:
        if found["length"] is None:
            raise NotPublishable("unsolvable")
        with lock_of(board.pk):
            _check_unchanged(board)
            publish_checked(board, {"status": "solved", "optimal": True, "length": found["length"]})
        return None
    with lock_of(board.pk):  # a board in checking always has a job, even if this process ends here
        _check_unchanged(board)
        job = queue.ask("par", puzzle, puzzle.initial(), player=player, board=board, address=address)
        board.status, board.refusal = Board.Status.CHECKING, ""
        board.save(update_fields=["status", "refusal"])
    return job


@contextmanager
def lock_of(key: str) -> Iterator[None]:
    """A write transaction that keeps others from changing, publishing or deleting the board with this key."""
    with write_lock():
        Board.objects.select_for_update(no_key=True).filter(pk=key).values_list("pk").first()
        yield


def _check_unchanged(board: Board) -> None:
    """Raise `Changed` if a draft has changed since it was read: the par found belongs to the old one."""
    now = Board.objects.filter(pk=board.pk, status=Board.Status.DRAFT).first()
    if now is None or now.keys != board.keys:
        raise Changed


def settle_check(board: Board, job: Job) -> None:
    """End the check of a board as its job ended: publish it, or make it a draft again with the reason."""
    if board.status != Board.Status.CHECKING:
        return
    if {key: value for key, value in job.keys.items() if key not in ABOUT} != board.keys:
        refuse(board, "changed")
    elif job.state == Job.State.CANCELLED:
        refuse(board, "cancelled")
    elif job.state != Job.State.DONE or not job.result:
        refuse(board, "failed")
    elif job.result["status"] == "unsolvable":
        refuse(board, "unsolvable")
    else:
        publish_checked(board, job.result)


def refuse(board: Board, reason: str) -> None:
    """Makes a board that was being checked a draft again, for one of `REASONS`."""
    board.status, board.refusal = Board.Status.DRAFT, reason
    board.save(update_fields=["status", "refusal"])


def resume_checks() -> None:
    """Resume, when the site starts, the checks that nothing works on: their job has ended or is missing."""
    waiting = Job.objects.filter(kind="par", board=OuterRef("pk")).exclude(state__in=Job.OVER)
    for board in Board.objects.filter(~Exists(waiting), status=Board.Status.CHECKING):
        last = board.jobs.filter(kind="par").order_by("-created").first()
        if last is not None:
            settle_check(board, last)
        else:
            queue.ask("par", board.read(), board.read().initial(), player=None, board=board)


def publish_checked(board: Board, result: Json) -> None:
    """Publish a board with the result of a search: its par, if that is proved."""
    board.proved = bool(result["optimal"])
    board.par = result["length"] if board.proved else None
    board.difficulty = difficulty_of(board.family, result["length"])
    board.status = Board.Status.PUBLISHED
    board.published = board.published or timezone.now()
    count(board)
    board.refusal = ""
    board.save(update_fields=["proved", "par", "difficulty", "status", "refusal", "published", *COUNTED])


def count(board: Board) -> None:
    """Count the positions of a board's map, if a page can draw it, and forecast from it how long people take.
    Takes about 10 ms. Does not save.
    """
    from clew_studio.jobs.mapping import listed_map, rings_of

    space = listed_map(board.read())
    board.states, board.rings = rings_of(space)
    forecasts.forecast(board, space)


def catch_up() -> None:
    """Compute the derived fields that boards stored by an older version lack."""
    for board in Board.objects.filter(Q(symmetry_class="") | Q(states=None, status=Board.Status.PUBLISHED)):
        take(board, board.read())
        if board.status == Board.Status.PUBLISHED:
            count(board)
            forecasts.hear_again(board)
        board.save(update_fields=["symmetry_class", *COUNTED, "solvers", "log_seconds"])


def earlier(boards: Iterable[Board]) -> dict[str, Board]:
    """Return, by key, the first published board that each of these boards is the same as."""
    boards = list(boards)
    classes = {board.symmetry_class for board in boards} - {""}
    published = Board.objects.filter(status=Board.Status.PUBLISHED, symmetry_class__in=classes)
    first: dict[str, Board] = {}
    for board in published.only("title", "symmetry_class").order_by("published", "pk"):
        first.setdefault(board.symmetry_class, board)
    return {
        board.pk: first[board.symmetry_class]
        for board in boards
        if board.symmetry_class in first and first[board.symmetry_class].pk != board.pk
    }


def first_of_class(symmetry_class: Any) -> QuerySet[Board]:
    """The published boards of a class of symmetry, the first one in front."""
    published = Board.objects.filter(status=Board.Status.PUBLISHED, symmetry_class=symmetry_class)
    return published.order_by("published", "pk")


def originals() -> QuerySet[Board]:
    """The published boards that are not the same as one published before them."""
    published = Board.objects.filter(status=Board.Status.PUBLISHED)
    before = Q(published__lt=OuterRef("published")) | Q(
        published=OuterRef("published"), pk__lt=OuterRef("pk")
    )
    same = published.filter(before, symmetry_class=OuterRef("symmetry_class")).exclude(symmetry_class="")
    return published.exclude(Exists(same))


def harder_than(family: str, par: int) -> int | None:
    """Return the percentage of published boards of the family with a smaller par; None if there are none."""
    rated = originals().filter(family=family, par__isnull=False)
    count = rated.count()
    return round(100 * rated.filter(par__lt=par).count() / count) if count else None
