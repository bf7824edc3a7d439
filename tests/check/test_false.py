"""No false proof is accepted, and none keeps the checker busy or fills its memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests.amount import MANY, times
from tests.check import third
from tests.check.hostile import KINDS, exhausting
from tests.check.test_hostile import refused


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_false_proofs_are_refused(kind: Callable[[], Iterator[tuple[str, bytes]]], tmp_path: Path) -> None:
    files = list(islice(kind(), times(4, KINDS[kind])))
    for name, content in files:
        assert refused(content, tmp_path / "false.proof").startswith("not proved: "), name
        with pytest.raises(third.Refused):
            third.check(content)
    assert len(files) == times(4, KINDS[kind])


@pytest.mark.many
@pytest.mark.skipif(not MANY, reason="takes minutes")
def test_exhausting_files_are_refused(tmp_path: Path) -> None:
    for name, content in exhausting():
        told = refused(content, tmp_path / "exhausting.proof", "--seconds", "8")
        assert told.startswith("not proved: "), name
