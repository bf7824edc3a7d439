"""The folder of a sweep: its description, a file for each finished chunk of boards, and the complete table.

```text
OUT/sweep.json                the operation, its options, the boards of a chunk
OUT/parts/part-00000000.parquet   one for each chunk, named by its number: done again, it overwrites itself
OUT/boards.parquet            all rows in the order of the boards, when the sweep is complete
```

A file appears under its name only when it is complete. A part contains the digest of its boards, so a chunk
whose boards have changed is done again.
"""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from platform import node
from typing import TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.optional import arrow, parquet
from clew_lab.sweep.boards import puzzle_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    from clew_lab.sweep.boards import Board, Chunk
    from clew_lab.sweep.operations import Operation

FORMAT = "clew sweep 1"
PLACE = {"row": "whole", "source": "text", "line": "whole"}
"""The columns before those of the operation."""
GROUP = 1 << 16
"""Rows written at a time when parts are joined."""


def read(path: str | PathLike[str]) -> Any:
    """The rows in a sweep's folder as a `pyarrow.Table`, in the order of the boards; if the sweep was
    stopped, those done so far. Raises `ClewError` if the folder contains no sweep.
    """
    out = os.fspath(path)
    whole = os.path.join(out, "boards.parquet")
    if os.path.exists(whole):
        return parquet().read_table(whole)
    files = sorted(Folder.files(out))
    if not files:
        if os.path.exists(os.path.join(out, "sweep.json")):
            raise ClewError(f"{out}: no board of this sweep is done yet; run it again to continue it")
        raise ClewError(f"{out}: there is no sweep; give the folder that -o named")
    tables = [parquet().read_table(file) for file in files]
    return arrow().concat_tables(tables, promote_options="default")


@contextmanager
def alone(path: str) -> Iterator[None]:
    """Holds the folder, which is created if needed, for one sweep or map, until that or its process ends.
    Raises `ClewError` if another has it.
    """
    os.makedirs(path, exist_ok=True)
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # on Windows
        yield
        return
    with open(os.path.join(path, ".lock"), "a+", encoding="utf-8") as file:
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise ClewError(
                f"{path} is in use by {file.read().strip() or 'another process'}: wait until that ends, or "
                "choose another folder"
            ) from None
        except OSError:  # a file system without locks
            yield
            return
        file.truncate(0)
        file.write(f"process {os.getpid()} on {node()}\n")
        file.flush()
        yield


class Folder:
    """The folder of a sweep. `about` is everything on which the rows depend besides the boards. Raises
    `ClewError` if the folder contains a different sweep.
    """

    def __init__(self, path: str, operation: Operation, about: dict[str, Any]) -> None:
        self.path = path
        self.parts = os.path.join(path, "parts")
        self.whole = os.path.join(path, "boards.parquet")
        self.columns = {**PLACE, **operation.columns, "error": "text"}
        os.makedirs(self.parts, exist_ok=True)
        self._keep({"format": FORMAT, "operation": operation.name, **about})

    def _keep(self, about: dict[str, Any]) -> None:
        path = os.path.join(self.path, "sweep.json")
        if os.path.exists(path):
            there = _json(path)
            wrong = [
                f"{key} {there.get(key)!r} there, {about.get(key)!r} here"
                for key in {**there, **about}
                if there.get(key) != about.get(key)
            ]
            if wrong:
                raise ClewError(
                    f"{self.path} contains another sweep: {'; '.join(wrong)}. "
                    "Use the same options to continue it, or choose another folder"
                )
            return
        with open(f"{path}.new", "w", encoding="utf-8") as file:
            json.dump(about, file, indent=1)
        os.replace(f"{path}.new", path)

    def part(self, number: int) -> str:
        """The file of a chunk."""
        return os.path.join(self.parts, f"part-{number:08d}.parquet")

    def done(self, chunk: Chunk) -> dict[str, Any] | None:
        """What `write` returned for this chunk, if its part exists and is complete."""
        path = self.part(chunk.number)
        if not os.path.exists(path):
            return None
        try:
            told = parquet().read_schema(path).metadata[b"clew"]
        except (OSError, KeyError, TypeError, arrow().ArrowInvalid):
            return None  # truncated, for example by a power failure: done again
        found: dict[str, Any] = json.loads(told)
        return found if found["digest"] == chunk.digest else None

    def write(self, chunk: Chunk, rows: list[dict[str, Any]]) -> dict[str, Any]:
        """Writes the part of a chunk; returns `statuses`, the counts of its rows, and `errors`, [row,
        message] of the bad ones.
        """
        full = [_row(board, row) for board, row in zip(chunk.boards, rows, strict=True)]
        statuses: dict[str, int] = {}
        for row in full:
            statuses[row["status"]] = statuses.get(row["status"], 0) + 1
        errors = [[row["row"], row["error"]] for row in full if row["error"] is not None]
        told = {"digest": chunk.digest, "statuses": statuses, "errors": errors}
        table = _table(full, self.columns).replace_schema_metadata({"clew": json.dumps(told)})
        path = self.part(chunk.number)
        parquet().write_table(table, f"{path}.new", compression="zstd")
        os.replace(f"{path}.new", path)
        return told

    def join(self, count: int) -> None:
        """Writes the complete table from the first `count` parts, and removes any others."""
        for path in self.files(self.path):
            if path > self.part(count - 1):
                os.remove(path)
        paths = [self.part(number) for number in range(count)]
        schemas = [parquet().read_schema(path).remove_metadata() for path in paths]
        schema = arrow().unify_schemas(schemas or [_table([], self.columns).schema.remove_metadata()])
        with parquet().ParquetWriter(f"{self.whole}.new", schema, compression="zstd") as writer:
            for table in _gathered(paths):
                writer.write_table(_widened(table, schema))
        os.replace(f"{self.whole}.new", self.whole)

    @staticmethod
    def files(out: str) -> list[str]:
        """The existing parts."""
        parts = os.path.join(out, "parts")
        names = os.listdir(parts) if os.path.isdir(parts) else []
        return [os.path.join(parts, name) for name in names if name.endswith(".parquet")]


def _json(path: str) -> dict[str, Any]:
    try:
        with open(path, encoding="utf-8") as file:
            found: dict[str, Any] = json.load(file)
    except ValueError as error:
        raise ClewError(f"{path} was not written by a sweep: {error}; choose another folder") from error
    return found


def _row(board: Board, row: dict[str, Any]) -> dict[str, Any]:
    error = row.get("error")
    if board.error is None and error is not None and board.line is not None:
        error = f"{board.source}, line {board.line}: {error}"
    full = {**row, "row": board.row, "source": board.source, "line": board.line, "error": error}
    if error is not None:
        full["status"] = "error"
        full.update(_named(board))
    full.update({f"input_{key}": value for key, value in board.input.items()})
    return full


def _named(board: Board) -> dict[str, Any]:
    """The columns of a board without an answer."""
    if board.keys is None:
        return {}
    puzzle = puzzle_of(board.keys)
    return {
        "family": puzzle.family,
        "board": puzzle._body(),
        "puzzle": str(puzzle),
        "metric": puzzle.metric,
    }


def _table(rows: list[dict[str, Any]], columns: dict[str, str]) -> Any:
    pa = arrow()
    types = {
        "whole": pa.int64(),
        "real": pa.float64(),
        "flag": pa.bool_(),
        "text": pa.string(),
        "texts": pa.list_(pa.string()),
        "wholes": pa.list_(pa.int64()),
    }
    inputs = dict.fromkeys(key for row in rows for key in row if key.startswith("input_"))
    kinds = {**columns, **dict.fromkeys(inputs, "text")}
    arrays = {
        name: pa.array([_cell(row.get(name), kind) for row in rows], types[kind])
        for name, kind in kinds.items()
    }
    return pa.table(arrays)


def _cell(value: Any, kind: str) -> Any:
    if value is None:
        return None
    if kind == "real":
        return float(value)  # also of "inf", as JSON has it
    if kind == "text" and not isinstance(value, str):
        return json.dumps(value)
    return value


def _gathered(paths: list[str]) -> Iterator[Any]:
    """The tables of the parts, several in one."""
    waiting: list[Any] = []
    for path in paths:
        waiting.append(parquet().read_table(path))
        if sum(table.num_rows for table in waiting) >= GROUP:
            yield arrow().concat_tables(waiting, promote_options="default")
            waiting = []
    if waiting:
        yield arrow().concat_tables(waiting, promote_options="default")


def _widened(table: Any, schema: Any) -> Any:
    """The table with all columns of the schema, in its order."""
    empty = schema.empty_table()
    return arrow().concat_tables([empty, table], promote_options="default").select(schema.names)
