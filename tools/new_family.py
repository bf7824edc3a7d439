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
LIST = Path("engine/src/families/mod.rs")
LINE = re.compile(r"^families!\((?P<names>[^)]*)\);$", re.MULTILINE)


def files(name: str) -> dict[Path, Path]:
    """The files of the template, each with the corresponding file of the new family."""
    pairs = {
        Path(f"engine/src/families/{TEMPLATE}.rs"): Path(f"engine/src/families/{name}.rs"),
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
    text = listed((root / LIST).read_text(encoding="utf-8"), name)
    (root / LIST).write_text(text, encoding="utf-8")
    return [*pairs.values(), LIST]


def listed(text: str, name: str) -> str:
    """The engine's list of families, with the new one."""
    found = LINE.search(text)
    assert found is not None, f"{LIST} has no list of families"
    names = sorted([*re.findall(r"\w+", found["names"]), name])
    return LINE.sub(f"families!({', '.join(names)});", text)


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
