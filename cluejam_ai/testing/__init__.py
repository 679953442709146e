"""Scripted agents, random positions, and checks for the agents of other packages."""
