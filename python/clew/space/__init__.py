"""The complete state space of a puzzle: `explore` makes a `StateSpace`, to be measured, saved, exported.
exported.

Needs numpy: ``pip install 'clew[map]'``.
"""
