"""The sdist and the wheels, in dist/: of clew one for each platform, for every CPython from 3.11 on (abi3),
and of clew-lab, clew-studio and clew-world, which need no compiler, one for all.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from tools import studio_parts
from tools.release import DIST, ROOT, Fault, run

TARGETS = ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu")
MANYLINUX = "manylinux2014"
"""The oldest glibc that Rust supports: 2.17."""


def build(here: bool = False) -> None:
    """Builds everything that goes to an index; `here`: a wheel for this machine alone."""
    shutil.rmtree(DIST, ignore_errors=True)
    _build_client()
    for folder in ("lab", "studio", "world"):
        run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", DIST, ROOT / folder)
    if here:
        _maturin("build")
        return
    _maturin("sdist")
    for target in TARGETS:
        _maturin("build", "--zig", "--target", target, "--compatibility", MANYLINUX)


def _build_client() -> None:
    try:
        studio_parts.build()
    except (studio_parts.Missing, OSError, subprocess.CalledProcessError) as error:
        raise Fault(f"wheels without the studio's client are no release: {error}") from error


def _maturin(step: str, *options: str) -> None:
    if shutil.which("maturin") is None:
        raise Fault("maturin is not installed: pip install -r requirements/release.txt")
    compiling = () if step == "sdist" else ("--release", "--locked")
    run("maturin", step, *compiling, *options, "--out", DIST, env={**os.environ, "CARGO_INCREMENTAL": "0"})
