"""The commands of the studio, which Clew finds by the entry points `clew.commands`."""
