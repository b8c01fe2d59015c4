"""Types only: what the stubs of ML-KEM, ML-DSA and SLH-DSA share, whose classes are the same for every parameter set.

A class names itself as the argument of its base, since the methods that make keys are static.
"""

from typing import Any, ClassVar, Generic, Literal, TypeVar, overload

from typing_extensions import Buffer, TypeAlias

from . import Column, _columns

_PrivateKey = TypeVar("_PrivateKey")
_PublicKey = TypeVar("_PublicKey")
_Out = TypeVar("_Out", bound=Buffer)

class PrivateKey(Generic[_PrivateKey]):
    name: ClassVar[str]
    @staticmethod
    def generate() -> _PrivateKey: ...
    @staticmethod
    def from_bytes(data: Buffer) -> _PrivateKey: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_pem(data: str | Buffer, password: str | Buffer | None = None) -> _PrivateKey: ...
    @staticmethod
    def from_der(data: Buffer, password: str | Buffer | None = None) -> _PrivateKey: ...
    def to_pem(self, password: str | Buffer | None = None) -> bytes: ...
    def to_der(self, password: str | Buffer | None = None) -> bytes: ...

class PublicKey(Generic[_PublicKey]):
    name: ClassVar[str]
    @staticmethod
    def from_bytes(data: Buffer) -> _PublicKey: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_pem(data: str | Buffer) -> _PublicKey: ...
    @staticmethod
    def from_der(data: Buffer) -> _PublicKey: ...
    def to_pem(self) -> bytes: ...
    def to_der(self) -> bytes: ...
    def __bytes__(self) -> bytes: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class SigningKey(PrivateKey[_PrivateKey], Generic[_PrivateKey, _PublicKey]):
    def prepare(self) -> _PrivateKey: ...
    @property
    def verifying_key(self) -> _PublicKey: ...
    def sign(
        self,
        message: Buffer,
        *,
        context: Buffer = b"",
        prehash: Prehash | None = None,
        deterministic: bool = False,
        verified: bool = False,
    ) -> bytes: ...
    def check_pair(self) -> None: ...
    @overload
    def sign_batch(self, messages: Any, /, *, context: Buffer = b"", threads: int | None = None, out: _Out) -> _Out: ...
    @overload
    def sign_batch(
        self, messages: _columns.Arrow, /, *, context: Buffer = b"", threads: int | None = None, out: None = None
    ) -> Column[bytes]: ...
    @overload
    def sign_batch(
        self, messages: _columns.Grid, /, *, context: Buffer = b"", threads: int | None = None, out: None = None
    ) -> _columns.Bytes: ...
    @overload
    def sign_batch(
        self, messages: _columns.Rows, /, *, context: Buffer = b"", threads: int | None = None, out: None = None
    ) -> list[bytes]: ...
    @overload
    def sign_batch(
        self, messages: _columns.RowsOrNone, /, *, context: Buffer = b"", threads: int | None = None, out: None = None
    ) -> list[bytes | None]: ...

class VerifyingKey(PublicKey[_PublicKey]):
    def verify(
        self,
        signature: Buffer,
        message: Buffer,
        *,
        context: Buffer = b"",
        prehash: Prehash | None = None,
        any_strength: bool = False,
    ) -> None: ...
    @overload
    def verify_batch(
        self, signatures: Any, messages: Any, /, *, context: Buffer = b"", threads: int | None = None, out: _Out
    ) -> _Out: ...
    @overload
    def verify_batch(
        self,
        signatures: Any,
        messages: _columns.Arrow,
        /,
        *,
        context: Buffer = b"",
        threads: int | None = None,
        out: None = None,
    ) -> Column[bool]: ...
    @overload
    def verify_batch(
        self,
        signatures: _columns.Arrow,
        messages: Any,
        /,
        *,
        context: Buffer = b"",
        threads: int | None = None,
        out: None = None,
    ) -> Column[bool]: ...
    @overload
    def verify_batch(
        self,
        signatures: Any,
        messages: _columns.Grid,
        /,
        *,
        context: Buffer = b"",
        threads: int | None = None,
        out: None = None,
    ) -> _columns.Verdicts: ...
    @overload
    def verify_batch(
        self,
        signatures: _columns.Grid,
        messages: Any,
        /,
        *,
        context: Buffer = b"",
        threads: int | None = None,
        out: None = None,
    ) -> _columns.Verdicts: ...
    @overload
    def verify_batch(
        self,
        signatures: _columns.Rows,
        messages: _columns.Rows,
        /,
        *,
        context: Buffer = b"",
        threads: int | None = None,
        out: None = None,
    ) -> list[bool]: ...
    @overload
    def verify_batch(
        self,
        signatures: _columns.RowsOrNone,
        messages: _columns.RowsOrNone,
        /,
        *,
        context: Buffer = b"",
        threads: int | None = None,
        out: None = None,
    ) -> list[bool | None]: ...

class ParameterSet(Generic[_PrivateKey]):
    name: ClassVar[str]
    @staticmethod
    def generate() -> _PrivateKey: ...

class SignatureSet(ParameterSet[_PrivateKey]):
    verifying_key_size: ClassVar[int]
    signature_size: ClassVar[int]

# From here on generated by `CARNELIAN_GENERATE=1 cargo test -p carnelian-python --test generated`.

Prehash: TypeAlias = Literal[
    "sha224",
    "sha256",
    "sha384",
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "sha512",
    "sha512_224",
    "sha512_256",
    "shake_128",
    "shake_256",
]
