"""Measures of a level, taken from its complete state space."""
