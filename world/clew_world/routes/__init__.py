"""Routes: where a character can stand, and how it gets from there to elsewhere."""
