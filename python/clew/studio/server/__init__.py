"""Starting the studio: the folder of data, what is in it at first, and serving it."""
