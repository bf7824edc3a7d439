"""The kinds of characters that come with Clew: their build, and what they take."""

from __future__ import annotations

from clew_world.elements import Build

DEFAULT_EATS = {
    "player": ["banana", "apple", "key", "gem", "corn"],
    "monkey": ["banana"],
    "fox": ["chicken"],
    "cat": ["mouse"],
}

BUILDS = {
    "player": Build(0.6, 1.0, 3.0, 1.4),
    "monkey": Build(0.55, 0.8, 2.5, 1.6),
    "fox": Build(0.7, 0.6, 2.8, 1.0),
    "chicken": Build(0.5, 0.5, 1.6, 0.8),
    "tortoise": Build(0.7, 0.45, 0.8, 0.0),
    "cat": Build(0.6, 0.55, 2.6, 1.8),
    "owl": Build(0.55, 0.55, 1.2, 1.0),
    "mouse": Build(0.35, 0.35, 2.0, 0.5),
}
