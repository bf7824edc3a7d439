"""`python -m bench`: what Clew takes, beside what others take, on one machine in one run."""
