"""A game in which people sit on some chairs: its moves, its saved file and its conversation, without a terminal."""
