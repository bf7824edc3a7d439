"""Boards in files, in sets and in what users type."""
