"""Boards as web pages that need no server: the engine is in the page."""
