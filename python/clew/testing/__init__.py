"""For authors of puzzles: checks that a puzzle fulfils the contract of `clew.Puzzle`."""

from clew.testing.check import Checked, check_puzzle

__all__ = ["Checked", "check_puzzle"]
