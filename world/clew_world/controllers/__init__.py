"""Controllers decide what characters do. `base` is the interface; Lua and Python each implement it."""
