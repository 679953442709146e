"""Times of the processor: medians of repeats, what is compared in turn."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Time:
    """Medians of seconds: of the processor, which other programs hardly touch, and of the clock.

    `spread` is half the distance between the quartiles of the processor's seconds, as a share of the median.
    """

    processor: float
    clock: float
    spread: float


def times(tasks: Mapping[str, Callable[[], object]], repeats: int) -> dict[str, list[tuple[float, float]]]:
    """Return (processor, clock) seconds of each repeat of some tasks, one task after the other in each.

    So a load that comes and goes meets all of them alike. A first, cold repeat does not count.
    """
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in tasks}
    for repeat in range(repeats + 1):
        for name, task in tasks.items():
            began = time.process_time(), time.perf_counter()
            task()
            if repeat:
                found[name].append((time.process_time() - began[0], time.perf_counter() - began[1]))
    return found


def summary(measured: Sequence[tuple[float, float]]) -> Time:
    """Return the medians of repeats."""
    processor = sorted(seconds for seconds, _ in measured)
    middle = median(processor)
    quarter = len(processor) // 4
    spread = (processor[-1 - quarter] - processor[quarter]) / 2 / middle if middle else 0.0
    return Time(middle, median(seconds for _, seconds in measured), spread)


def ratio(above: Sequence[tuple[float, float]], below: Sequence[tuple[float, float]]) -> float:
    """Return the median of the ratios of processor times that were measured next to each other."""
    return median(a / b for (a, _), (b, _) in zip(above, below, strict=True))


@dataclass(frozen=True)
class Process:
    """A whole process: seconds of the processor and of the clock, and its largest resident memory in MiB."""

    processor: float
    clock: float
    peak_mib: float


def run_process(code: str, *words: str) -> Process:
    """Run Python code in a process of its own, with one thread for linear algebra, and return what it took.

    Raises
    ------
    subprocess.CalledProcessError
        If it fails.
    """
    told = code + _TELL_MEMORY
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    command = [sys.executable, "-c", told, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    clock = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Process(processor, clock, float(done.stderr.split()[-1]) / 1024)


#: Linux keeps the largest memory of the process that started this one in ru_maxrss, so /proc is asked first;
#: on macOS ru_maxrss is in bytes.
_TELL_MEMORY = """
import resource, sys
from pathlib import Path
status = Path("/proc/self/status")
lines = status.read_text().splitlines() if status.exists() else []
told = [int(line.split()[1]) for line in lines if line.startswith("VmHWM")]
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(told[0] if told else peak // (1024 if sys.platform == "darwin" else 1), file=sys.stderr)
"""
