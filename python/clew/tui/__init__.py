"""The game in the terminal: what the screen shows, what keys and the mouse do, saving. `clew play` starts it.

`app` alone knows the terminal library; everything else is plain data in and out. No rule of a game is here.
"""
