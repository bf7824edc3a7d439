"""Starting the studio: the data folder, what a new one contains, and the server."""
