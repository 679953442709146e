"""Play: schedules, match blocks and the runner."""
