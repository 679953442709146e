"""``python -m cluejam_ai`` is ``cluejam``."""

from cluejam_ai.cli.app import main

main()
