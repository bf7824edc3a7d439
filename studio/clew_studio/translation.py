"""Translates sentences that the rest of Clew composes in English into the reader's language.

Clew's other packages write English and know no catalogue. Their sentences are few and regular, so each is
recognised by its template, and its parts are put into the translated template: "piece A moves only up and
down" is "piece {piece} moves only {ways}". Parts that are quoted stay as they are. A sentence without a
template stays in English.
"""

from __future__ import annotations

import re
import sys
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from clew.puzzles.families import NAMES, declared
from clew_studio.sentences import templates

if TYPE_CHECKING:
    from collections.abc import Callable

LONG = 400
"""Sentences with more characters are not kept."""

_PART = re.compile(r"\\\{(\w+)\\\}")


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    return [(_pattern(template), template) for template in templates()]


@cache
def _quoting() -> frozenset[str]:
    """The templates whose parts are quoted."""
    return frozenset().union(*(declared(name).quoting for name in NAMES))


@cache
def _pattern(template: str) -> re.Pattern[str]:
    pattern = _PART.sub(lambda part: f"(?P<{part[1]}>.+?)", re.escape(template))
    return re.compile(pattern, re.DOTALL)


def to_who_draws(text: str, family: str) -> str:
    """What is wrong with a board of this family, in English, for whoever draws it; `text` says it of the text
    of that board, and is kept if the family has no other sentence.
    """
    for template, sentence in declared(family).faults.items() if family in NAMES else ():
        found = _pattern(template).fullmatch(text)
        if found is not None:
            return sentence.format(**found.groupdict())
    return text


def translated(text: str) -> str:
    """The sentence in the language of the request; unchanged if that is English, if no template fits, or
    outside the site, where there is no request.
    """
    return translator()(text)


def translator() -> Callable[[str], str]:
    """What `translated` does now, for whoever has many sentences."""
    configured = "django.conf" in sys.modules and sys.modules["django.conf"].settings.configured
    if not configured:
        return str
    from django.utils.translation import get_language

    language = get_language() or "en"
    return str if language.startswith("en") else partial(_translated, language)


def _translated(language: str, text: str) -> str:
    return (_kept if len(text) <= LONG else _kept.__wrapped__)(language, text)


@lru_cache(4096)
def _kept(language: str, text: str) -> str:
    """A sentence in this language, which is that of the request."""
    from django.utils.translation import gettext

    return _told(text, gettext)


def in_french(text: str) -> str:
    """The sentence in French; unchanged if no template fits. Needs no site."""
    return _told(text, _french())


@cache
def _french() -> Callable[[str], str]:
    from gettext import GNUTranslations

    catalogue = Path(__file__).parent / "locale" / "fr" / "LC_MESSAGES" / "django.mo"
    with catalogue.open("rb") as stream:
        return GNUTranslations(stream).gettext


def _told(text: str, gettext: Callable[[str], str]) -> str:
    for pattern, template in _patterns():
        found = pattern.fullmatch(text)
        if found is not None:
            parts = found.groupdict()
            if template not in _quoting():
                parts = {name: _told(part, gettext) for name, part in parts.items()}
            return gettext(template).format(**parts)
    return text
