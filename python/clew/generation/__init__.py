"""New boards of a given difficulty: `generate`, and what the makers of all families share."""
