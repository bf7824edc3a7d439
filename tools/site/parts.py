"""The parts of pages made when the site is built: `<!-- site: NAME WORDS -->` calls PARTS[NAME] with them."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import clew
from clew.boards.recognition import format_in, modules
from clew.cli.command import command_of, summaries
from clew.puzzles.base import ABOUT
from clew_studio.pages.content import content
from clew_studio.pages.element import SCRIPT, inline
from tools.site.commands import description, marked

ROOT = Path(__file__).resolve().parents[2]
SCREENS = ROOT / "docs" / "screens"


class Place(NamedTuple):
    """Where a part goes: on the `page` (its name on the site), among all pages, in a folder.

    `draw`: whether parts make their animations and maps, which takes most of the time.
    """

    page: str
    pages: Sequence[str]
    folder: Path
    draw: bool = True

    def matching(self, patterns: Sequence[str]) -> list[str]:
        """The pages next to or below this one that match the patterns, in their order, each once."""
        folder = posixpath.dirname(self.page)
        found: dict[str, None] = {}
        for pattern in patterns:
            wanted = re.compile(re.escape(posixpath.join(folder, pattern)).replace(r"\*", "[^/]*"))
            for page in sorted(self.pages):
                name = posixpath.splitext(page)[0]
                if page != self.page and wanted.fullmatch(name):
                    found[posixpath.relpath(name, folder or ".")] = None
        return list(found)


def contents(place: Place, *patterns: str) -> str:
    """The pages of this section, in the navigation alone; `*` stands for those not named before."""
    return _toctree(place.matching(patterns), "hidden")


def listed(place: Place, *patterns: str) -> str:
    """The pages of this section, as a list."""
    return _toctree(place.matching(patterns), "titlesonly")


def _toctree(pages: Sequence[str], option: str) -> str:
    return "\n".join(["```{toctree}", f":{option}:", "", *pages, "```"])


def commands(place: Place) -> str:
    """A list of the commands, each with a link to its page."""
    return "\n".join(f"[`clew {name}`](cli/{name}.md)\n: {text}\n" for name, text in summaries().items())


def described(place: Place, name: str) -> str:
    """The help text of a command; empty if there is no such command."""
    return description(command_of(name)) if name in summaries() else ""


def screens(place: Place) -> str:
    """The screens of the terminal game, as `tools.screens` has written them."""
    made = []
    for path in sorted(SCREENS.glob("play-*.txt")):
        name = path.stem.removeprefix("play-")
        made.append(f"## {name.capitalize()}\n\n{screen(path.read_text(encoding='utf-8'))}")
    return "\n".join(made)


def screen(text: str) -> str:
    """A recording: lines that start with `|` are a screen, the others describe it."""
    made = []
    for is_screen, lines in groupby(text.splitlines(), key=lambda line: line.startswith("|")):
        shown = "\n".join(line[2:] if is_screen else marked(line) for line in lines)
        made.append(f"````{{code-block}} text\n:class: screen\n\n{shown}\n````\n" if is_screen else shown)
    return "\n".join(made)


def keys(place: Place, family: str) -> str:
    """The keys that boards of one family have, from the published schema."""
    schema = json.loads(files("clew").joinpath("schema", "board-1.json").read_text(encoding="utf-8"))
    parts = schema["$defs"]
    needed = parts[family].get("required", [])
    rows = []
    for key, rule in parts[family]["properties"].items():
        if key in ("family", *ABOUT):
            continue
        must = " (needed)" if key in needed else ""
        rows.append(f"`{key}`{must}\n: {_form(rule, parts)}\n")
    return "\n".join(rows)


def formats(place: Place) -> str:
    """The formats of boards, a section each, from their modules."""
    made = []
    for module in modules():
        form = format_in(module)
        about = (import_module(module).__doc__ or "").strip()
        told = [f"family {form.family}"] if form.family else []
        told += ["`" + "`, `".join(form.endings) + "`"] if form.endings else []
        told.append("read and written" if form.writes else "read")
        options = "".join(f"\n`{form.name}[{name}]`\n: {words}\n" for name, words in form.options.items())
        example = (
            f"\n```text\n{form.example.rstrip()}\n```\n" if 0 < len(form.example) < LONGEST_EXAMPLE else ""
        )
        made.append(f"## {form.name}\n\n*{form.about}; {', '.join(told)}*\n\n{about}\n{options}{example}")
    return "\n".join(made)


LONGEST_EXAMPLE = 500
"""Characters of an example of a format that is shown."""


def _form(rule: dict[str, Any], parts: dict[str, Any]) -> str:
    """The values of a key, in words."""
    if "$ref" in rule:
        return _form({**parts[rule["$ref"].removeprefix("#/$defs/")], **_said(rule)}, parts)
    words = rule.get("description", "")
    choices = [rule["const"]] if "const" in rule else rule.get("enum", [])
    if choices:
        written = " or ".join(f"`{json.dumps(choice)}`" for choice in choices)
        return f"{written}. {words}".strip()
    if words:
        return f"{words}"
    kinds = [part.get("type", "") for part in rule.get("anyOf", [rule])]
    names = {"string": "a text", "integer": "a whole number", "boolean": "`true` or `false`"}
    least, most = rule.get("minimum"), rule.get("maximum")
    span = "" if least is None or most is None else f" from {least} to {most:,}"
    return (" or ".join(names.get(kind, f"a {kind}") for kind in kinds if kind) + span).capitalize() + "."


def _said(rule: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in rule.items() if key != "$ref"}


def steps(place: Place, board: str) -> str:
    """A solution to step through, as a notebook shows it."""
    return "<div class='steps'>\n" + str(clew.solve(clew.load(ROOT / board))._repr_html_()) + "\n</div>"


def film(place: Place, board: str) -> str:
    """A solution that moves, in light and dark."""
    return _in_both_themes(
        place,
        f"The solution of {_stem(board)}, moving",
        f"{_stem(board)}.gif",
        "board",
        lambda path, theme: clew.draw(clew.solve(clew.load(ROOT / board)), path, theme=theme),
    )


def film_of_map(place: Place, board: str) -> str:
    """A map that grows and turns, in light and dark."""
    return _in_both_themes(
        place,
        f"The map of {_stem(board)}, turning",
        f"{_stem(board)}-map.gif",
        "strip",
        lambda path, theme: _explored(board).film(path, theme=theme, width=560, duration=7),
    )


def picture_of_map(place: Place, board: str) -> str:
    """The picture of a map, in light and dark."""
    return _in_both_themes(
        place,
        f"The map of {_stem(board)}",
        f"{_stem(board)}-map.png",
        "strip",
        lambda path, theme: _explored(board).draw(path, theme=theme, width=1400),
    )


@lru_cache(maxsize=1)
def _explored(board: str) -> clew.StateSpace:
    return clew.explore(clew.load(ROOT / board))


def _stem(board: str) -> str:
    return posixpath.splitext(posixpath.basename(board))[0]


def _in_both_themes(
    place: Place, label: str, name: str, kind: str, make: Callable[[Path, str], object]
) -> str:
    """A picture that is made now, in light and dark; the reader sees the one that suits the page."""
    stem, ending = posixpath.splitext(name)
    shown = []
    for theme in ("light", "dark"):
        path = place.folder / "films" / f"{stem}-{theme}{ending}"
        if place.draw:
            path.parent.mkdir(exist_ok=True)
            make(path, theme)
        address = posixpath.relpath(f"films/{path.name}", posixpath.dirname(place.page) or ".")
        shown.append(f"![{label}]({address}){{.only-{theme} .{kind}}}")
    return "\n".join(shown)


def play(place: Place, board: str) -> str:
    """A board to play, instead of the picture before it."""
    script = posixpath.relpath(f"_static/{SCRIPT}", posixpath.dirname(place.page) or ".")
    shown = inline(content([clew.load(ROOT / board)]))
    return f'<div class="play">\n<script defer src="{script}"></script>\n{shown}\n</div>'


PARTS: dict[str, Callable[..., str]] = {
    "contents": contents,
    "list": listed,
    "commands": commands,
    "described": described,
    "screens": screens,
    "formats": formats,
    "keys": keys,
    "steps": steps,
    "film": film,
    "play": play,
    "film-of-map": film_of_map,
    "map": picture_of_map,
}
