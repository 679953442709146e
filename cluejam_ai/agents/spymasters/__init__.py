"""Spymasters, one a file."""
