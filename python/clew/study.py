"""`clew.study` is now `clew_lab.study`; this name goes with 1.0."""

from __future__ import annotations

from clew.moved import moved

__getattr__, __dir__ = moved("clew.study", "clew_lab.study", "study")
