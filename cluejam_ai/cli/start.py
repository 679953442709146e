"""Where ``cluejam`` starts: little is imported here, so that Ctrl-C is heard from the first moment."""

import os
import sys

_INTERRUPTED = 130


def main() -> None:
    """Run the command line."""
    _open_closed_streams()
    try:
        from cluejam_ai.cli.app import run

        try:
            run()
        finally:
            sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.stderr.write(f"Error: cannot write the output: {error.strerror or error}\n")
        sys.exit(1)
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(_INTERRUPTED)


def _open_closed_streams() -> None:
    """Let output go nowhere where the caller closed it, so that nothing else fails for that."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
