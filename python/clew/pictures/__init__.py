"""Pictures of puzzles and solutions: SVG, PNG, animated GIF, PDF, and what notebooks show.

The package is not called `draw` because a package of that name would replace the function `clew.draw` as soon
as anything in it is imported.
"""
