"""A PAGE TO READ: one self-contained HTML page of what a run says."""
