"""Scripts in Lua (PUC-Rio, MIT licence; through lupa), run in a process of their own because they may be
hostile.
"""
