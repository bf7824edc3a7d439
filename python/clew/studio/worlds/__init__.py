"""Running worlds: their levels, the process that each has, and who may look at which."""
