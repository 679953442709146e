"""X."""
AGENTS_ON_RECORD = {}
