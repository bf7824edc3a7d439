"""A new family from the template: `python -m tools.new_family tower`.

Copies what `null` has on each side under the new name, and adds the family to the engine's list. The result
is complete: build it (`make demo`), and every command, the terminal and the studio know it.
docs/add-a-family.md says how to turn it into a game of your own.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEMPLATE = "null"
PARTS = ("__init__", "puzzle", "picture", "terminal", "maker", "scene")
LISTS = {
    Path("engine/families/Cargo.toml"): ("{name} = []", "null = []"),
    Path("engine/families/src/lib.rs"): ('    {name} "{name}",', '    null "null",'),
}
"""Where the engine lists its families: how a line there is written, and the line that the new one follows."""


def files(name: str) -> dict[Path, Path]:
    """The files of the template, each with the corresponding file of the new family."""
    pairs = {
        Path(f"engine/families/src/{TEMPLATE}.rs"): Path(f"engine/families/src/{name}.rs"),
        Path(f"studio/client/src/lib/families/{TEMPLATE}/Drawing.svelte"): Path(
            f"studio/client/src/lib/families/{name}/Drawing.svelte"
        ),
        Path(f"tests/families/{TEMPLATE}.py"): Path(f"tests/families/{name}.py"),
    }
    python = Path("python/clew/families")
    return pairs | {python / TEMPLATE / f"{part}.py": python / name / f"{part}.py" for part in PARTS}


def renamed(text: str, name: str) -> str:
    """A file of the template with the new name in it."""
    text = re.sub(rf"\b{TEMPLATE}\b", name, text)
    text = re.sub(rf"\b{TEMPLATE.title()}(?=[A-Z]\w*\b|\b)", name.title(), text)
    return text.replace("    played=False,\n", "")


def make(name: str, root: Path = ROOT) -> list[Path]:
    """Writes the files of a new family, and returns all that were written or changed.

    Raises `ValueError` for a name that a family cannot have.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]{1,11}", name):
        raise ValueError(f"{name!r} is no name of a family: it has 2 to 12 lower-case letters and digits")
    pairs = files(name)
    there = [new for new in pairs.values() if (root / new).exists()]
    if there:
        raise ValueError(f"there is already {there[0]}")
    for old, new in pairs.items():
        (root / new).parent.mkdir(parents=True, exist_ok=True)
        (root / new).write_text(renamed((root / old).read_text(encoding="utf-8"), name), encoding="utf-8")
    for path in LISTS:
        text = listed(path, (root / path).read_text(encoding="utf-8"), name)
        (root / path).write_text(text, encoding="utf-8")
    return [*pairs.values(), *LISTS]


def listed(path: Path, text: str, name: str) -> str:
    """A list of the engine's families, with the new one."""
    line, before = LISTS[path]
    assert text.count(f"{before}\n") == 1, f"{path} has no list of families"
    text = text.replace(f"{before}\n", f"{before}\n{line.format(name=name)}\n")
    return re.sub(r'^(default = \["whole".*)\]$', rf'\1, "{name}"]', text, flags=re.MULTILINE)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.new_family", description="a new family from the template"
    )
    parser.add_argument("name", help="as it stands in board files, such as tower")
    try:
        made = make(parser.parse_args().name)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(map(str, made)))
    print("`make demo` builds it; docs/add-a-family.md says how to go on.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
