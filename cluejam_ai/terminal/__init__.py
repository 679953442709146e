"""Boards and rules as a person reads them in a terminal."""
