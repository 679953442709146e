"""Commented example specs for `cluejam spec example`."""
