"""A table of boards in a Parquet file, with the columns of [csv](#csv). It needs pyarrow, of the extra
`sweep`.
"""

from __future__ import annotations

from io import BytesIO
from typing import IO, TYPE_CHECKING, Any

from clew.boards.format import SURE, Likeness
from clew.errors import BoardError, ClewError
from clew.formats._frames import FrameFormat
from clew.optional import needed

if TYPE_CHECKING:
    from clew.boards.source import Source


class Parquet(FrameFormat):
    """A Parquet file."""

    name = "parquet"
    about = "a table of boards in a Parquet file"
    example = ""
    endings = (".parquet",)

    def recognise(self, source: Source) -> Likeness:
        return SURE if source.start().startswith(b"PAR1") else Likeness(0)

    def rows(self, data: bytes) -> list[dict[str, Any]]:
        try:
            parquet = needed("pyarrow.parquet", "a Parquet file", "sweep")
            found: list[dict[str, Any]] = parquet.read_table(BytesIO(data)).to_pylist()
        except ClewError as error:
            raise BoardError(str(error)) from error
        except Exception as error:  # of pyarrow, for a damaged file
            raise BoardError(f"is no whole Parquet file: {' '.join(str(error).split())[:150]}") from error
        return found

    def write(self, rows: list[dict[str, Any]], columns: list[str], stream: IO[bytes]) -> None:
        arrow = needed("pyarrow", "a Parquet file", "sweep")
        parquet = needed("pyarrow.parquet", "a Parquet file", "sweep")
        # A column of values of several kinds is one of texts.
        data = {}
        for name in columns:
            values = [row[name] for row in rows]
            kinds = {type(value) for value in values if value is not None}
            data[name] = (
                values if len(kinds) < 2 else [None if value is None else str(value) for value in values]
            )
        parquet.write_table(arrow.table(data), stream)


FORMAT = Parquet()
