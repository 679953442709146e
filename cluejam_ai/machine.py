"""What the machine is: its processor, memory and caches, as far as the system tells."""

import os
import platform
from functools import cache
from pathlib import Path

#: What is taken for the second-level cache of a core where the system does not tell its size.
USUAL_CACHE = 2**20
_CPU = Path("/sys/devices/system/cpu/cpu0/cache")
_UNITS = {"K": 2**10, "M": 2**20, "G": 2**30}


@cache
def cache_bytes(level: int = 2) -> int | None:
    """Return the size of a core's data cache of a level in bytes; None where the system does not tell."""
    for folder in sorted(_CPU.glob("index*")):
        try:
            told = {name: (folder / name).read_text().strip() for name in ("level", "type", "size")}
            if told["level"] == str(level) and told["type"] != "Instruction":
                return int(told["size"][:-1]) * _UNITS[told["size"][-1]]
        except (OSError, KeyError, ValueError, IndexError):
            continue
    return None


def pass_bytes() -> int:
    """Return how much memory a pass may touch again and again: the second-level cache of a core."""
    return cache_bytes(2) or USUAL_CACHE


def memory_bytes() -> int | None:
    """Return the size of the main memory in bytes; None where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def processor() -> str:
    """Return the name of the processor."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()
