"""Long-running work: a table of jobs, threads that claim them, and one solver process per job."""
