"""Routes: where one can stand, and how one comes from there to elsewhere."""
