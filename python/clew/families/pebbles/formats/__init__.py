"""Formats of pebbles, a module each; see `clew.boards.format`."""
