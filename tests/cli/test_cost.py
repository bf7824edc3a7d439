"""What the command costs: memory under a limit, and no packages that it does not use."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.search.boards import LONG


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


def test_the_list_of_commands_waits_for_no_large_package() -> None:
    """Each command of another distribution says its own line of it."""
    code = (
        "import sys; from clew.cli.main import main; main(['--help']);"
        "print(*({'numpy', 'scipy', 'matplotlib', 'django', 'pyarrow'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "study" in done.stdout and done.stderr.split() == []
