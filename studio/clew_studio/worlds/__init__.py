"""Running worlds: their levels, the process of each, and who may watch which."""
