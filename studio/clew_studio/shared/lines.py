"""The log as lines of JSON, each with the number of its request."""

from __future__ import annotations

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

current: ContextVar[str] = ContextVar("request", default="")


class JsonFormatter(logging.Formatter):
    """A message as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line; an exception is part of it."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "request_line", {}),
        }
        if current.get():
            told["request"] = current.get()
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)
