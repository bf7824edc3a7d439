"""The version is the Cargo workspace's, and clew-world goes with the clew of the same version."""

from __future__ import annotations

import tomllib
from pathlib import Path

from setuptools import setup

CARGO = Path(__file__).resolve().parents[1] / "Cargo.toml"
VERSION = tomllib.loads(CARGO.read_text(encoding="utf-8"))["workspace"]["package"]["version"]

setup(
    version=VERSION,
    install_requires=[
        f"clew=={VERSION}",
        "box2d==2.3.10",
        "lupa>=2.8",
        "pillow>=11.0",
        "pygame-ce>=2.5.6",
        "resvg-py>=0.5",
    ],
)
