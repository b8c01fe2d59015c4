"""The columns of keys, messages and signatures, of each kind of which the library is installed."""

import functools

from carnelian._carnelian import top


@functools.lru_cache(maxsize=1)
def yardstick(rows):
    """Returns the columns as Rust has them."""
    return top.Yardstick(rows, 64)


@functools.lru_cache(maxsize=1)
def lists(rows):
    """Returns the columns as lists of ``bytes``."""
    return tuple([bytes(value) for value in column] for column in zip(*yardstick(rows).rows))


class Columns:
    def __init__(self, rows):
        self.rows = rows

    @property
    def list(self):
        return lists(self.rows)

    @property
    def numpy(self):
        try:
            import numpy
        except ImportError:
            return None
        return tuple(numpy.frombuffer(b"".join(column), "uint8").reshape(self.rows, -1) for column in self.list)

    @property
    def arrow(self):
        try:
            import pyarrow
        except ImportError:
            return None
        return tuple(pyarrow.array(column) for column in self.list)
