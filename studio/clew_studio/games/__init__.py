"""Games and what follows from them: hints, results, ratings, leaderboards."""
