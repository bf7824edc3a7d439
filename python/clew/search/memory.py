"""How much memory a search may use by default: three quarters of what is free."""

from __future__ import annotations

import os
from time import monotonic

_SHARE = (3, 4)
_UNITS = {"": 1, "B": 1} | {
    f"{letter}{suffix}": base ** (power + 1)
    for power, letter in enumerate("KMGT")
    for suffix, base in (("", 1000), ("B", 1000), ("IB", 1024), ("I", 1024))
}
_FRESH_SECONDS = 1.0  # free memory changes slowly; thousands of short searches need not ask each time
_cgroup_files = {  # version: (root, limit, use)
    2: ("/sys/fs/cgroup", "memory.max", "memory.current"),
    1: ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"),
}
_known: tuple[float, int] | None = None


def default_memory() -> int:
    """Bytes that a search may use: three quarters of `free_memory`."""
    global _known
    now = monotonic()
    if _known is None or now - _known[0] > _FRESH_SECONDS:
        _known = (now, free_memory() * _SHARE[0] // _SHARE[1])
    return _known[1]


def free_memory() -> int:
    """Bytes that this process can still allocate: what the machine, control groups and `ulimit -v` leave."""
    left = [value for value in (_machine(), _groups(), _address_space()) if value is not None]
    return max(0, min(left)) if left else _physical() // 2


def _machine() -> int | None:
    kilobytes = _field("/proc/meminfo", "MemAvailable:")
    return None if kilobytes is None else kilobytes * 1024


def _groups() -> int | None:
    """What the control groups leave: every group from ours up to the root may hold a limit."""
    least: int | None = None
    for line in _read("/proc/self/cgroup").splitlines():
        number, controllers, path = line.split(":", 2)
        version = 2 if number == "0" and not controllers else 1
        if version == 1 and "memory" not in controllers.split(","):
            continue
        root, limit_name, use_name = _cgroup_files[version]
        parts = [part for part in path.split("/") if part]
        for depth in range(len(parts), -1, -1):
            folder = "/".join([root, *parts[:depth]])
            limit, use = _read(f"{folder}/{limit_name}").strip(), _read(f"{folder}/{use_name}").strip()
            if limit.isdigit() and use.isdigit():
                # File cache counts as use, but the kernel gives it up before it refuses memory.
                left = int(limit) - int(use) + (_field(f"{folder}/memory.stat", "inactive_file") or 0)
                least = left if least is None else min(least, left)
    return least


def _address_space() -> int | None:
    limit = _field("/proc/self/limits", "Max address space")
    used = _field("/proc/self/status", "VmSize:")
    return None if limit is None else limit - 1024 * (used or 0)


def _physical() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 1 << 32


def _field(path: str, name: str) -> int | None:
    """The number after `name` in a file of lines `name number ...`; None if there is none."""
    for line in _read(path).splitlines():
        if line.startswith(name):
            words = line[len(name) :].split()
            return int(words[0]) if words and words[0].isdigit() else None
    return None


def _read(path: str) -> str:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def amount(text: str) -> int:
    """Bytes: `200MB` (powers of 1000), `2GiB` (powers of 1024), or a plain number.

    Raises `ValueError`, saying what would be right.
    """
    word = text.strip().upper().replace(" ", "")
    number = word.rstrip("KMGTIB")
    unit = word[len(number) :]
    try:
        count = float(number)
    except ValueError:
        count = -1.0
    if unit not in _UNITS or not 0 <= count * _UNITS[unit] < 2**63:
        raise ValueError("expected an amount such as 200MB, 1.5GB or 2GiB")
    return int(count * _UNITS[unit])
