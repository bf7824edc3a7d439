"""`llms.txt` (https://llmstxt.org): the pages of the site by section, each with what it says first."""

from __future__ import annotations

import re
from collections.abc import Mapping

SECTIONS = {
    "Start": r"(start|cookbook|right|versions|platforms)",
    "Tutorials": r"tutorials/(?!index)[\w-]+",
    "How-tos": r"howto/(?!index)[\w-]+",
    "Families": r"families/(?!index)[\w-]+",
    "Reference": r"reference/(?!index)[\w/-]+|studio-api",
    "More": r"(play|studio|world|difficulty|gym|arena|huge|engine|fast|glossary|add-a-family|architecture)",
}
"""Titles, and the pages under them: their names without the ending."""

BLOCK = re.compile(r"^(```+).*?^\1$|^<!--.*?-->$|^\(.*\)=$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def llms(pages: Mapping[str, str]) -> str:
    """The file. `pages`: the Markdown pages of the site, by name."""
    about = first_sentence(pages["index.md"])
    parts = ["# Clew", f"> {about}", "The tests run the code on every page."]
    for title, names in SECTIONS.items():
        lines = [
            _line(name, text)
            for name, text in sorted(pages.items())
            if re.fullmatch(names, name.removesuffix(".md"))
        ]
        parts += [f"## {title}", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def _line(name: str, text: str) -> str:
    title = re.search(r"^# (.+)$", text, re.MULTILINE)
    assert title is not None, f"{name} has no title"
    return f"- [{_plain(title[1])}]({name.removesuffix('.md')}.html): {first_sentence(text)}"


def first_sentence(text: str) -> str:
    """What a page says first: the first sentence of its first paragraph."""
    body = BLOCK.sub("", re.split(r"^# .+\n", text, maxsplit=1, flags=re.MULTILINE)[-1])
    for paragraph in body.split("\n\n"):
        words = _plain(" ".join(paragraph.split()))
        if words and words[0] not in "#|-!<>*1":
            return re.split(r"(?<=[.!?:]) (?=[A-Z`])", words)[0]
    return ""


def _plain(text: str) -> str:
    return LINK.sub(r"\1", text).replace("\\", "").replace("**", "")
