"""Pupils: joining a class by a name, and coming back on another device by the name and a number."""

from __future__ import annotations

import secrets
import unicodedata
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext, gettext_noop

from clew_studio import quotas, text_limits
from clew_studio.database import write_lock
from clew_studio.models import Player, Pupil
from clew_studio.requests import attempts

if TYPE_CHECKING:
    from clew_studio.models import Classroom

DIGITS = 4
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
NUMBERS = attempts.Limit("pupil-numbers", 5, HOUR, MINUTE, HOUR)
"""For each pupil, from wherever the numbers are tried."""

CODES = attempts.Limit("class-codes", 30, HOUR, MINUTE, HOUR)
"""For each address: a whole class may be behind one, and mistype."""

EMPTY = gettext_noop("Type your name.")
LONG = gettext_noop("A name may have at most {most} characters.")
TAKEN = gettext_noop(
    "Somebody in this class has this name. If that is you, type your number, which your teacher can tell "
    "you. If not, add a letter of your family name."
)
WRONG = gettext_noop("This is not the number of {name}. Your teacher can tell you the number.")
OTHER = gettext_noop("Another pupil of this class has this name.")
CLOSED = gettext_noop("This class takes no new pupils: ask your teacher.")
FULL = gettext_noop("This class is full: ask your teacher.")


class Refused(Exception):
    """Somebody may not join, or not under that name; `field` is what is wrong: name or number."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(field, message)
        self.field = field
        self.message = message


def normal(name: str) -> str:
    """Return a name in Unicode normal form, with single spaces and nothing that cannot be seen, so that names
    that look the same are equal. Raises `Refused`.
    """
    seen = [sign for sign in unicodedata.normalize("NFKC", name) if not text_limits.is_invisible(sign)]
    found = " ".join("".join(seen).split())
    if not found:
        raise Refused("name", gettext(EMPTY))
    if len(found) > text_limits.NAME:
        raise Refused("name", gettext(LONG).format(most=text_limits.NAME))
    return found


def join(classroom: Classroom, name: str) -> Pupil:
    """Create a pupil. Raises `Refused`, also if the name is taken."""
    name = normal(name)
    with write_lock(f"class {classroom.pk}"):
        here = classroom.pupils.all()
        if here.filter(folded=name.casefold()).exists():
            raise Refused("number", gettext(TAKEN))
        if not classroom.is_open:
            raise Refused("name", gettext(CLOSED))
        if here.count() >= quotas.most("class.pupils"):
            raise Refused("name", gettext(FULL))
        quotas.add(name)
        player = Player.objects.create(is_public=False)
        return Pupil.objects.create(
            player=player, classroom=classroom, name=name, folded=name.casefold(), number=_fresh()
        )


def find(classroom: Classroom, name: str) -> Pupil | None:
    """Return the pupil of that name. Raises `Refused` if it cannot be a name."""
    return classroom.pupils.filter(folded=normal(name).casefold()).select_related("player").first()


def prove(pupil: Pupil, number: str) -> None:
    """Check a pupil's number. Raises `Refused`, and `attempts.Shut` after too many wrong ones."""
    tries = [NUMBERS.of(pupil.pk)]
    attempts.try_once(tries)
    if not constant_time_compare(pupil.number, "".join(number.split())):
        raise Refused("number", gettext(WRONG).format(name=pupil.name))
    attempts.take_back(tries)


def rename(pupil: Pupil, name: str) -> None:
    """Give a pupil another name. Raises `Refused`."""
    name = normal(name)
    with write_lock(f"class {pupil.classroom_id}"):
        others = Pupil.objects.filter(classroom=pupil.classroom_id).exclude(pk=pupil.pk)
        if others.filter(folded=name.casefold()).exists():
            raise Refused("name", gettext(OTHER))
        pupil.name, pupil.folded = name, name.casefold()
        pupil.save(update_fields=["name", "folded"])


def number_again(pupil: Pupil) -> None:
    """Give a pupil another number, which may be tried at once."""
    pupil.number = _fresh()
    pupil.save(update_fields=["number"])
    attempts.forget([NUMBERS.of(pupil.pk)])


def _fresh() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
