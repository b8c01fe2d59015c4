import enum
from dataclasses import dataclass

from typing_extensions import Buffer

from . import CarnelianError

__all__ = [
    "HashingError",
    "InvalidHashError",
    "Parameters",
    "PasswordHasher",
    "RFC_9106_HIGH_MEMORY",
    "RFC_9106_LOW_MEMORY",
    "Type",
    "VerificationError",
    "VerifyMismatchError",
    "extract_parameters",
    "hash_secret_raw",
]

class HashingError(CarnelianError): ...
class InvalidHashError(CarnelianError, ValueError): ...
class VerificationError(CarnelianError): ...
class VerifyMismatchError(VerificationError): ...

class Type(enum.IntEnum):
    D = 0
    I = 1
    ID = 2

@dataclass(frozen=True)
class Parameters:
    type: Type
    version: int
    salt_len: int
    hash_len: int
    time_cost: int
    memory_cost: int
    parallelism: int

RFC_9106_LOW_MEMORY: Parameters
RFC_9106_HIGH_MEMORY: Parameters

def extract_parameters(hash: str | bytes) -> Parameters: ...
def hash_secret_raw(
    secret: str | Buffer,
    salt: Buffer,
    time_cost: int,
    memory_cost: int,
    parallelism: int,
    hash_len: int,
    type: Type = ...,
    *,
    key: Buffer = b"",
    associated_data: Buffer = b"",
) -> bytes: ...

class PasswordHasher:
    __slots__ = ("_parameters", "encoding")
    encoding: str
    def __init__(
        self,
        time_cost: int = 3,
        memory_cost: int = 65536,
        parallelism: int = 4,
        hash_len: int = 32,
        salt_len: int = 16,
        encoding: str = "utf-8",
        type: Type = Type.ID,
    ) -> None: ...
    @classmethod
    def from_parameters(cls, params: Parameters) -> PasswordHasher: ...
    @property
    def time_cost(self) -> int: ...
    @property
    def memory_cost(self) -> int: ...
    @property
    def parallelism(self) -> int: ...
    @property
    def hash_len(self) -> int: ...
    @property
    def salt_len(self) -> int: ...
    @property
    def type(self) -> Type: ...
    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str: ...
    def verify(self, hash: str | bytes, password: str | bytes) -> bool: ...
    def check_needs_rehash(self, hash: str | bytes) -> bool: ...
