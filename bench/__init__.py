"""`python -m bench`: the time and memory that Clew and others take, on one machine in one run."""
