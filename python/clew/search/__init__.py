"""Searches on one puzzle: free functions, one per file.

`solve` (fewest moves), `solutions` (all shortest solutions, counted), `hint` and `distance` (from any
position), `verify` (a given list of moves). They run in the native engine, release the GIL and share
`limits`.
"""
