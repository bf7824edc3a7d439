"""`clew.world` is now `clew_world`; this name goes with 1.0."""

from __future__ import annotations

from clew.errors import WorldError
from clew.moved import moved

__getattr__, __dir__ = moved("clew.world", "clew_world", "world", WorldError)
