"""How a pebble board is written."""

HOLE = "-"
