"""Passwords on the tests' sites: hashed with scrypt as on any other, but in no time.

A safe hash takes a quarter of a second, and most tests sign somebody up.
"""

from __future__ import annotations

import sys

PROGRAM = """\
import sys
from django.contrib.auth.hashers import ScryptPasswordHasher
ScryptPasswordHasher.work_factor, ScryptPasswordHasher.parallelism = 2, 1
from clew.cli.main import main
sys.exit(main())
"""
CLEW = [sys.executable, "-c", PROGRAM]
"""`python -m clew`, for a site that is served."""


def hash_quickly() -> None:
    """The same in this process."""
    from django.contrib.auth.hashers import ScryptPasswordHasher

    ScryptPasswordHasher.work_factor, ScryptPasswordHasher.parallelism = 2, 1
