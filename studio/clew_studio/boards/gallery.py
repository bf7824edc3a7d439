"""The order of the gallery, and boards that differ only in what they count as a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Case, F, Func, IntegerField, Q, TextField, Value, When, Window
from django.db.models.fields.json import KT
from django.db.models.functions import Length, RowNumber

from clew.puzzles.families import NAMES, declared
from clew_studio.boards.publishing import DIFFICULTIES
from clew_studio.models import Board

if TYPE_CHECKING:
    from django.db.models import QuerySet

MIXED = ("round", "step", "family", "id")
"""An order that starts with the best-liked boards: of each family an easy one, then of each a harder one, and
so on.
"""


def mixed(boards: QuerySet[Board]) -> QuerySet[Board]:
    """Order boards as a newcomer should meet them: all families, easy and hard, what others liked first, then
    what came with the site.
    """
    came = Case(When(owner=None, then=Value(0)), default=Value(1), output_field=IntegerField())
    liked = [F("wins").desc(), F("plays").desc(), came, F("par").asc(nulls_last=True), F("id").asc()]
    steps = [When(difficulty=name, then=Value(step)) for step, name in enumerate(DIFFICULTIES)]
    dealt = Window(RowNumber(), partition_by=[F("family"), F("difficulty")], order_by=liked)
    last = Value(len(DIFFICULTIES))
    step = Case(*steps, default=last, output_field=IntegerField())
    return boards.annotate(round=dealt, step=step).order_by(*MIXED)


def searched(boards: QuerySet[Board], text: str) -> QuerySet[Board]:
    """Keep the boards in which each word of a text occurs: in what is written about them, in a tag, in the
    name of who made them, or in a name of their family, by which the whole text is looked up too.
    """
    for word in (text,) if _families(text) else text.split():
        found = Q(family__in=_families(word))
        for field in ("title", "author", "notes", "source"):
            found |= Q(**{f"{field}__icontains": word})
        found |= Q(author="", owner__user__username__icontains=word)  # as the board is shown
        tagged = Board.tags.through.objects.filter(tag__name__icontains=word).values("board")
        boards = boards.filter(found | Q(pk__in=tagged))
    return boards


def _families(text: str) -> list[str]:
    """The families with a name in which a word begins with this text, of two letters or more."""
    told = f" {_apart(text.strip())}"
    called = {name: (name, *declared(name).called) for name in NAMES} if len(told) > 2 else {}
    return [name for name, names in called.items() if any(told in f" {_apart(one)}" for one in names)]


def _apart(text: str) -> str:
    """A text in lower case, in which what is elided is a word of its own: `l'âne` is two words."""
    return text.casefold().replace("\u2019", " ").replace("'", " ")


def first_board() -> Board | None:
    """Return a board that a newcomer can play at once, one that came with the site if there is any; None if
    the site has no easy one.
    """
    easy = Board.objects.filter(status=Board.Status.PUBLISHED, difficulty=DIFFICULTIES[0], par__isnull=False)
    return mixed(easy.filter(owner=None)).first() or mixed(easy).first()


def one_of_each(boards: QuerySet[Board]) -> QuerySet[Board]:
    """Of boards that differ only in what counts as a move, keep one: of those that came with the site, the
    one after which the others are named; else the one with the family's usual metric.
    """
    usual = [Length("id").asc(), KT("keys__metric").asc(nulls_first=True), F("id").asc()]
    public = Board.objects.filter(status=Board.Status.PUBLISHED)
    first = Window(RowNumber(), partition_by=[F("owner"), _rest()], order_by=usual)
    kept = public.annotate(place=first).filter(place=1).values("pk")
    return boards.filter(pk__in=kept)


def counted_otherwise(board: Board) -> list[Board]:
    """The published boards of the same author that differ from this one only in what counts as a move."""
    if board.status != Board.Status.PUBLISHED:
        return []
    alike = Board.objects.filter(status=Board.Status.PUBLISHED, owner=board.owner, family=board.family)
    own = alike.filter(pk=board.pk).annotate(rest=_rest()).values("rest")[:1]
    return list(alike.exclude(pk=board.pk).annotate(rest=_rest()).filter(rest=own).order_by("par", "id"))


def _rest() -> Any:
    """The keys of a board without its metric, as the database writes them."""
    return _Without(F("keys"), Value("$.metric"), output_field=TextField())


class _Without(Func):
    """A JSON object without one of its keys, as text."""

    function = "json_remove"

    def as_postgresql(self, compiler: Any, connection: Any, **_: Any) -> Any:
        """PostgreSQL has an operator for it, which takes the name of the key."""
        keys, _path = self.get_source_expressions()
        sql, values = compiler.compile(keys)
        return f"(({sql})::jsonb - 'metric')::text", values
