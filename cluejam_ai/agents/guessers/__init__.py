"""Guessers, one a file."""
