"""Classes of teachers: their pupils, who exist in the class alone, and what they are to solve."""

from __future__ import annotations

from django.db import models

from clew_studio import text_limits
from clew_studio.database import LONGEST, fresh
from clew_studio.models.packs import Pack
from clew_studio.models.players import Player

CODE_LENGTH = 6
"""Short enough for a blackboard; tries of codes are limited."""


def fresh_code() -> str:
    """A new code of a class."""
    return fresh(CODE_LENGTH)


class Classroom(models.Model):
    """A class. Pupils come by a link with the `token`, or type the `code`; while it `is_open`, new ones may
    join. `used`: when the teacher or a pupil was last there, to the day.
    """

    id = models.CharField(primary_key=True, max_length=LONGEST, default=fresh)
    owner = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="classes")
    title = models.CharField(max_length=text_limits.TITLE)
    token = models.CharField(max_length=LONGEST, default=fresh, unique=True)
    code = models.CharField(max_length=CODE_LENGTH, default=fresh_code, unique=True)
    is_open = models.BooleanField(default=True)
    created = models.DateTimeField(auto_now_add=True)
    used = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["-created", "id"]

    def __str__(self) -> str:
        return self.title


class Pupil(models.Model):
    """A member of a class: a player without an account, whom nobody outside the class sees.

    `folded` is the name without differences of case, by which it is unique in the class. With the `number`,
    which the teacher can read, a pupil comes back on another device.
    """

    player = models.OneToOneField(Player, primary_key=True, on_delete=models.CASCADE, related_name="pupil")
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="pupils")
    name = models.CharField(max_length=text_limits.NAME)
    folded = models.CharField(max_length=4 * text_limits.NAME)
    number = models.CharField(max_length=8)
    joined = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["folded"]
        constraints = [models.UniqueConstraint(fields=["classroom", "folded"], name="one_name_a_class")]

    def __str__(self) -> str:
        return self.name


class Assignment(models.Model):
    """What a class is to solve: the boards of a pack that nobody else sees, from `opens` until `closes`
    (None: at any time), and what help its games may have.
    """

    pack = models.OneToOneField(Pack, primary_key=True, on_delete=models.CASCADE, related_name="assignment")
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="assignments")
    opens = models.DateTimeField(null=True, blank=True)
    closes = models.DateTimeField(null=True, blank=True)
    hints = models.BooleanField(default=True)
    distances = models.BooleanField(default=False)
    solution = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created", "pack"]

    def __str__(self) -> str:
        return str(self.pack)
