"""Buffers that passes use again and again."""

import threading
from math import prod
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

#: A line of the cache in bytes: rows that start on one are read faster.
LINE = 64


def aligned(shape: tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
    """Return an array with any content that starts on a line of the cache."""
    n_bytes = prod(shape) * np.dtype(dtype).itemsize
    raw = np.empty(n_bytes + LINE, dtype=np.uint8)
    start = -raw.ctypes.data % LINE
    return raw[start : start + n_bytes].view(dtype).reshape(shape)


class Scratch(threading.local):
    """Named buffers of one thread, kept from call to call: new memory costs more than what is done in it.

    Each thread sees its own buffers, so that an agent can be asked by several at once. The content of a
    buffer lasts until its name is asked for again.
    """

    def __init__(self) -> None:
        self._buffers: dict[str, NDArray[np.uint8]] = {}

    def get(self, name: str, shape: tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
        """Return a contiguous array with any content."""
        n_bytes = prod(shape) * np.dtype(dtype).itemsize
        if name not in self._buffers or self._buffers[name].size < n_bytes:
            self._buffers[name] = aligned((n_bytes,), np.uint8)
        return self._buffers[name][:n_bytes].view(dtype).reshape(shape)


#: The buffers of all passes.
scratch = Scratch()
