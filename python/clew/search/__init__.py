"""Searches over one puzzle: free functions, each in its own file.

`solve` (fewest moves), `solutions` (all of them, counted), `hint` and `distance` (from any position),
`verify` (somebody's moves). They run in the native engine, release the GIL and share `limits`.
"""
