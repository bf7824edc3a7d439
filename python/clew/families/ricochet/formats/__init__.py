"""Formats of tiles that slide, a module each; see `clew.boards.format`."""
