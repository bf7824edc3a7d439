"""Custom puzzles: the adaptor to the rest of Clew, and rules compiled to machine code."""
