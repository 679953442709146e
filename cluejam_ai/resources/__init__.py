"""Data that the package ships, read through importlib.resources."""
