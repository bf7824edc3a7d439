"""The game in the terminal: what the screen shows, what keys and the mouse do, saving. `clew play` starts it.

Only `app` uses the terminal library; everything else is plain data in and out. No rules of games are here.
"""
