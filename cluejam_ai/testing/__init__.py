"""Scripted agents and checks for the agents of other packages."""
