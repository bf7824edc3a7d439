"""Django's database backend for PostgreSQL, with a cheaper look at whether a connection still lives."""
