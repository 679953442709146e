"""Numbers: pure functions from data frames to estimates."""
