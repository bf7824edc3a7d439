"""The families of puzzles, each in one folder with everything that knows the family: its notation and words,
its picture, its view in the terminal, its maker, its scene in the studio.

No family knows another, and no other package imports a family: `clew.puzzles.families` finds them.
"""
