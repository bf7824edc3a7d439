"""How `clew map --distributed` and the other options go together."""

from __future__ import annotations

from argparse import Namespace

from clew.cli.command import UsageError

NOT_HERE = ("highlight", "path", "layout", "width", "film")
"""Options of pictures; --distributed draws none."""


def check_workers(args: Namespace) -> None:
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
    if len(args.boards) > 1:
        raise UsageError("--distributed maps one board into one folder: name a single BOARD")
