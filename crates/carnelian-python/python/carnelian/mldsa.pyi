from typing import TypeVar, final

from typing_extensions import Buffer

from . import _keys

__all__ = [
    "ML_DSA_44",
    "ML_DSA_65",
    "ML_DSA_87",
    "MuHasher",
    "SigningKey44",
    "SigningKey65",
    "SigningKey87",
    "VerifyingKey44",
    "VerifyingKey65",
    "VerifyingKey87",
]

_Private = TypeVar("_Private")
_Public = TypeVar("_Public")

class _SigningKey(_keys.SigningKey[_Private, _Public]):
    def to_expanded_bytes(self) -> bytes: ...
    def sign_mu(self, mu: Buffer, *, deterministic: bool = False, verified: bool = False) -> bytes: ...

class _VerifyingKey(_keys.VerifyingKey[_Public]):
    def prepare(self) -> _Public: ...
    def mu_hasher(self, *, context: Buffer = b"") -> MuHasher: ...
    def verify_mu(self, signature: Buffer, mu: Buffer) -> None: ...

@final
class MuHasher:
    def update(self, data: Buffer, /) -> None: ...
    def digest(self) -> bytes: ...
    def copy(self) -> MuHasher: ...

@final
class SigningKey44(_SigningKey["SigningKey44", "VerifyingKey44"]): ...
@final
class VerifyingKey44(_VerifyingKey["VerifyingKey44"]): ...

@final
class SigningKey65(_SigningKey["SigningKey65", "VerifyingKey65"]): ...
@final
class VerifyingKey65(_VerifyingKey["VerifyingKey65"]): ...

@final
class SigningKey87(_SigningKey["SigningKey87", "VerifyingKey87"]): ...
@final
class VerifyingKey87(_VerifyingKey["VerifyingKey87"]): ...

class ML_DSA_44(_keys.SignatureSet[SigningKey44]):
    SigningKey = SigningKey44
    VerifyingKey = VerifyingKey44

class ML_DSA_65(_keys.SignatureSet[SigningKey65]):
    SigningKey = SigningKey65
    VerifyingKey = VerifyingKey65

class ML_DSA_87(_keys.SignatureSet[SigningKey87]):
    SigningKey = SigningKey87
    VerifyingKey = VerifyingKey87
