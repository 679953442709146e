"""Where ``cluejam`` starts: little is imported here, so that Ctrl-C is heard from the first moment."""

import os
import sys

_INTERRUPTED = 130


def main() -> None:
    """Run the command line."""
    _open_closed_streams()
    try:
        from cluejam_ai.cli.app import run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(_INTERRUPTED)


def _open_closed_streams() -> None:
    """Let output go nowhere where the caller closed it, so that nothing else fails for that."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
