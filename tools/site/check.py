"""Checks the finished site as a browser would: links, anchors, and that nothing is fetched from elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

from clew.cli.command import summaries
from tools.site.api import public

FETCHED = {"script": "src", "img": "src", "source": "srcset", "iframe": "src", "video": "src"}
"""What a browser fetches without being asked, by its attribute; also the `link` elements below."""

REMOTE_STYLE = re.compile(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"')]+)""")
FETCHED_LINKS = {"stylesheet", "icon", "preload", "preconnect"}


class Page(HTMLParser):
    """The addresses on a page: `links` that a reader may follow, `fetched` what it loads, `names` in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.fetched: set[str] = set()
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {key: value for key, value in attributes if value is not None}
        self.names.update(found[key] for key in ("id", "name") if key in found)
        if tag == "a" and "href" in found:
            self.links.add(found["href"])
        if tag in FETCHED and FETCHED[tag] in found:
            self.fetched.add(found[FETCHED[tag]])
        if tag == "link" and FETCHED_LINKS & set(found.get("rel", "").split()):
            self.fetched.add(found.get("href", ""))


def check(site: Path) -> tuple[list[str], list[str]]:
    """The faults of the site, in words, and its external links."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    faults: list[str] = []
    outside: set[str] = set()
    for path, page in pages.items():
        here = path.relative_to(site)
        for link in sorted(page.links | page.fetched):
            if _leads_out(link):
                outside.add(link)
                if link in page.fetched:
                    faults.append(f"{here}: fetches {link}, and the site must do without a network")
            elif not _is_there(link, path, pages):
                faults.append(f"{here}: {link} leads nowhere")
    for path in sorted(site.rglob("*.css")):
        for link in REMOTE_STYLE.findall(path.read_text(encoding="utf-8")):
            faults.append(f"{path.relative_to(site)}: fetches {link}, and the site must do without a network")
    return faults + _missing(site, pages), sorted(outside)


def _leads_out(link: str) -> bool:
    return link.startswith(("http:", "https:", "//", "mailto:"))


def _is_there(link: str, path: Path, pages: dict[Path, Page]) -> bool:
    if link.startswith(("data:", "javascript:")):
        return True
    address, anchor = urldefrag(link)
    file = path if not address else (path.parent / unquote(address.partition("?")[0])).resolve()
    if not anchor or file.suffix != ".html":
        return file.is_file()
    return file in pages and unquote(anchor) in pages[file].names


def _missing(site: Path, pages: dict[Path, Page]) -> list[str]:
    """Public names without a place in the reference, and commands without a page."""
    reference = [page for path, page in pages.items() if "reference" in path.parts]
    names = {name for page in reference for name in page.names}
    faults = [f"reference: {name} is not there" for name in public() if name not in names]
    return faults + [
        f"reference: clew {name} has no page"
        for name in summaries()
        if not (site / "reference" / "cli" / f"{name}.html").is_file()
    ]
