"""What the fuzz targets share: a corpus of seeds, a dictionary, and the loop of atheris (libFuzzer).

A target is a function of bytes that raises on a finding. It needs no atheris: `test_targets.py` runs every
target on its seeds in the ordinary test run.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path


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


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\x0A")
