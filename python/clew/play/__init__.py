"""A game in progress: checked moves, undo and redo, saving, replay."""
