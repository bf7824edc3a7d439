"""What the command costs: modules imported, memory under a limit."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.search.boards import GAR, LONG

UNWANTED = {
    "argparse",
    "json",
    "csv",
    "numpy",
    "typing",
    "dataclasses",
    "inspect",
    "pathlib",
    "tomllib",
    "difflib",
    "threading",
}


def test_solving_a_compact_form_imports_no_more_than_it_needs() -> None:
    code = (
        "import sys; before = set(sys.modules); from clew.cli.main import main; main(['solve', sys.argv[1]]);"
        "print(*(set(sys.modules) - before), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, GAR], capture_output=True, text=True, check=True)
    imported = set(done.stderr.split())
    assert "clew.search.solve" in imported
    assert not imported & UNWANTED
    others = {name for name in imported if name.startswith(("clew.puzzles.", "clew.cli."))}
    assert not {
        name for name in others if name.endswith(("pebbles", "ricochet", "coroutine", "hint", "doctor"))
    }


@pytest.mark.alone
@pytest.mark.parametrize("algorithm", ["bfs", "astar", "bidirectional"])
def test_memory_stays_under_its_limit(algorithm: str) -> None:
    code = (
        "import sys; from clew.cli.main import main; status = main(sys.argv[1:]);"
        # Not ru_maxrss: that one remembers the process which started this one.
        "most = open('/proc/self/status').read().split('VmHWM:')[1].split()[0];"
        "print(most, file=sys.stderr); sys.exit(status)"
    )
    options = ["solve", "--json", "--max-memory", "200MB", "--algorithm", algorithm, LONG]
    done = subprocess.run([sys.executable, "-c", code, *options], capture_output=True, text=True, check=False)
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["status"], answer["limit"]) == (3, "limit", "memory")
    assert int(done.stderr) * 1024 < 260_000_000
