"""The studio: the web site where puzzles are played, designed, solved and studied. `clew studio` starts it.

It needs the extra `studio`. Nothing else of Clew imports this room, apart from the
command of its name.
"""
