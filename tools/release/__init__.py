"""Releases: builds the sdist and the wheels, looks into them, tries them where nothing else is installed,
and writes the papers that go with them (docs/releasing.md).
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"


class Fault(Exception):
    """Something that must not be released; the message says what."""


def wheels(package: str = "clew") -> list[Path]:
    """The wheels of a package in dist/. Raises `Fault` if there is none."""
    found = sorted(DIST.glob(f"{package}-*.whl"))
    if not found:
        raise Fault(f"dist/ has no wheel of {package}: run python -m tools.release build")
    return found


def run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    """Runs a command. Raises `Fault` with its name if it fails."""
    words: Sequence[str] = [str(word) for word in command]
    if subprocess.run(words, cwd=cwd, env=env, check=False).returncode != 0:
        raise Fault(f"this failed: {' '.join(words)}")
