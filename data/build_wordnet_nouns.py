"""Build `wordnet_nouns.txt.gz` from the database files of WordNet 3.0.

Needs the Debian package `wordnet-base`::

    python data/build_wordnet_nouns.py [--wordnet DIRECTORY] [--out DIRECTORY]
"""

import argparse
import gzip
import re
from pathlib import Path

RESOURCES = Path(__file__).parents[1] / "cluejam_ai" / "resources"


def main() -> None:
    """Write single-word nouns one a line, then irregular plurals as `plural singular [singular]`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"), help="where it is")
    parser.add_argument("--out", type=Path, default=RESOURCES, help="where to write (default: the package)")
    given = parser.parse_args()
    index = (given.wordnet / "index.noun").read_text(encoding="ascii").splitlines()
    nouns = sorted({line.split(" ", 1)[0] for line in index if re.match(r"[a-z]+ ", line)})
    exceptions = sorted((given.wordnet / "noun.exc").read_text(encoding="ascii").splitlines())
    lines = [*nouns, *(line for line in exceptions if re.fullmatch(r"[a-z ]+", line))]
    packed = gzip.compress(("\n".join(lines) + "\n").encode(), mtime=0)
    (given.out / "wordnet_nouns.txt.gz").write_bytes(packed)


if __name__ == "__main__":
    main()
