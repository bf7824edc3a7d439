"""The graph of the client's files: who imports whom, read from the sources of `studio/client/src`.

It needs no Node. A source is read for `import ... from '...'`, `export ... from '...'`, `import('...')` and
`import.meta.glob(...)`. Addresses that start with `.` or `$lib` are followed; all others name packages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

IMPORT = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"])(?P<address>[^'"\n]+)\1""")
GLOB = re.compile(r"""\bimport\.meta\.glob\b[^(]*\(\s*\[?(?P<addresses>[^\])]*)""")
TEXT_OR_COMMENT = re.compile(r"""('[^'\n]*'|"[^"\n]*")|/\*.*?\*/|<!--.*?-->|//[^\n]*""", re.DOTALL)
ENDINGS = ("", ".ts", ".svelte", ".svelte.ts", "/index.ts", "/index.svelte.ts")


@dataclass(frozen=True)
class Edge:
    """One import: the file that imports, the line, the file that is imported."""

    user: str
    line: int
    used: str

    def __str__(self) -> str:
        return f"{self.user}:{self.line} imports {self.used}"


def edges(sources: Mapping[str, str]) -> list[Edge]:
    """Every import between these files. Keys are paths below `src`, with `/`."""
    found = []
    for user, text in sources.items():
        plain = _without_comments(text)
        for match in IMPORT.finditer(plain):
            used = _resolved(user, match["address"], sources)
            if used:
                found.append(Edge(user, _line(plain, match.start("address")), used))
        for match in GLOB.finditer(plain):
            patterns = re.findall(r"['\"]([^'\"]+)['\"]", match["addresses"])
            for used in _matching(user, patterns, sources):
                found.append(Edge(user, _line(plain, match.start()), used))
    return found


def _without_comments(text: str) -> str:
    """With blanks in their place. Texts are stepped over: a pattern like './*/x.ts' begins no comment."""
    return TEXT_OR_COMMENT.sub(lambda match: match[1] or re.sub(r"[^\n]", " ", match[0]), text)


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _absolute(user: str, address: str) -> str | None:
    """The path below `src` that an address means; None for a package."""
    if address.startswith("$lib"):
        return "lib" + address.removeprefix("$lib")
    if not address.startswith("."):
        return None
    parts: list[str] = list(PurePosixPath(user).parent.parts)
    for part in address.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _resolved(user: str, address: str, sources: Mapping[str, str]) -> str | None:
    path = _absolute(user, address)
    if path is None:
        return None
    return next((path + ending for ending in ENDINGS if path + ending in sources), None)


def _matching(user: str, patterns: Iterable[str], sources: Mapping[str, str]) -> list[str]:
    wanted = [path for pattern in patterns if (path := _absolute(user, pattern))]
    return [
        name
        for name in sources
        if name != user
        and any(fnmatchcase(name, path) and name.count("/") == path.count("/") for path in wanted)
    ]


def circles(arrows: Iterable[tuple[str, str]]) -> list[list[str]]:
    """The sets of nodes that reach each other, larger than one: Tarjan's strongly connected components."""
    follow: dict[str, list[str]] = {}
    for start, end in arrows:
        follow.setdefault(start, []).append(end)
        follow.setdefault(end, [])
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in follow[node]:
            if other not in number:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], number[other])
        if low[node] == number[node]:
            at = stack.index(node)
            members = sorted(stack[at:])
            del stack[at:]
            if len(members) > 1:
                found.append(members)

    for node in follow:
        if node not in number:
            visit(node)
    return found
