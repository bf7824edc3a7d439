"""Boards in files, in sets and typed by users."""
