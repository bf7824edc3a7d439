"""`clew.studio` is now `clew_studio`; this name goes with 1.0."""

from __future__ import annotations

from clew.moved import moved

__getattr__, __dir__ = moved("clew.studio", "clew_studio", "studio")
