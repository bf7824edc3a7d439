"""The studio: the web site where puzzles are played, designed, solved and studied. `clew studio` starts it.

It needs the extra `studio`. Only the command `clew studio` imports this package.
"""
