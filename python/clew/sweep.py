"""`clew.sweep` is now `clew_lab.sweep`; this name goes with 1.0."""

from __future__ import annotations

from clew.moved import moved

__getattr__, __dir__ = moved("clew.sweep", "clew_lab.sweep", "sweep")
