"""Formats of block boards, a module each; see `clew.boards.format`."""
