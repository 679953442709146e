"""What the machine says of itself."""

from pathlib import Path

import pytest

from cluejam_ai import machine


def cache_of(folder: Path, place: int, level: str, kind: str, size: str) -> None:
    (folder / f"index{place}").mkdir(parents=True)
    for name, text in (("level", level), ("type", kind), ("size", size)):
        (folder / f"index{place}" / name).write_text(f"{text}\n")


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(machine, "_CPU", tmp_path)
    machine.cache_bytes.cache_clear()
    yield tmp_path
    machine.cache_bytes.cache_clear()


def test_the_size_of_a_data_cache_is_read_in_its_units(told: Path) -> None:
    cache_of(told, 0, "1", "Instruction", "64K")
    cache_of(told, 1, "1", "Data", "32K")
    cache_of(told, 2, "2", "Unified", "2M")
    assert [machine.cache_bytes(level) for level in (1, 2, 3)] == [32 * 2**10, 2 * 2**20, None]
    assert machine.pass_bytes() == 2 * 2**20


@pytest.mark.parametrize("size", ["", "many", "5X"])
def test_where_nothing_sensible_is_told_a_usual_size_is_taken(size: str, told: Path) -> None:
    cache_of(told, 0, "2", "Unified", size)
    assert machine.cache_bytes(2) is None
    assert machine.pass_bytes() == machine.USUAL_CACHE


def test_memory_and_processor_are_told_on_this_machine() -> None:
    assert (machine.memory_bytes() or 2**30) >= 2**28
    assert isinstance(machine.processor(), str)
