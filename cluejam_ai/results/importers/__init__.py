"""Readers of other people's records."""
