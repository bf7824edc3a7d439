"""Lua scripts (PUC-Rio, MIT licence; through lupa), run in a separate process because they may be hostile."""
