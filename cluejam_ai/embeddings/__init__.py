"""Vectors: embeddings, their provenance, loaders, similarity tables."""
