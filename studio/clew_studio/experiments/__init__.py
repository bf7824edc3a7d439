"""Experiments: a researcher's design, the way of its participants, and the data that they leave."""
