"""The keys of the answers in JSON, as the commands print them, each with the kinds of its values."""

from __future__ import annotations

import io
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from clew.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
GAR = str(ROOT / "boards/blocks/gar-1.toml")
ASIDE = "BBoooG/EooooG/EAAHoG/EooHoo/FooHCC/FoDDDo"
HARD = str(ROOT / "boards/blocks/rush-51.toml")

CALLS: dict[str, list[list[str]]] = {
    "solve": [
        ["--all=2", "--essential", GAR],
        ["--improve", GAR],
        ["--via", ASIDE, GAR],
        ["--proof", os.devnull, GAR],
        ["--max-states", "9", HARD],
        ["no-such-file"],
    ],
    "hint": [[GAR], ["--max-states", "9", HARD], ["no-such-file"]],
    "verify": [[GAR, "BR1"], [GAR, "AR1"]],
    "review": [[GAR, "BR1 CL1"], ["--max-states", "1", GAR, "BR1"], [GAR, "AR1"]],
    "check": [[GAR], ["--max-states", "9", HARD], ["no-such-file"], ["blocks:A!o/ooo/ooo"]],
    "compare": [[GAR]],
    "map": [[GAR], ["--max-states", "9", HARD], ["no-such-file"]],
    "rate": [["--measures", "all", GAR], ["--max-states", "9", HARD], ["no-such-file"]],
    "census": [["null:3"]],
    "generate": [["coroutine", "--par", "5"]],
}
"""Calls of each command that together print every key of docs/reference/json.md."""

REPORTS: dict[str, list[list[str]]] = {
    "doctor": [[]],
    "arena": [["optimal", "--boards", GAR]],
    "sweep": [["solve", GAR, "-o", "FOLDER"]],
    "world": [["list"]],
}
"""Calls of the commands whose answer is one report, which has keys of its own."""

KINDS = {str: "text", bool: "true or false", int: "number", float: "number", type(None): "null"}


def lines() -> list[str]:
    """A line per object of an answer, with its keys: `hint moves[]: distance number or null, move text`."""
    return [
        f"clew {command}{where}: {', '.join(keys)}"
        for command, calls in sorted({**CALLS, **REPORTS}.items())
        for where, keys in sorted(_objects(_keys(command, calls)).items())
    ]


def _objects(keys: dict[str, set[str]]) -> dict[str, list[str]]:
    """The objects of an answer by their paths, each with its keys and the kinds of their values."""
    found: dict[str, list[str]] = {}
    for path, kinds in sorted(keys.items()):
        where, _, key = f".{path}".rpartition(".")
        found.setdefault(where.replace(".", " ", 1), []).append(f"{key} {' or '.join(sorted(kinds))}")
    return found


def _keys(command: str, calls: list[list[str]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for arguments in calls:
        for answer in printed(command, arguments):
            for path, kind in _paths(answer, ""):
                found.setdefault(path, set()).add(kind)
    return found


def printed(command: str, arguments: list[str]) -> list[dict[str, Any]]:
    """The objects that a command prints with --json."""
    out = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(out), redirect_stderr(io.StringIO()):
        main([command, "--json", *(word.replace("FOLDER", folder) for word in arguments)])
    return [json.loads(line) for line in out.getvalue().splitlines()]


def _paths(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Each place in an answer, with the kind of value that is there."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _paths(part, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        yield path, "list"
        for part in value:
            yield from _paths(part, f"{path}[]")
    else:
        yield path, KINDS[type(value)]
