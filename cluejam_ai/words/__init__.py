"""Text: the lexicon, normalisation, clue legality, board word lists."""
