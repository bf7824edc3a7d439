"""The version is the Cargo workspace's, and clew-lab goes with the clew of the same version.

What its parts need besides is in the extras of clew: `pip install clew[study]`, `[gym]`, `[sweep]`.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from setuptools import setup

CARGO = Path(__file__).resolve().parents[1] / "Cargo.toml"
VERSION = tomllib.loads(CARGO.read_text(encoding="utf-8"))["workspace"]["package"]["version"]

setup(version=VERSION, install_requires=[f"clew=={VERSION}"])
