from collections.abc import Iterable
from typing import Any, Literal, TypeVar, final, overload

from typing_extensions import Buffer

from . import Column, _columns, x25519

__all__ = [
    "PreparedVerifyingKey",
    "SigningKey",
    "VerifyingKey",
    "derive_batch",
    "generate_batch",
    "sign_batch",
    "verify_batch",
]

_Rule = Literal["rfc8032", "zip215", "strict", "cofactorless"]
_Out = TypeVar("_Out", bound=Buffer)

@final
class SigningKey:
    @staticmethod
    def generate() -> SigningKey: ...
    @staticmethod
    def from_bytes(data: Buffer) -> SigningKey: ...
    @staticmethod
    def from_keypair_bytes(data: Buffer) -> SigningKey: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_pem(data: str | Buffer, password: str | Buffer | None = None) -> SigningKey: ...
    @staticmethod
    def from_der(data: Buffer, password: str | Buffer | None = None) -> SigningKey: ...
    def to_pem(self, password: str | Buffer | None = None) -> bytes: ...
    def to_der(self, password: str | Buffer | None = None) -> bytes: ...
    @property
    def verifying_key(self) -> VerifyingKey: ...
    def to_x25519(self) -> x25519.SecretKey: ...
    def sign(
        self,
        message: Buffer,
        *,
        context: Buffer | None = None,
        prehash: bool = False,
        hedged: bool = False,
        verified: bool = False,
    ) -> bytes: ...
    def check_pair(self) -> None: ...

@final
class VerifyingKey:
    @staticmethod
    def from_bytes(data: Buffer, *, rule: _Rule = "rfc8032") -> VerifyingKey: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_pem(data: str | Buffer) -> VerifyingKey: ...
    @staticmethod
    def from_der(data: Buffer) -> VerifyingKey: ...
    def to_pem(self) -> bytes: ...
    def to_der(self) -> bytes: ...
    def to_x25519(self) -> x25519.PublicKey: ...
    def prepare(self) -> PreparedVerifyingKey: ...
    def verify(
        self,
        signature: Buffer,
        message: Buffer,
        *,
        context: Buffer | None = None,
        prehash: bool = False,
        rule: _Rule | None = "rfc8032",
    ) -> None: ...
    def __bytes__(self) -> bytes: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class PreparedVerifyingKey:
    @property
    def verifying_key(self) -> VerifyingKey: ...
    def verify(self, signature: Buffer, message: Buffer, *, rule: _Rule | None = "rfc8032") -> None: ...

@overload
def verify_batch(
    keys: Any, messages: Any, signatures: Any, /, *, rule: _Rule = "rfc8032", threads: int | None = None, out: _Out
) -> _Out: ...
@overload
def verify_batch(
    keys: Any,
    messages: Any,
    signatures: _columns.Arrow,
    /,
    *,
    rule: _Rule = "rfc8032",
    threads: int | None = None,
    out: None = None,
) -> Column[bool]: ...
@overload
def verify_batch(
    keys: Any,
    messages: _columns.Arrow,
    signatures: Any,
    /,
    *,
    rule: _Rule = "rfc8032",
    threads: int | None = None,
    out: None = None,
) -> Column[bool]: ...
@overload
def verify_batch(
    keys: _columns.Arrow,
    messages: Any,
    signatures: Any,
    /,
    *,
    rule: _Rule = "rfc8032",
    threads: int | None = None,
    out: None = None,
) -> Column[bool]: ...
@overload
def verify_batch(
    keys: Any,
    messages: Any,
    signatures: _columns.Grid,
    /,
    *,
    rule: _Rule = "rfc8032",
    threads: int | None = None,
    out: None = None,
) -> _columns.Verdicts: ...
@overload
def verify_batch(
    keys: Any,
    messages: _columns.Grid,
    signatures: Any,
    /,
    *,
    rule: _Rule = "rfc8032",
    threads: int | None = None,
    out: None = None,
) -> _columns.Verdicts: ...
@overload
def verify_batch(
    keys: _columns.Grid,
    messages: Any,
    signatures: Any,
    /,
    *,
    rule: _Rule = "rfc8032",
    threads: int | None = None,
    out: None = None,
) -> _columns.Verdicts: ...
@overload
def verify_batch(
    keys: Buffer | VerifyingKey | Iterable[Buffer | VerifyingKey],
    messages: Buffer | _columns.Rows,
    signatures: _columns.Rows,
    /,
    *,
    rule: _Rule = "rfc8032",
    threads: int | None = None,
    out: None = None,
) -> list[bool]: ...
@overload
def verify_batch(
    keys: Buffer | VerifyingKey | Iterable[Buffer | VerifyingKey | None],
    messages: Buffer | _columns.RowsOrNone,
    signatures: _columns.RowsOrNone,
    /,
    *,
    rule: _Rule = "rfc8032",
    threads: int | None = None,
    out: None = None,
) -> list[bool | None]: ...
@overload
def sign_batch(keys: Any, messages: Any, /, *, threads: int | None = None, out: _Out) -> _Out: ...
@overload
def sign_batch(
    keys: Any, messages: _columns.Arrow, /, *, threads: int | None = None, out: None = None
) -> Column[bytes]: ...
@overload
def sign_batch(
    keys: _columns.Arrow, messages: Any, /, *, threads: int | None = None, out: None = None
) -> Column[bytes]: ...
@overload
def sign_batch(
    keys: Any, messages: _columns.Grid, /, *, threads: int | None = None, out: None = None
) -> _columns.Bytes: ...
@overload
def sign_batch(
    keys: _columns.Grid, messages: Any, /, *, threads: int | None = None, out: None = None
) -> _columns.Bytes: ...
@overload
def sign_batch(
    keys: Buffer | SigningKey | Iterable[Buffer | SigningKey],
    messages: Buffer | _columns.Rows,
    /,
    *,
    threads: int | None = None,
    out: None = None,
) -> list[bytes]: ...
@overload
def sign_batch(
    keys: Buffer | SigningKey | Iterable[Buffer | SigningKey | None],
    messages: Buffer | _columns.RowsOrNone,
    /,
    *,
    threads: int | None = None,
    out: None = None,
) -> list[bytes | None]: ...
def generate_batch(count: int, /) -> list[SigningKey]: ...
@overload
def derive_batch(seeds: Any, /, *, threads: int | None = None, out: _Out) -> _Out: ...
@overload
def derive_batch(seeds: _columns.Arrow, /, *, threads: int | None = None, out: None = None) -> Column[bytes]: ...
@overload
def derive_batch(seeds: _columns.Grid, /, *, threads: int | None = None, out: None = None) -> _columns.Bytes: ...
@overload
def derive_batch(
    seeds: Iterable[Buffer | SigningKey], /, *, threads: int | None = None, out: None = None
) -> list[bytes]: ...
@overload
def derive_batch(
    seeds: Iterable[Buffer | SigningKey | None], /, *, threads: int | None = None, out: None = None
) -> list[bytes | None]: ...
