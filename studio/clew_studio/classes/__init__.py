"""Classes of teachers: pupils without accounts, assignments, and the table of who solved what."""
