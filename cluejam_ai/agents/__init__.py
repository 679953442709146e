"""Decisions: spymasters and guessers, one a file."""
