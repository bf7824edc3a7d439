"""The commands that clew-lab adds to `clew`: `study`, `arena`, `sweep`, and `map --distributed`."""
