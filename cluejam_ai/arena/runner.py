"""Hands work to workers: processes here, or those of a cluster, through joblib."""

import logging
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TypeVar

from cluejam_ai.errors import CluejamError

U = TypeVar("U")
R = TypeVar("R")

#: Engines that play blocks: processes of this machine, or a cluster of Dask or Ray.
BACKENDS = ("loky", "dask", "ray")
#: All workers that there are.
EVERY = -1
SECONDS_TO_CONNECT = 30
_UNITS_A_WORKER = 8


def run_blocks(
    task: Callable[[U], R],
    units: Sequence[U],
    workers: int,
    *,
    backend: str = "loky",
    address: str | None = None,
) -> Iterator[R]:
    """Yield what a task makes of each unit of work, in the order in which they finish.

    Parameters
    ----------
    task : callable
        Plays a unit; it can be pickled if there is more than one worker. It may be called twice for a unit
        whose worker was lost.
    units : sequence
        The work.
    workers : int
        Processes; one of ``loky`` plays here. `EVERY` is all that an engine offers.
    backend : str
        One of `BACKENDS`.
    address : str, optional
        Of a running scheduler (Dask) or head node (Ray); without it, processes are started here.

    Raises
    ------
    CluejamError
        If there is not at least one worker, an engine is not installed or does not answer, or workers died.
    """
    if workers < 1 and workers != EVERY:
        raise CluejamError(f"workers is {workers}; it must be at least 1")
    check_backend(backend, address)
    if workers == 1 and backend == "loky":
        yield from map(task, units)
        return
    with _engine(backend, workers, address), _losses_told(backend):
        yield from _in_bundles(task, units, workers) if backend == "ray" else _streamed(task, units, workers)


def _streamed(task: Callable[[U], R], units: Sequence[U], workers: int) -> Iterator[R]:
    from joblib import Parallel, delayed

    pool = Parallel(n_jobs=workers, return_as="generator_unordered")
    with interrupts_ignored():
        results = pool(delayed(task)(unit) for unit in units)
    yield from results


def _in_bundles(task: Callable[[U], R], units: Sequence[U], workers: int) -> Iterator[R]:
    """Yield the results of some units at a time, for an engine that returns all or nothing."""
    from joblib import Parallel, delayed, effective_n_jobs

    step = effective_n_jobs(workers) * _UNITS_A_WORKER
    pool = Parallel(n_jobs=workers)
    for first in range(0, len(units), step):
        yield from pool(delayed(task)(unit) for unit in units[first : first + step])


def check_backend(backend: str, address: str | None) -> None:
    """Raise unless an engine is known and installed, and takes an address if there is one."""
    if backend not in BACKENDS:
        raise CluejamError(f"backend is '{backend}'; choose {', '.join(BACKENDS)}")
    if address is not None and backend == "loky":
        raise CluejamError("loky plays on this machine and takes no address; choose --backend dask or ray")
    try:
        if backend != "loky":
            import_module({"dask": "distributed"}.get(backend, backend))
    except ImportError as error:
        raise CluejamError(
            f"the backend {backend} is not installed ({error}); "
            f"install it with: pip install 'cluejam-ai[{backend}]'"
        ) from error


@contextmanager
def _engine(backend: str, workers: int, address: str | None) -> Iterator[None]:
    """Make joblib use an engine for a while."""
    start = {"dask": _dask, "ray": _ray}.get(backend)
    if start is None:
        yield
        return
    from joblib import parallel_config

    with start(workers, address) as options, parallel_config(backend=backend, **options):
        yield


@contextmanager
def _dask(workers: int, address: str | None) -> Iterator[dict[str, Any]]:
    from distributed import Client

    local = {
        "n_workers": None if workers == EVERY else workers,
        "threads_per_worker": 1,
        "dashboard_address": None,
    }
    connect: Callable[..., Any] = Client
    try:
        # workers that are started here are not to die of the Ctrl-C that is meant for the run
        with interrupts_ignored():
            client = connect(**local) if address is None else connect(address, timeout=SECONDS_TO_CONNECT)
    except (OSError, ValueError) as error:
        why = str(error) or "it took too long"
        raise CluejamError(f"no Dask scheduler answers at {address or 'this machine'}: {why}") from error
    # what matters of its talk comes back as an error; the rest would be tracebacks
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with client:
        yield {"client": client, "wait_for_workers_timeout": SECONDS_TO_CONNECT}


@contextmanager
def _ray(workers: int, address: str | None) -> Iterator[dict[str, Any]]:
    import ray
    from ray.util.joblib import register_ray

    local = {} if address is not None or workers == EVERY else {"num_cpus": workers}
    try:
        ray.init(address=address, log_to_driver=False, configure_logging=False, **local)
    except (OSError, ValueError, RuntimeError) as error:
        raise CluejamError(f"no Ray cluster answers at {address or 'this machine'}: {error}") from error
    register_ray()
    try:
        yield {}
    finally:
        ray.shutdown()


@contextmanager
def _losses_told(backend: str) -> Iterator[None]:
    """Say in one line that workers died, or that there are none."""
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    lost: tuple[type[Exception], ...] = (TerminatedWorkerError, TimeoutError)
    if backend == "dask":
        from distributed import KilledWorker
        from distributed.comm.core import CommClosedError

        lost += (KilledWorker, CommClosedError, CancelledError)
    if backend == "ray":
        from ray.exceptions import NodeDiedError, RayActorError, WorkerCrashedError

        lost += (RayActorError, WorkerCrashedError, NodeDiedError)
    try:
        yield
    except lost as error:
        raise CluejamError(
            "workers or their scheduler were lost (killed, or out of memory?); finished blocks are kept, "
            f"go on with --resume, perhaps with fewer workers: {' '.join(str(error).split())[:300]}"
        ) from error


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Leave Ctrl-C and SIGTERM aside; workers started meanwhile inherit that and do so for good."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    wanted = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(each, signal.SIG_IGN) for each in wanted]
    try:
        yield
    finally:
        for each, handler in zip(wanted, before, strict=True):
            signal.signal(each, handler)


@contextmanager
def terminations_interrupt() -> Iterator[None]:
    """Let SIGTERM, with which schedulers and systems end a process, be heard as Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
