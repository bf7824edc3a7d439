"""README.md and the pages of docs/ as something to run: their blocks of code, in order, in one folder each.

The kinds of blocks and what becomes of each:

* `python` with ``>>>``: a session; the sessions of a page share their names.
* `python`, `toml` or `text` whose first line is ``# NAME`` with an ending: a file, written into the folder.
* `lua` whose first line is ``-- NAME.lua``: a file too, and `text` whose first line is ``(NAME.txt)``.
* `console`: what follows ``$ `` is run (``> `` goes on with it), and what is below must be what it prints,
  standard error included; it must succeed unless the line says otherwise (``|| echo "status $?"``).
* `rust` or `ts` whose first line is ``// PATH``: lines that stand so in that file of the repository.
* `json`: valid JSON, or several lines of it. `sh`: setting up and what needs a network or a terminal; it is
  not run, but its targets of make and extras of pip must exist. `text` without a file name: anything.

``...`` in what is shown stands for anything, as in doctest.
"""

from __future__ import annotations

import doctest
import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from tools.blocks import FILE, Block, blocks, commands

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
NEED_CLIENT = [ROOT / "docs" / "howto" / f"{name}.md" for name in ("embed-a-board", "export", "maps")]
"""Pages whose blocks need what `make client` builds."""
KINDS = {"python", "console", "lua", "toml", "text", "rust", "ts", "json", "sh", "html", "css"}
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def runs(page: Path) -> bool:
    """Whether the page holds anything that `faults` looks at."""
    return any(block.kind not in ("text", "sh") or FILE.match(block.text) for block in blocks(page))


def furnish(folder: Path) -> None:
    """Copies the boards and the data of the pages into the folder, as in a clone."""
    shutil.copytree(ROOT / "boards", folder / "boards")
    shutil.copytree(ROOT / "examples" / "games", folder / "examples" / "games")
    for data in (ROOT / "docs").rglob("*.csv"):
        target = folder / data.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(data, target)


def faults(page: Path, folder: Path) -> list[str]:
    """Runs the blocks of a page in the folder; what is not as shown, with the line of each block."""
    names: dict[str, Any] = {}
    found = []
    for block in blocks(page):
        said = _run(block, names, folder)
        found += [f"{page.relative_to(ROOT)}, block at line {block.line}: {fault}" for fault in said]
    return found


def _run(block: Block, names: dict[str, Any], folder: Path) -> list[str]:
    if file := FILE.match(block.text) if block.kind in ("python", "toml", "text", "lua") else None:
        (folder / file[1]).write_text(block.text, encoding="utf-8")
        return []
    if block.kind == "python":
        return _session(block, names)
    if block.kind == "console":
        return [
            fault for command, shown in commands(block.text) for fault in _command(command, shown, folder)
        ]
    if block.kind in ("rust", "ts"):
        return _excerpt(block.text)
    if block.kind == "json":
        return _json(block.text)
    return []


def _session(block: Block, names: dict[str, Any]) -> list[str]:
    test = doctest.DocTestParser().get_doctest(block.text, names, "session", "session", block.line)
    if not test.examples:
        return ["a python block that is no file shows no >>> lines"]
    said: list[str] = []
    test.globs = names
    doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(test, out=said.append, clear_globs=False)
    return said


def _command(command: str, shown: str, folder: Path) -> list[str]:
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "COLUMNS": "100"}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        return [f"$ {command}\nends with exit status {done.returncode}:\n{done.stdout}"]
    checker = doctest.OutputChecker()
    if checker.check_output(shown, done.stdout, FLAGS):
        return []
    return [f"$ {command}\n{checker.output_difference(doctest.Example(command, shown), done.stdout, FLAGS)}"]


def _excerpt(text: str) -> list[str]:
    first, _, lines = text.partition("\n")
    path = ROOT / first.removeprefix("// ")
    if not path.is_file():
        return [f"{first!r} names no file: begin the block with // and the path of the file it is from"]
    stands = lines.strip("\n") in path.read_text(encoding="utf-8")
    return [] if stands else [f"these lines do not stand so in {path.relative_to(ROOT)}"]


def _json(text: str) -> list[str]:
    try:
        json.loads(text)
    except ValueError:
        try:
            for line in text.strip().split("\n"):
                json.loads(line)
        except ValueError as error:
            return [f"this is not JSON: {error}"]
    return []
