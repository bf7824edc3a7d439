"""Controllers: what leads characters. `base` is the interface; Lua and Python each implement it."""
