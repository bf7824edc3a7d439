"""Games and what comes of them: hints, results, ratings, leaderboards."""
