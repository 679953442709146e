"""AI spymasters and guessers for Codenames-like word games, and a simulator that compares them."""
