"""The complete state space of a puzzle: `explore` makes a `StateSpace`, to be measured, saved,
exported.

Needs numpy: the extra `map`.
"""
