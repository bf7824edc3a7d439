"""`clew.gym` is now `clew_lab.gym`; this name goes with 1.0."""

from __future__ import annotations

from clew.moved import moved

__getattr__, __dir__ = moved("clew.gym", "clew_lab.gym", "gym")
