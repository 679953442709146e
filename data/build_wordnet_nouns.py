"""Build `cluejam_ai/resources/wordnet_nouns.txt.gz` from the database files of WordNet 3.0.

Run it as ``python data/build_wordnet_nouns.py [FOLDER]``; the folder is where Debian's package `wordnet-base`
puts `index.noun` and `noun.exc`.
"""

import gzip
import re
import sys
from pathlib import Path

OUT = Path(__file__).parents[1] / "cluejam_ai" / "resources" / "wordnet_nouns.txt.gz"


def main(folder: Path) -> None:
    """Write single-word nouns one a line, then irregular plurals as `plural singular [singular]`."""
    index = (folder / "index.noun").read_text(encoding="ascii").splitlines()
    nouns = sorted({line.split(" ", 1)[0] for line in index if re.match(r"[a-z]+ ", line)})
    exceptions = sorted((folder / "noun.exc").read_text(encoding="ascii").splitlines())
    lines = [*nouns, *(line for line in exceptions if re.fullmatch(r"[a-z ]+", line))]
    with OUT.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as out:
        out.write(("\n".join(lines) + "\n").encode())
    print(f"{len(nouns)} nouns, {len(lines) - len(nouns)} irregular plurals -> {OUT}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/wordnet"))
