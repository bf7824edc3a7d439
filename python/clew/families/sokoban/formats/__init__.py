"""Formats of other programs that hold Sokoban boards, a module each."""
