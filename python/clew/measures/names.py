"""The names of forecasts, with their meanings, for tables."""

from __future__ import annotations

FORECASTS = {
    f"predicted{key}{end}": meaning + more
    for key, meaning in (
        ("", "seconds that a typical person takes to solve it"),
        ("_moves", "moves that a typical person makes to solve it"),
        ("_solved", "probability that a person solves it"),
    )
    for end, more in (
        ("", ", forecast"),
        ("_low", ": below with a probability of 10 %"),
        ("_high", ": above with a probability of 10 %"),
    )
}
"""What `predict_difficulty` forecasts, by name."""
