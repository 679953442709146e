"""Repeats published experiments game for game, from words, vectors and logs that a user brings."""
