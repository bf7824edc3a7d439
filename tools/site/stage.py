"""Turns the pages of the repository into the pages that Sphinx reads.

The pages of docs/ are plain Markdown that a code host shows as well. What only the site can do is written
into copies of them:

* a line `<!-- site: NAME WORDS -->`, which a code host does not show, becomes what the part NAME makes
  (`parts`);
* a link to a file outside docs/ leads to a copy of it (a page, or a file to fetch), one to a folder becomes
  text;
* a picture NAME-light.svg brings NAME-dark.svg with it, and the reader sees the one that suits the page;
* pages with a name of a command or of a room of the package are added (`commands`, `api`).
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from tools import pictures
from tools.site import api, commands
from tools.site.parts import PARTS, Place

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
Change = Callable[[str], str]

ELSEWHERE = {
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "bench/RESULTS.md": "results.md",
    "bench/PROOFS.md": "proofs.md",
    "THIRD_PARTY.md": "third-party.md",
}
"""Pages outside docs/ that are part of the site, and their names there."""

FENCE = re.compile(r"^ *(```+)(.*?)^ *\1 *$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"``.+?``|`[^`\n]+`")
MARKER = re.compile(r"^<!-- site: (\S+)(.*?) -->$", re.MULTILINE)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")


def stage(target: Path, draw: bool = True) -> None:
    """Writes every page of the site, and the files that they show, to the folder; animations and maps only if
    `draw`."""
    pages = sources()
    made = {**commands.pages(), **api.pages()}
    names = [*pages.values(), *made]
    target.mkdir(parents=True)
    texts = {name: staged(path, pages, Place(name, names, target, draw)) for path, name in pages.items()}
    for name, text in {**texts, **made}.items():
        place = target / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    pictures.write(target / "pictures")
    for photograph in sorted((DOCS / "pictures").glob("*.png")):
        shutil.copy(photograph, target / "pictures")


def sources() -> dict[Path, str]:
    """The pages of the repository, and their names on the site."""
    found = {path: str(path.relative_to(DOCS)) for path in sorted(DOCS.rglob("*.md"))}
    return found | {ROOT / path: name for path, name in ELSEWHERE.items() if (ROOT / path).exists()}


def staged(path: Path, pages: dict[Path, str], place: Place) -> str:
    """The text of a page, with markers and links converted for the site."""
    text = path.read_text(encoding="utf-8")
    return outside_code(text, lambda part: _expanded(_linked(part, path, pages, place.folder), place))


def outside_code(text: str, change: Change) -> str:
    """The text with everything outside code blocks changed."""
    made, end = "", 0
    for block in FENCE.finditer(text):
        made += change(text[end : block.start()]) + block[0]
        end = block.end()
    return made + change(text[end:])


def _expanded(text: str, place: Place) -> str:
    def part(marker: re.Match[str]) -> str:
        make = PARTS.get(marker[1])
        if make is None:
            raise SystemExit(f"site: there is no part {marker[1]}: there are {', '.join(PARTS)}")
        return make(place, *marker[2].split())

    return MARKER.sub(part, text)


def _linked(text: str, path: Path, pages: dict[Path, str], target: Path) -> str:
    kept: list[str] = []

    def keep(code: re.Match[str]) -> str:
        kept.append(code[0])
        return f"\0{len(kept) - 1}\0"

    def back(text: str) -> str:
        return re.sub("\0(\\d+)\0", lambda number: kept[int(number[1])], text)

    linked = LINK.sub(lambda link: _link(link, path, pages, target), CODE.sub(keep, text))
    return back(linked)


def _link(link: re.Match[str], path: Path, pages: dict[Path, str], target: Path) -> str:
    mark, label, address = link.groups()
    if "://" in address or address.startswith(("#", "mailto:")):
        return link[0]
    name, hash_, anchor = address.partition("#")
    if mark:
        return _picture(label, name)
    file = (path.parent / name).resolve()
    here = Path(pages[path]).parent
    if file in pages:
        return f"[{label}]({os.path.relpath(pages[file], here)}{hash_}{anchor})"
    if file.is_dir():
        return label
    if not file.is_file():
        raise SystemExit(f"site: {path.relative_to(ROOT)} links to {address}, which is not there")
    copy = Path("files") / file.relative_to(ROOT)
    (target / copy).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, target / copy)
    return f"[{label}]({os.path.relpath(copy, here)})"


def _picture(label: str, name: str) -> str:
    if name.endswith(".png"):
        return f"![{label}]({name}){{.strip}}"
    if not name.endswith("-light.svg"):
        return f"![{label}]({name}){{.board}}"
    dark = name.replace("-light.svg", "-dark.svg")
    return f"![{label}]({name}){{.only-light .strip}}\n![{label}]({dark}){{.only-dark .strip}}"
