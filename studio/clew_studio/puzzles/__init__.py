"""Puzzles as requests, rows and jobs name them: read, checked, cached."""
