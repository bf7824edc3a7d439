"""A helper that does what a test says: `python -m tests.studio.obedient`."""

from __future__ import annotations

import os
import time
from typing import Any

from clew.errors import BoardError, WorldError
from clew_studio.helpers import serve


def work(task: dict[str, Any]) -> bytes:
    what = task["do"]
    if what == "sleep":
        time.sleep(3600)
    elif what == "hoard":
        return bytes(1 << 40)
    elif what == "nest":
        return work({"do": "nest"})
    elif what == "die":
        os._exit(1)
    elif what == "refuse":
        raise BoardError("is wrong", key="size", line=7)
    elif what == "fail":
        raise WorldError("it cannot go on")
    return f"{os.getpid()} {what}".encode()


if __name__ == "__main__":
    serve(work)
