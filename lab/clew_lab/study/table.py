"""Tables: named numpy columns, which convert to pandas, CSV and Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from clew.optional import needed
from clew.replacement import Replacement, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from os import PathLike

    from numpy.typing import NDArray

    from clew_lab.study.codebook import Column

MISSING = "NA"
_DTYPES = {"text": object, "int": np.float64, "float": np.float64, "bool": np.bool_}


class Table(Mapping[str, "NDArray[Any]"]):
    """Columns by name, each (n,) and in the order of `columns`.

    Text is an array of `str`, numbers (whole ones too) are float64 with NaN for missing values, and flags are
    bool. `columns` gives the kind, the unit and the meaning of each.
    """

    def __init__(self, columns: Sequence[Column], values: Mapping[str, Any]) -> None:
        self.columns = tuple(columns)
        self._values: dict[str, NDArray[Any]] = {
            column.name: np.asarray(values[column.name], dtype=_DTYPES[column.kind]) for column in columns
        }
        self.n = len(next(iter(self._values.values()))) if self._values else 0
        uneven = [name for name, value in self._values.items() if value.shape != (self.n,)]
        if uneven:
            raise ValueError(f"columns that differ in length from the first: {', '.join(uneven)}")

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        """The number of columns, as for a dictionary; `n` is the number of rows."""
        return len(self._values)

    def __repr__(self) -> str:
        return f"<Table of {self.n:,} rows: {', '.join(self._values)}>"

    def changed(self, **values: Any) -> Table:
        """The same table with some columns replaced."""
        return Table(self.columns, {**self._values, **values})

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame`; whole numbers as its nullable `Int64`. Needs pandas."""
        pandas = needed("pandas", "a data frame", None)
        frame = pandas.DataFrame(self._values)
        return frame.astype({column.name: "Int64" for column in self.columns if column.kind == "int"})

    def to_csv(self, path: str | PathLike[str] | None = None) -> str | None:
        """Writes CSV in UTF-8; without a path, returns its text. Missing values are `NA`, flags TRUE and
        FALSE, as in R. Raises `OSError`.
        """
        written = [_written(column, self._values[column.name]) for column in self.columns]
        text = io.StringIO()
        out = csv.writer(text, lineterminator="\n")
        out.writerow(self._values)
        out.writerows(zip(*written, strict=True))
        if path is None:
            return text.getvalue()
        write_whole(path, text.getvalue().encode())
        return None

    def to_parquet(self, path: str | PathLike[str]) -> None:
        """Writes a Parquet file, with null for missing values. Needs pyarrow. Raises `OSError`."""
        arrow = needed("pyarrow", "a Parquet file", None)
        parquet = needed("pyarrow.parquet", "a Parquet file", None)
        kinds = {
            "text": arrow.string(),
            "int": arrow.int64(),
            "float": arrow.float64(),
            "bool": arrow.bool_(),
        }
        arrays = {
            column.name: arrow.array(_objects(column, self._values[column.name]), kinds[column.kind])
            for column in self.columns
        }
        with Replacement(path) as new:
            parquet.write_table(arrow.table(arrays), new.path)


def _objects(column: Column, values: NDArray[Any]) -> list[Any]:
    """The values as Python objects, None if missing."""
    if column.kind == "text":
        return [text or None for text in values.tolist()]
    if column.kind == "bool":
        return list(values.tolist())
    number = int if column.kind == "int" else float
    return [None if value != value else number(value) for value in values.tolist()]


def _written(column: Column, values: NDArray[Any]) -> Iterable[str]:
    if column.kind == "text":
        return [text or MISSING for text in values.tolist()]
    if column.kind == "bool":
        return ["TRUE" if value else "FALSE" for value in values.tolist()]
    if column.kind == "int":
        return [MISSING if value != value else str(int(value)) for value in values.tolist()]
    return [MISSING if value != value else _number(value) for value in values.tolist()]


def _number(value: float) -> str:
    """A number as R reads it; infinity is `Inf`."""
    if value in (float("inf"), -float("inf")):
        return "Inf" if value > 0 else "-Inf"
    return f"{value:.10g}"
