"""Arrays on disk: made once, found again, made anew when torn, never in the way."""

from pathlib import Path

import numpy as np
import pytest

from cluejam_ai.cache import cache_folder, cached


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


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CLUEJAM_CACHE", str(tmp_path / "file" / "cache"))
    assert np.array_equal(cached("kind", ["a"], Counter()), [[0, 1, 2], [3, 4, 5]])


def test_the_folder_is_the_users_unless_chosen(monkeypatch: pytest.MonkeyPatch, own_cache: Path) -> None:
    assert cache_folder() == own_cache
    monkeypatch.delenv("CLUEJAM_CACHE")
    assert "cluejam" in str(cache_folder())
