"""The engine's and the bindings' files use each other from the top down only, and in no circle.

The layers are those of docs/architecture.md. What a file uses is read from the paths in it that begin with
`crate`, `super` or `self`, wherever they stand. Tests inside a file are left out: they may use families.
"""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]

LAYERS = (
    ("lib",),
    ("families",),
    ("any",),
    ("ways",),
    ("space", "layout", "laws"),
    ("search",),
    ("watch", "seen", "values", "stream", "matching", "chunks", "kept"),
    ("puzzle",),
    (
        "packed",
        "cells",
        "checksum",
        "memory",
        "ordering",
        "prefetch",
        "quiet",
        "products",
        "outside",
        "ranks",
        "trouble",
    ),
    ("clock", "whole"),
)
"""From the top down, of the engine. Single files of one layer are free to use each other."""

PLACE = {room: place for place, layer in enumerate(LAYERS) for room in layer}
PATH = re.compile(r"\b(crate|super|self)((?:::(?:\{|\w+))+)")
GROUP = re.compile(r"\b(?:pub(?:\([^)]*\))? )?use ([\w:]+)::\{([^;]*)\};")
COMMENT = re.compile(r"//[^\n]*")
TEST = re.compile(r"#\[cfg\(test\)\]\s*(?:pub(?:\([^)]*\))? )?mod \w+ \{.*", re.DOTALL)


class Use(NamedTuple):
    """A file that uses another, and the line."""

    user: str
    line: int
    used: str


def modules(sources: dict[str, str]) -> dict[str, str]:
    """The module path of each file, such as `search::wave` of `search/wave.rs`, with the file."""
    found = {}
    for name in sources:
        parts = name.removesuffix(".rs").split("/")
        if parts[-1] in ("mod", "lib"):
            parts.pop()
        found["::".join(parts)] = name
    return found


def uses(sources: dict[str, str]) -> list[Use]:
    """What each file uses of the others. Keys are paths below `src`, without files of tests."""
    known = modules(sources)
    module = {name: path for path, name in known.items()}
    found = []
    for name, text in sources.items():
        plain = TEST.sub("", COMMENT.sub("", text))
        for line, path in _paths(plain, module[name]):
            parts = path.split("::")
            while parts and "::".join(parts) not in known:
                parts.pop()
            used = known.get("::".join(parts))
            if used and used != name:
                found.append(Use(name, line, used))
    return found


def _paths(text: str, module: str) -> list[tuple[int, str]]:
    """The absolute paths that stand in a text, with their lines; groups in braces taken apart."""
    wanted: list[tuple[int, str]] = []
    for match in GROUP.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        wanted += [(line, f"{match[1]}::{part.strip()}") for part in match[2].split(",") if part.strip()]
    for match in PATH.finditer(text):
        wanted.append((text.count("\n", 0, match.start()) + 1, match[0].rstrip("{").rstrip(":")))
    found = []
    for line, path in wanted:
        first, *rest = re.split(r"::|\s", path)
        if first == "crate":
            base: list[str] = []
        elif first == "self":
            base = module.split("::") if module else []
        elif first == "super":
            base = module.split("::")[:-1]
            while rest and rest[0] == "super":
                base, rest = base[:-1], rest[1:]
        else:
            continue
        found.append((line, "::".join([*base, *(part for part in rest if part not in ("self", ""))])))
    return found


def sources(crate: str) -> dict[str, str]:
    """The files of a crate by their path below `src`, without those of tests."""
    root = ROOT / crate / "src"
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(root.rglob("*.rs"))
        if not path.stem.endswith("tests")
    }


def wrong_way(found: list[Use]) -> list[str]:
    """The uses that go up, and those of one family by another."""
    told = []
    for user, line, used in found:
        rooms = [name.removesuffix(".rs").split("/")[0] for name in (user, used)]
        up = PLACE[rooms[0]] > PLACE[rooms[1]]
        families = [
            name.removesuffix(".rs").split("/")[1] for name in (user, used) if name.startswith("families/")
        ]
        across = len(families) == 2 and "mod" not in families and families[0] != families[1]
        if up or across:
            told.append(f"{user}:{line} uses {used}")
    return told


def test_the_engine_is_used_from_the_top_down() -> None:
    assert wrong_way(uses(sources("engine"))) == []


def graph(found: list[Use]) -> dict[str, dict[str, int]]:
    """The uses as a graph. That a part names the items of the file it is a part of is no circle."""
    made: dict[str, dict[str, int]] = {}
    for user, line, used in found:
        owner = user.rpartition("/")[0]
        if used not in (f"{owner}/mod.rs", f"{owner}.rs"):
            made.setdefault(user, {}).setdefault(used, line)
    return made


def circle(made: dict[str, dict[str, int]]) -> list[str]:
    """Files that use each other in a circle; none if there is no circle."""
    try:
        TopologicalSorter(made).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_files_use_each_other_in_a_circle() -> None:
    for crate in ("engine", "bindings"):
        assert circle(graph(uses(sources(crate)))) == [], crate
