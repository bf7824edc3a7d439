"""For authors of puzzles: does a puzzle keep the contract of `clew.Puzzle`?"""

from clew.testing.check import Checked, check_puzzle

__all__ = ["Checked", "check_puzzle"]
