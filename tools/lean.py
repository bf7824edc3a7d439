"""How large the project is to those who work on it: `python -m tools.lean` prints one table.

Counts and walks of one checkout; times are medians on this machine. Nothing is checked: it is for looking
before and after a change.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from types import FrameType

import clew
from clew.cli.main import main as command

ROOT = Path(__file__).parents[1]
KINDS = (".py", ".rs", ".ts", ".svelte")
HOUSES = (str(Path(clew.__file__).parent), str(ROOT / "studio"))
BOARD = "boards/blocks/gar-1.toml"
ROUNDS = 200


def tracked() -> list[Path]:
    """The files of the repository."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def lines(paths: list[Path]) -> int:
    return sum(path.read_bytes().count(b"\n") for path in paths)


def packages() -> list[Path]:
    """The Python files of everything that is installed: not tests, tools or bench."""
    left_out = {"tests", "tools", "bench", "examples", "docs", ".ci"}
    paths = [path for path in tracked() if path.suffix == ".py"]
    return [path for path in paths if not left_out & set(path.relative_to(ROOT).parts)]


def inner_imports(path: Path) -> int:
    """Imports in functions of a file."""
    functions = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    found = {
        id(inner)
        for function in functions
        for inner in ast.walk(function)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    }
    return len(found)


def public(value: object) -> int:
    return sum(not name.startswith("_") for name in dir(value))


class Walk:
    """The files and functions of Clew that a call passes through, and how deep."""

    def __init__(self) -> None:
        self.calls = 0
        self.deepest = 0
        self.functions: set[tuple[str, int, str]] = set()
        self._depth = 0

    def _hear(self, frame: FrameType, event: str, _: object) -> None:
        if not frame.f_code.co_filename.startswith(HOUSES):
            return
        if event == "call":
            self.calls += 1
            self._depth += 1
            self.deepest = max(self.deepest, self._depth)
            code = frame.f_code
            self.functions.add((code.co_filename, code.co_firstlineno, code.co_name))
        elif event == "return":
            self._depth -= 1

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        sys.setprofile(self._hear)
        try:
            yield
        finally:
            sys.setprofile(None)

    def __str__(self) -> str:
        named = {where for where in self.functions if where[2] != "<module>"}
        files = {where[0] for where in named}
        return f"{len(files)} and {len(named)}, depth {self.deepest}, {self.calls:,} calls"


def solving() -> str:
    """`clew solve BOARD`, once everything is imported."""
    walk = Walk()
    with contextlib.redirect_stdout(io.StringIO()):
        command(["solve", str(ROOT / BOARD)])
        with walk.watched():
            command(["solve", str(ROOT / BOARD)])
    return str(walk)


def moving() -> str:
    """One move of a game in the studio, from the request to its answer, with SQLite."""
    walk, game = Walk(), "/api/v1/games"
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CLEW_STUDIO_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "clew_studio.settings"
        from clew_studio.server import prepare
        from clew_studio.shared.config import from_environment

        prepare.prepare(from_environment())
        from django.db import connections
        from django.test import Client

        client = Client(HTTP_HOST="127.0.0.1")

        def post(path: str, body: dict[str, object]) -> dict[str, object]:
            answer = client.post(path, json.dumps(body), content_type="application/json")
            assert answer.status_code < 300, answer.content
            read: dict[str, object] = json.loads(answer.content)
            return read

        path = f"{game}/{post(game, {'board': str(clew.load(str(ROOT / BOARD)))})['id']}/moves"
        post(path, {"moves": ["CL3"]})
        with walk.watched():
            post(path, {"moves": ["HU1"]})
        connections.close_all()
    return str(walk)


def microseconds(call: Callable[[], object]) -> str:
    times = []
    for _ in range(ROUNDS):
        began = perf_counter()
        call()
        times.append(perf_counter() - began)
    return f"{median(times) * 1e6:.1f}"


def rows() -> Iterator[tuple[str, str]]:
    paths = [path for path in tracked() if path.suffix in KINDS]
    yield "lines of .py, .rs, .ts, .svelte, tests with them", f"{lines(paths):,}"
    for kind in KINDS:
        yield f"  {kind}", f"{lines([path for path in paths if path.suffix == kind]):,}"
    tests = [path for path in paths if "tests" in path.relative_to(ROOT).parts]
    yield "  of them tests", f"{lines(tests):,}"
    puzzle = clew.load(str(ROOT / BOARD))
    yield "public attributes of a Blocks object", str(public(puzzle))
    yield "names in clew.__all__", str(len(clew.__all__))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    yield "declared layers of the library", str(len(layers))
    ours = packages()
    texts = [path.read_text(encoding="utf-8") for path in ours]
    yield "imports inside functions", f"{sum(map(inner_imports, ours)):,}"
    yield "files with TYPE_CHECKING = False", str(sum("\nTYPE_CHECKING = False" in text for text in texts))
    yield 'late("...")', str(sum(len(re.findall(r'\blate\("', text)) for text in texts))
    yield "clew solve BOARD: files and functions", solving()
    yield "one move in the studio: files and functions", moving()
    position = puzzle.initial()
    yield "position.moves(), microseconds", microseconds(position.moves)
    fresh = iter([position.moves()[0] for _ in range(ROUNDS)])
    yield "position.play(move), microseconds", microseconds(lambda: position.play(next(fresh)))
    types = re.compile(r"^\s*(?:pub(?:\([a-z]+\))? )?(?:struct|enum|trait) ", re.MULTILINE)
    engine = [path.read_text(encoding="utf-8") for path in paths if path.is_relative_to(ROOT / "engine")]
    yield "structs, enums and traits in engine/", str(sum(len(types.findall(text)) for text in engine))
    yield "lines of the contract", f"{lines([*(ROOT / 'docs/contract').iterdir()]):,}"


def main() -> None:
    argparse.ArgumentParser(prog="python -m tools.lean", description=__doc__).parse_args()
    found = list(rows())
    width = max(len(name) for name, _ in found)
    for name, value in found:
        print(f"{name:<{width}}  {value}")


if __name__ == "__main__":
    main()
