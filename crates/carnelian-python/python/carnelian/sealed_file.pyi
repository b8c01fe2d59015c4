from collections.abc import Callable
from typing import Any, Protocol

from typing_extensions import Buffer

__all__ = ["generate_key", "open", "open_bytes", "seal", "seal_bytes", "sealed_size"]

class _Readable(Protocol):
    def read(self, size: int, /) -> Buffer: ...

class _Writable(Protocol):
    def write(self, data: bytes, /) -> int | None: ...

def generate_key() -> bytes: ...
def sealed_size(length: int, /) -> int: ...
def seal(
    source: _Readable,
    target: _Writable,
    *,
    key: Buffer | None = None,
    passphrase: str | Buffer | None = None,
    cost: tuple[int, int, int] | None = None,
    progress: Callable[[int], Any] | None = None,
) -> int: ...
def open(
    source: _Readable,
    target: _Writable,
    *,
    key: Buffer | None = None,
    passphrase: str | Buffer | None = None,
    max_cost: tuple[int, int, int] | None = None,
    progress: Callable[[int], Any] | None = None,
) -> int: ...
def seal_bytes(
    data: Buffer,
    *,
    key: Buffer | None = None,
    passphrase: str | Buffer | None = None,
    cost: tuple[int, int, int] | None = None,
) -> bytes: ...
def open_bytes(
    data: Buffer,
    *,
    key: Buffer | None = None,
    passphrase: str | Buffer | None = None,
    max_cost: tuple[int, int, int] | None = None,
) -> bytes: ...
