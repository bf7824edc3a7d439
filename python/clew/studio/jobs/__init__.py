"""Long work: a table of jobs, threads that claim them, and a solver process for each that can be killed."""
