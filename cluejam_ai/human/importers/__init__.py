"""From the files that others publish to rows: one format a file, each known by a name."""
