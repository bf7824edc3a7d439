"""`clew.arena` is now `clew_lab.arena`; this name goes with 1.0."""

from __future__ import annotations

from clew.moved import moved

__getattr__, __dir__ = moved("clew.arena", "clew_lab.arena", "arena")
