"""News from the site's editors."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class News(models.Model):
    """A piece of news, in one language or for readers of every language."""

    class Language(models.TextChoices):
        """The readers a piece of news is for."""

        EVERY = "", "every language"
        ENGLISH = "en", "English"
        FRENCH = "fr", "French"

    language = models.CharField(
        max_length=2, choices=Language, blank=True, default="", help_text="Who it is shown to."
    )
    title = models.CharField(max_length=120)
    text = models.TextField(max_length=4000, blank=True, help_text="Plain text; empty lines part paragraphs.")
    published = models.DateTimeField(
        null=True,
        blank=True,
        default=timezone.now,
        db_index=True,
        help_text="Shown from then on; empty: never.",
    )

    class Meta:
        ordering = [models.F("published").desc(nulls_last=True), "-id"]
        verbose_name_plural = "news"

    def __str__(self) -> str:
        return self.title
