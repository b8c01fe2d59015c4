from collections.abc import Callable
from typing import Any

from typing_extensions import Buffer

__all__ = ["derive", "expand", "extract"]

def derive(
    key_material: Buffer,
    length: int,
    *,
    salt: Buffer | None = None,
    info: Buffer | None = None,
    algorithm: str | Callable[..., Any] = "sha256",
) -> bytes: ...
def extract(
    key_material: Buffer, *, salt: Buffer | None = None, algorithm: str | Callable[..., Any] = "sha256"
) -> bytes: ...
def expand(
    prk: Buffer, length: int, *, info: Buffer | None = None, algorithm: str | Callable[..., Any] = "sha256"
) -> bytes: ...
