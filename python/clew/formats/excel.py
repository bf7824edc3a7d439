"""A table of boards in a workbook (`.xlsx`, `.ods`), on its first sheet, with the columns of [csv](#csv).

Reading and writing need pandas with openpyxl, or polars with an engine for workbooks; Clew does not install
them.
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

_INSTEAD = "is a workbook or an archive, not a text; open it in its program and save it as CSV"


class Excel(FrameFormat):
    """A workbook."""

    name = "xlsx"
    about = "a table of boards in a workbook"
    example = ""
    endings = (".xlsx", ".ods", ".xls")

    def recognise(self, source: Source) -> Likeness:
        return SURE if source.start().startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")) else Likeness(0)

    def rows(self, data: bytes) -> list[dict[str, Any]]:
        try:
            frame = _library().read_excel(BytesIO(data))
        except ClewError as error:
            raise BoardError(f"{_INSTEAD}; {error}") from error
        except ImportError as error:
            raise BoardError(f"{_INSTEAD}; {_short(error)}") from error
        except Exception as error:  # of the reader of workbooks, of many kinds
            raise BoardError(f"{_INSTEAD} ({_short(error)})") from error
        return _records(frame)

    def write(self, rows: list[dict[str, Any]], columns: list[str], stream: IO[bytes]) -> None:
        library = _library()
        try:
            if hasattr(library, "ExcelFile"):
                library.DataFrame(rows, columns=columns).to_excel(stream, index=False)
            else:
                library.DataFrame(rows, infer_schema_length=None).write_excel(stream)
        except ImportError as error:
            raise ClewError(
                f"a workbook needs more than is installed: {_short(error)}; write it as csv"
            ) from error


FORMAT = Excel()


def _library() -> Any:
    """Pandas, or polars where only that is installed. Raises `ClewError`."""
    from importlib.util import find_spec

    name = "polars" if find_spec("pandas") is None and find_spec("polars") is not None else "pandas"
    return needed(name, "a workbook", None, advice=" openpyxl; or save it as CSV")


def _records(frame: Any) -> list[dict[str, Any]]:
    """The rows of a data frame of either library, with None for empty cells."""
    if hasattr(frame, "to_dicts"):
        found: list[dict[str, Any]] = frame.to_dicts()
        return found
    whole: list[dict[str, Any]] = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return [
        {name: value for name, value in row.items() if not str(name).startswith("Unnamed: ")} for row in whole
    ]


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:150]
