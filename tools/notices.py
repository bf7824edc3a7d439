"""Writes THIRD_PARTY.md: the third-party code in Clew, and its licences.

``python -m tools.notices`` writes the file, ``--check`` only says whether it is up to date. What is linked
into the engine comes with the text of its licence, as the licences ask; tools are named.
Sources: ``cargo metadata``, the licence files of the crates, requirements/*.txt and the installed metadata.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "THIRD_PARTY.md"
LOCK = ROOT / "requirements" / "dev.txt"
NAMED = {"resvg-py": "MIT", "box2d": "Zlib", "lupa": "MIT"}
"""Licences of packages whose metadata names none, from the licence file that comes with them."""

Crate = dict[str, Any]


def cargo_metadata() -> dict[str, Any]:
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    answer = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def closure(graph: dict[str, Any], roots: list[str], linked_only: bool) -> list[Crate]:
    """The crates that `roots` need, without the roots; `linked_only`: those whose code is in the engine."""
    crates = {crate["id"]: crate for crate in graph["packages"]}
    nodes = {node["id"]: node for node in graph["resolve"]["nodes"]}
    seen: set[str] = set()
    waiting = list(roots)
    while waiting:
        here = waiting.pop()
        at_compile_time = any("proc-macro" in target["kind"] for target in crates[here]["targets"])
        if here in seen or (linked_only and at_compile_time):
            continue
        seen.add(here)
        for needed in nodes[here]["deps"]:
            if not linked_only or any(kind["kind"] is None for kind in needed["dep_kinds"]):
                waiting.append(needed["pkg"])
    found = [crates[here] for here in seen if here not in graph["workspace_members"]]
    return sorted(found, key=lambda crate: (crate["name"], crate["version"]))


def licence_text(crate: Crate) -> str:
    """The licence text of the crate; if there is a choice, the MIT licence."""
    folder = Path(crate["manifest_path"]).parent
    names = sorted(
        path.name for path in folder.iterdir() if path.name.upper().startswith(("LICEN", "COPYING"))
    )
    chosen = next((name for name in names if "MIT" in name.upper()), names[0] if names else None)
    if chosen is None:
        raise SystemExit(
            f"notices: {crate['name']} {crate['version']} comes without a licence text in {folder}"
        )
    return (folder / chosen).read_text(encoding="utf-8").replace("\r\n", "\n").strip()


def locked(lock: str) -> Iterator[tuple[str, str, bool]]:
    """Name, version, and whether every platform needs it, of each package that `lock` pins."""
    for line in lock.splitlines():
        if pin := re.match(r"([A-Za-z0-9._-]+)==([^ ;\\]+)(.*)", line):
            yield pin[1], pin[2], ";" not in pin[3]


def python_licence(name: str) -> str:
    try:
        facts = metadata(name).json
    except PackageNotFoundError:
        raise SystemExit(f"notices: {name} is locked but not installed here; run: make lint") from None
    approved = "License :: OSI Approved :: "
    kinds = [line.removeprefix(approved) for line in facts.get("classifier", []) if line.startswith(approved)]
    first_line = str(facts.get("license", "")).split("\n")[0]
    named = NAMED.get(name) or str(facts.get("license_expression", "")) or " OR ".join(kinds) or first_line
    if not named:
        raise SystemExit(f"notices: the metadata of {name} names no licence; name it in tools/notices.py")
    return named


def table(rows: list[tuple[str, str, str]]) -> str:
    lines = ["| package | version | licence |", "|---|---|---|"]
    return "\n".join(lines + [f"| {name} | {version} | {licence} |" for name, version, licence in rows])


def rust_rows(crates: list[Crate]) -> list[tuple[str, str, str]]:
    return [(crate["name"], crate["version"], crate["license"] or "see its text") for crate in crates]


def page() -> str:
    graph = cargo_metadata()
    bindings = [crate["id"] for crate in graph["packages"] if crate["name"] == "clew-bindings"]
    linked = closure(graph, bindings, linked_only=True)
    checker = [crate["id"] for crate in graph["packages"] if crate["name"] == "clew-check"]
    checks = closure(graph, checker, linked_only=True)
    names = {crate["id"] for crate in [*linked, *checks]}
    helpers = [
        crate
        for crate in closure(graph, graph["workspace_members"], linked_only=False)
        if crate["id"] not in names
    ]
    by_text: dict[str, list[str]] = {}
    for crate in linked:
        by_text.setdefault(licence_text(crate), []).append(f"{crate['name']} {crate['version']}")
    pins = list(locked(LOCK.read_text(encoding="utf-8")))
    tools = [(name, version, python_licence(name)) for name, version, everywhere in pins if everywhere]
    elsewhere = [f"{name} {version}" for name, version, everywhere in pins if not everywhere]

    parts = [
        "# Third-party notices",
        "Written by `make notices`; do not edit by hand. Clew's own licence is in [LICENSE](LICENSE).",
        "## Linked into the engine",
        "The engine also contains parts of the Rust standard library (MIT OR Apache-2.0, The Rust Project "
        "contributors).",
        table(rust_rows(linked)),
        "## Linked into the crate clew-check",
        "It is published as source, which cargo puts together with these.",
        table(rust_rows(checks)),
        "## Part of the Python package",
        "The outlines of letters in pictures (`python/clew/pictures/glyphs.json`) are those of Inter "
        "SemiBold, copyright The Inter Project Authors, under the SIL Open Font License 1.1, "
        "[OFL.txt](python/clew/pictures/OFL.txt).",
        "## Asked for by clew-world, not part of Clew",
        "The physics of worlds is Box2D, copyright Erin Catto (zlib licence), through pybox2d (zlib "
        "licence). Their scripts run in Lua, copyright Lua.org, PUC-Rio (MIT licence), through lupa (MIT "
        "licence). Windows are opened by pygame-ce (LGPL 2.1) with SDL (zlib licence).",
        "## Used to build and test the engine, not part of it",
        table(rust_rows(helpers)),
        "## Python tools of development, not part of Clew",
        "The package itself needs no other Python package at run time; its extra `draw` asks for two of "
        "these, pillow and resvg-py, and its extra `play` for a third, prompt_toolkit; clew-world asks for "
        "the first two, box2d, lupa and pygame-ce.",
        table(tools),
        "Locked for some platforms or interpreters only: " + ", ".join(elsewhere) + ".",
        "## Licence texts of what is linked",
    ]
    for text, crates in by_text.items():
        parts += ["### " + ", ".join(crates), f"```text\n{text}\n```"]
    return "\n\n".join(parts) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description="Writes THIRD_PARTY.md from the locks.")
    parser.add_argument("--check", action="store_true", help="only say whether the file is up to date")
    check = parser.parse_args().check
    text = page()
    if not check:
        TARGET.write_text(text, encoding="utf-8")
    elif not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
        print(f"{TARGET.name} lags behind the locks; run: make notices", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
