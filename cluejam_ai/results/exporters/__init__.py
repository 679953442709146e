"""Writes runs in formats that other programs read."""
