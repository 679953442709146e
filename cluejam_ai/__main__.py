"""``python -m cluejam_ai`` is ``cluejam``."""

from cluejam_ai.cli.start import main

main()
