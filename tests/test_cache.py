"""Arrays on disk: made once, found again, made anew when torn, never in the way."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from cluejam_ai.cache import cache_entries, cache_folder, cached, clear_cache, keep
from cluejam_ai.cli.app import app


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLUEJAM_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


class Counter:
    """Makes an array and counts how often."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> np.ndarray:
        self.calls += 1
        return np.arange(6, dtype=np.float32).reshape(2, 3)


def test_a_table_is_made_once_and_then_found_and_mapped() -> None:
    make = Counter()
    first, second = (cached("kind", ["a"], make) for _ in range(2))
    assert make.calls == 1
    assert np.array_equal(first, [[0, 1, 2], [3, 4, 5]])
    assert np.array_equal(first, second)
    assert not second.flags.writeable


def test_a_table_of_something_else_is_another_table() -> None:
    make = Counter()
    for kind, parts in (("kind", ["a"]), ("kind", ["b"]), ("other", ["a"]), ("kind", ["a", "b"])):
        cached(kind, parts, make)
    assert make.calls == 4


@pytest.mark.parametrize("damage", ["torn", "empty", "nonsense", "flipped"])
def test_a_damaged_table_is_made_anew(damage: str, own_cache: Path) -> None:
    make = Counter()
    cached("kind", ["a"], make)
    (path,) = own_cache.iterdir()
    whole = path.read_bytes()
    flipped = whole[:-8] + bytes([whole[-8] ^ 1]) + whole[-7:]
    path.write_bytes({"torn": whole[:-5], "empty": b"", "nonsense": b"x" * 200, "flipped": flipped}[damage])
    assert np.array_equal(cached("kind", ["a"], make), make())
    assert path.read_bytes() == whole


@pytest.mark.parametrize("place", range(6, 100))
def test_a_header_that_is_damaged_is_noticed(place: int, own_cache: Path) -> None:
    make = Counter()
    cached("kind", ["a"], make)
    (path,) = own_cache.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[:place] + bytes([whole[place] ^ 2]) + whole[place + 1 :])
    assert np.array_equal(cached("kind", ["a"], make), [[0, 1, 2], [3, 4, 5]])
    assert cached("kind", ["a"], make).dtype == np.float32


def test_a_table_in_another_order_of_memory_is_found_again() -> None:
    calls = []

    def make() -> np.ndarray:
        calls.append(1)
        return np.asfortranarray(np.arange(6, dtype=np.uint8).reshape(2, 3))

    first, second = cached("kind", ["f"], make), cached("kind", ["f"], make)
    assert len(calls) == 1
    assert np.array_equal(first, second)
    assert second.flags.f_contiguous


def test_a_cache_that_cannot_be_written_does_no_harm_and_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CLUEJAM_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.warns(
        RuntimeWarning, match="file/cache cannot be written to .Not a directory.*CLUEJAM_CACHE"
    ):
        assert np.array_equal(cached("kind", ["a"], Counter()), [[0, 1, 2], [3, 4, 5]])
    assert np.array_equal(cached("kind", ["b"], Counter()), [[0, 1, 2], [3, 4, 5]])


def test_the_folder_is_the_users_unless_chosen(monkeypatch: pytest.MonkeyPatch, own_cache: Path) -> None:
    assert cache_folder() == own_cache
    monkeypatch.delenv("CLUEJAM_CACHE")
    assert "cluejam" in str(cache_folder())


def keep_some(own_cache: Path) -> None:
    cached("cosine", ["a"], Counter(), "cosines of this with that")
    cached("legality", ["b"], Counter())
    (own_cache / "notes.txt").write_text("a user's own file")
    # what a killed process leaves
    (own_cache / f".cosine-{'0' * 32}.npy.123-456").write_bytes(b"xx")


def test_the_list_says_what_is_kept_and_leaves_out_what_is_not_ours(own_cache: Path) -> None:
    assert cache_entries() == []
    keep_some(own_cache)
    found = [(entry.kind, entry.about, entry.n_bytes, entry.left_over) for entry in cache_entries()]
    assert found == [
        ("cosine", "", 2, True),
        ("cosine", "cosines of this with that", 156, False),
        ("legality", "", 156, False),
    ]


def test_clearing_removes_a_kind_or_all_and_nothing_else(own_cache: Path) -> None:
    keep_some(own_cache)
    assert [entry.kind for entry in clear_cache("cosine")] == ["cosine", "cosine"]
    assert {path.name.partition("-")[0] for path in own_cache.iterdir()} == {"legality", "notes.txt"}
    assert len(clear_cache()) == 1
    assert [path.name for path in own_cache.iterdir()] == ["notes.txt"]
    make = Counter()
    cached("legality", ["b"], make)
    assert make.calls == 1


def test_who_has_a_table_open_keeps_it() -> None:
    cached("kind", ["a"], Counter())
    held = cached("kind", ["a"], Counter())
    clear_cache()
    assert held.tolist() == [[0, 1, 2], [3, 4, 5]]


def test_the_commands_list_clear_and_name_the_folder(own_cache: Path) -> None:
    keep_some(own_cache)

    def cluejam(*words: str) -> tuple[int, str, str]:
        done = CliRunner().invoke(app, ["cache", *words])
        return done.exit_code, done.stdout, done.stderr

    code, told, talk = cluejam("list")
    assert (code, "cosines of this with that" in told, "half written" in told) == (0, True, True)
    assert "in 3 files" in talk
    rows = json.loads(cluejam("list", "--json")[1])
    assert [row["kind"] for row in rows] == ["cosine", "cosine", "legality"]
    code, _, talk = cluejam("clear", "--kind", "cosin")
    assert (code, "nothing of kind 'cosin' is kept; there is: cosine, legality" in talk) == (1, True)
    assert json.loads(cluejam("clear", "--json")[1]) == {"removed": 3, "n_bytes": 314}
    assert cluejam("path")[1].strip() == str(own_cache)


def test_many_who_make_a_table_at_once_leave_one_whole_file(own_cache: Path) -> None:
    code = (
        "import sys, numpy as np; from cluejam_ai.cache import cached; "
        "sys.stdin.read(); "
        "table = cached('kind', ['big'], lambda: np.arange(10**6, dtype=np.int64)); "
        "assert (table == np.arange(10**6)).all()"
    )
    makers = [subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE) for _ in range(4)]
    for maker in makers:
        assert maker.stdin
        maker.stdin.close()  # all begin now
    assert [maker.wait() for maker in makers] == [0] * 4
    assert len(list(own_cache.iterdir())) == 1
    make = Counter()
    assert len(cached("kind", ["big"], make)) == 10**6
    assert make.calls == 0


def test_threads_that_write_one_file_do_not_mix_their_content(own_cache: Path) -> None:
    path, both = own_cache / "x.npy", threading.Barrier(2)

    def write(letter: bytes) -> None:
        def halves(file: object) -> None:
            file.write(letter * 1000)  # type: ignore[attr-defined]
            both.wait()
            file.write(letter * 1000)  # type: ignore[attr-defined]

        keep(path, halves)

    threads = [threading.Thread(target=write, args=(letter,)) for letter in (b"a", b"b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_bytes() in (b"a" * 2000, b"b" * 2000)
    assert [found.name for found in own_cache.iterdir()] == ["x.npy"]
