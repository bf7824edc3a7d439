"""The default memory limit: three quarters of the least that machine, control groups and ulimit leave."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from clew.search import limits as memory

GB = 10**9
MEMINFO = f"MemTotal: 16000000 kB\nMemAvailable: {8 * GB // 1024} kB\n"


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, str]], None]:
    """Replaces the files of the system that the module reads."""

    def replace(texts: dict[str, str]) -> None:
        monkeypatch.setattr(memory, "_read", lambda path: texts.get(path, ""))
        monkeypatch.setattr(memory, "_known", None)

    return replace


def test_what_the_machine_has(files: Callable[[dict[str, str]], None]) -> None:
    files({"/proc/meminfo": MEMINFO})
    assert memory.free_memory() == pytest.approx(8 * GB, rel=1e-6)
    assert memory.default_memory() == pytest.approx(6 * GB, rel=1e-6)


def test_a_control_group_of_version_2_and_those_above_it(files: Callable[[dict[str, str]], None]) -> None:
    files(
        {
            "/proc/meminfo": MEMINFO,
            "/proc/self/cgroup": "0::/a/b\n",
            "/sys/fs/cgroup/a/b/memory.max": "max\n",
            "/sys/fs/cgroup/a/b/memory.current": "1000\n",
            "/sys/fs/cgroup/a/memory.max": f"{2 * GB}\n",
            "/sys/fs/cgroup/a/memory.current": f"{GB}\n",
            "/sys/fs/cgroup/a/memory.stat": f"anon 5\ninactive_file {GB // 2}\n",
        }
    )
    assert memory.free_memory() == 3 * GB // 2, "file cache is given up before memory is refused"


def test_a_control_group_of_version_1(files: Callable[[dict[str, str]], None]) -> None:
    files(
        {
            "/proc/meminfo": MEMINFO,
            "/proc/self/cgroup": "5:cpu,memory:/box\n1:name=systemd:/\n",
            "/sys/fs/cgroup/memory/memory.limit_in_bytes": f"{GB}\n",
            "/sys/fs/cgroup/memory/memory.usage_in_bytes": f"{GB // 4}\n",
        }
    )
    assert memory.free_memory() == 3 * GB // 4


def test_ulimit(files: Callable[[dict[str, str]], None]) -> None:
    files(
        {
            "/proc/meminfo": MEMINFO,
            "/proc/self/limits": f"Limit Soft Hard Units\nMax address space         {GB} {GB} bytes\n",
            "/proc/self/status": "Name: x\nVmSize:   100000 kB\n",
        }
    )
    assert memory.free_memory() == GB - 102_400_000


def test_nothing_known_is_half_of_the_machine(files: Callable[[dict[str, str]], None]) -> None:
    files({})
    assert memory.free_memory() > 0
