"""Sentences that the rest of Clew composes in English, told in the reader's language.

Clew's own rooms speak English and know no catalogue. Their sentences are few and regular, so each is found
again by its template, and its parts are put into the translated template: "piece A moves only up and down"
is "piece {piece} moves only {ways}". A sentence without a template stays in English.
"""

from __future__ import annotations

import re
from functools import cache

from django.utils.translation import get_language, gettext

from clew.studio.sentences import templates

_PART = re.compile(r"\\\{(\w+)\\\}")


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    patterns = []
    for template in templates():
        pattern = _PART.sub(lambda part: f"(?P<{part[1]}>.+?)", re.escape(template))
        patterns.append((re.compile(pattern, re.DOTALL), template))
    return patterns


def translated(text: str) -> str:
    """The sentence in the language of the request; as it is where that is English or it is not known."""
    if (get_language() or "en").startswith("en"):
        return text
    for pattern, template in _patterns():
        found = pattern.fullmatch(text)
        if found is not None:
            parts = {name: translated(part) for name, part in found.groupdict().items()}
            return gettext(template).format(**parts)
    return text
