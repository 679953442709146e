"""Questions that were asked of the simulator, one folder each; python -m experiments.FOLDER.analysis."""
