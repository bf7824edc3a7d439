"""Options of commands that work on several processes or machines, and how they go together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.cli import values
from clew.cli.parser import Option, UsageError

if TYPE_CHECKING:
    from clew.cli.parser import Arguments

SCHEDULER = Option(
    "--scheduler", value="ADDRESS", help="use the Dask cluster of this scheduler, such as tcp://host:8786"
)
WORKERS = Option(
    "--workers",
    value="N",
    read=values.positive,
    default=0,
    help="run N worker processes here, if there is no --scheduler; default: one per core",
)

NOT_HERE = ("highlight", "path", "layout", "width", "film")
"""Options of pictures; --distributed draws none."""


def check_workers(args: Arguments) -> None:
    """Raise `UsageError` for options that need --distributed, or that exclude it."""
    if not args.distributed:
        for name in ("scheduler", "workers", "edges"):
            if getattr(args, name):
                raise UsageError(f"--{name} works only with --distributed: add it")
        return
    if args.output is None:
        raise UsageError("--distributed writes a folder: add --output OUT, on a disk that all workers share")
    for name in NOT_HERE:
        if getattr(args, name):
            raise UsageError(f"--{name} is for pictures, and --distributed draws none: leave one of them out")
    if args.corridor:
        raise UsageError("--distributed maps everything, --corridor only a part: choose one of them")
    if args.threads:
        raise UsageError("--threads cannot be combined with --distributed: use --workers")
    if args.scheduler is not None and args.workers:
        raise UsageError("--workers and --scheduler exclude each other: a cluster has its own workers")
    if len(args.arguments) > 1:
        raise UsageError("--distributed maps one board into one folder: name a single BOARD")
