"""New boards of a wanted difficulty: `generate`. One file a family; what they share is beside them."""
