"""The complete state space of a puzzle: `explore` makes a `StateSpace` to measure, save and export.

Needs numpy: the extra `map`.
"""
