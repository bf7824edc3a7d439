"""What programs rely on: the public names, options, keys and addresses of Clew, as four readable files.

`python -m tools.contract` writes them to docs/contract/; a test compares them with the code
(docs/versions.md).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tools.contract import answers, commands, python, studio

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "contract"

PARTS: dict[str, Callable[[], list[str]]] = {
    "python.txt": python.lines,
    "commands.txt": commands.lines,
    "answers.txt": answers.lines,
    "studio.txt": studio.lines,
}
"""The files of the contract, each with what computes its lines."""


def text(name: str) -> str:
    """A file of the contract as the code now is."""
    return "".join(f"{line}\n" for line in PARTS[name]())
