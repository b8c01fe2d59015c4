"""Argon2, RFC 9106, with the interface of argon2-cffi: password hashes, and keys derived from passwords.

>>> from carnelian.argon2 import PasswordHasher
>>> hasher = PasswordHasher()
>>> stored = hasher.hash("correct horse")
>>> hasher.verify(stored, "correct horse")
True
>>> hasher.check_needs_rehash(stored)
False

``verify`` raises VerifyMismatchError for another password, and InvalidHashError for a text that is no hash, or one whose
cost is above both the hasher's own and 1 GiB with ten passes. A key is derived by ``hash_secret_raw``.
"""

import enum
from dataclasses import dataclass
from typing import Optional, Union

from ._carnelian import argon2 as _native

HashingError = _native.HashingError
InvalidHashError = _native.InvalidHashError
VerificationError = _native.VerificationError
VerifyMismatchError = _native.VerifyMismatchError


class Type(enum.IntEnum):
    """The variants of Argon2. ID is the one to use."""

    D = 0
    I = 1
    ID = 2


hash_secret_raw = _native.hash_secret_raw


@dataclass(frozen=True)
class Parameters:
    """The parameters of a hash. ``memory_cost`` is in KiB."""

    type: Type
    version: int
    salt_len: int
    hash_len: int
    time_cost: int
    memory_cost: int
    parallelism: int


#: The second recommended option of RFC 9106: 64 MiB, three passes, four lanes.
RFC_9106_LOW_MEMORY = Parameters(Type.ID, 19, 16, 32, 3, 65536, 4)
#: The first recommended option of RFC 9106: 2 GiB, one pass, four lanes.
RFC_9106_HIGH_MEMORY = Parameters(Type.ID, 19, 16, 32, 1, 2097152, 4)


def extract_parameters(hash: Union[str, bytes]) -> Parameters:
    """Returns the parameters of a hash.

    >>> from carnelian.argon2 import RFC_9106_LOW_MEMORY, PasswordHasher, extract_parameters
    >>> extract_parameters(PasswordHasher().hash("correct horse")) == RFC_9106_LOW_MEMORY
    True
    """
    kind, *rest = _native.parameters(hash)
    return Parameters(Type(kind), *rest)


class PasswordHasher:
    """Hashes passwords with the same parameters, by default those of RFC_9106_LOW_MEMORY.

    >>> from carnelian.argon2 import PasswordHasher
    >>> PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash("correct horse")[:30]
    '$argon2id$v=19$m=1024,t=1,p=1$'
    """

    __slots__ = ("_parameters", "encoding")

    def __init__(
        self,
        time_cost: int = RFC_9106_LOW_MEMORY.time_cost,
        memory_cost: int = RFC_9106_LOW_MEMORY.memory_cost,
        parallelism: int = RFC_9106_LOW_MEMORY.parallelism,
        hash_len: int = RFC_9106_LOW_MEMORY.hash_len,
        salt_len: int = RFC_9106_LOW_MEMORY.salt_len,
        encoding: str = "utf-8",
        type: Type = Type.ID,
    ) -> None:
        self._parameters = Parameters(type, 19, salt_len, hash_len, time_cost, memory_cost, parallelism)
        self.encoding = encoding

    @classmethod
    def from_parameters(cls, params: Parameters) -> "PasswordHasher":
        """Returns a hasher with these parameters."""
        return cls(
            time_cost=params.time_cost,
            memory_cost=params.memory_cost,
            parallelism=params.parallelism,
            hash_len=params.hash_len,
            salt_len=params.salt_len,
            type=params.type,
        )

    @property
    def time_cost(self) -> int:
        """The number of passes over the memory."""
        return self._parameters.time_cost

    @property
    def memory_cost(self) -> int:
        """The memory in KiB."""
        return self._parameters.memory_cost

    @property
    def parallelism(self) -> int:
        """The number of lanes."""
        return self._parameters.parallelism

    @property
    def hash_len(self) -> int:
        """The number of bytes in a tag."""
        return self._parameters.hash_len

    @property
    def salt_len(self) -> int:
        """The number of bytes in a random salt."""
        return self._parameters.salt_len

    @property
    def type(self) -> Type:
        """The variant."""
        return self._parameters.type

    def hash(self, password: Union[str, bytes], *, salt: Optional[bytes] = None) -> str:
        """Returns the hash of *password* as a string to be stored, with a random salt unless there is one."""
        p = self._parameters
        return _native.hash_password(
            self._encoded(password),
            salt,
            p.salt_len,
            p.time_cost,
            p.memory_cost,
            p.parallelism,
            p.hash_len,
            p.type,
        )

    def verify(self, hash: Union[str, bytes], password: Union[str, bytes]) -> bool:
        """Returns True if *password* is the one that was hashed, and raises VerifyMismatchError otherwise.

        Raises InvalidHashError if *hash* is no hash, or costs too much.
        """
        p = self._parameters
        _native.verify_password(hash, self._encoded(password), p.memory_cost, p.time_cost)
        return True

    def check_needs_rehash(self, hash: Union[str, bytes]) -> bool:
        """Returns whether *hash* was made with other parameters, so that the password should be hashed again."""
        return extract_parameters(hash) != self._parameters

    def _encoded(self, password: Union[str, bytes]) -> Union[str, bytes]:
        return password.encode(self.encoding) if isinstance(password, str) else password


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
