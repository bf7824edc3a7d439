"""The version is the Cargo workspace's, and clew-studio goes with the clew of the same version."""

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
        "a2wsgi>=1.10",
        "Django>=5.2,<5.3",
        "django-ninja>=1.4,<2",
        "numpy>=2.0",
        "pillow>=11.0",
        "pyotp>=2.12",
        "resvg-py>=0.5",
        "scipy>=1.13",
        "segno>=1.6",
        "threadpoolctl>=3.5",
        "uvicorn>=0.30",
        "whitenoise>=6.7",
    ],
)
