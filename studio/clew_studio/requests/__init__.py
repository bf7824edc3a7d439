"""What every request brings: who sends it, from where and how often, and how it is refused."""
