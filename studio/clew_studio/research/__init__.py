"""What researchers get: the event log and its codebook."""
