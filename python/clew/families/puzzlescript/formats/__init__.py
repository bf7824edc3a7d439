"""Formats of games of PuzzleScript, a module each; see `clew.boards.format`."""
