"""A game in which people sit at the table: its moves, its file and its conversation, without a terminal."""
