"""PuzzleScript: games written in the language of that name."""
