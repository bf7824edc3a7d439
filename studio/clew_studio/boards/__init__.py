"""Boards of the site: publishing, packs, the puzzle of the day, files."""
