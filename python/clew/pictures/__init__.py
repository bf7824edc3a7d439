"""Pictures of puzzles and solutions: SVG, PNG, animated GIF, PDF, and what notebooks show.

The room is not called `draw`, because the function `clew.draw` is: a package of that name would replace it
as soon as anything in it is imported.
"""
