"""Types only: the columns that functions take, and the arrays of NumPy that they return for such.

Without NumPy, its types are those of anything.
"""

from collections.abc import Iterable
from typing import Any, Protocol

import numpy
from typing_extensions import Buffer, TypeAlias

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None, /) -> Any: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None, /) -> Any: ...

# An array, or an array in several pieces, of any library that knows Arrow.
Arrow: TypeAlias = _ArrowArray | _ArrowStream

# An array of NumPy of bytes, or of byte strings of a fixed width. One of objects is a sequence.
class Grid(Protocol):
    @property
    def dtype(self) -> numpy.dtype[numpy.uint8 | numpy.int8 | numpy.bytes_ | numpy.void]: ...
    @property
    def shape(self) -> tuple[int, ...]: ...

# Sequences of buffers, and what can be iterated over once.
Rows: TypeAlias = Iterable[Buffer]
RowsOrNone: TypeAlias = Iterable[Buffer | None]

# Answers for NumPy: a row of bytes for each row, or a verdict.
Bytes: TypeAlias = numpy.ndarray[Any, numpy.dtype[numpy.uint8]]
Verdicts: TypeAlias = numpy.ndarray[Any, numpy.dtype[numpy.bool_]]
