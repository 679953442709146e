"""People's clues and guesses: one schema for all data, importers, and how well an agent agrees with them."""
