"""What the fuzz targets share: a corpus of seeds, a dictionary, and the loop of atheris (libFuzzer).

A target is a function of bytes that raises on a finding. It needs no atheris: `test_targets.py` runs every
target on its seeds in the ordinary test run, and `draw_on` runs one on bytes by chance.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import monotonic


def run(target: Callable[[bytes], None], seeds: Iterable[bytes], words: Iterable[str]) -> None:
    """Fuzz until the time or the runs given on the command line are over (``-max_total_time=600``).

    Arguments are libFuzzer's. A folder among them is the corpus, which grows; else a temporary one is used.
    """
    import atheris

    atheris.instrument_all()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        dictionary = "".join(f'"{_escaped(word)}"\n' for word in words)
        (folder / "words.dict").write_text(dictionary, encoding="utf-8")
        corpus = folder / "corpus"
        corpus.mkdir()
        for number, seed in enumerate(seeds):
            (corpus / f"seed-{number}").write_bytes(seed)
        given = [f"-dict={folder / 'words.dict'}"] if dictionary else []  # libFuzzer refuses an empty one
        atheris.Setup([*sys.argv, *given, str(corpus)], target)
        atheris.Fuzz()


def draw_on(target: Callable[[bytes], None], arguments: Sequence[str]) -> int:
    """Try bytes by chance until the time is over; returns how many were tried.

    For targets that only draw from a seed: which lines their bytes reach teaches libFuzzer nothing. Takes
    libFuzzer's option of time, and bytes in hexadecimal to try alone: those that a finding names.
    """
    parser = argparse.ArgumentParser(description="draws by chance, and compares")
    parser.add_argument("bytes", nargs="*", type=bytes.fromhex, help="try these alone")
    parser.add_argument("-max_total_time", type=float, default=600.0, metavar="SECONDS")
    args, _ = parser.parse_known_args(arguments)
    until, tried = monotonic() + args.max_total_time, 0
    for data in args.bytes or iter(lambda: os.urandom(9), b""):
        if not args.bytes and monotonic() >= until:
            break
        try:
            target(data)
        except BaseException:
            print(f"found with the bytes {data.hex()}", file=sys.stderr, flush=True)
            raise
        tried += 1
    print(f"{tried} draws, no finding", flush=True)
    return tried


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\x0A")
