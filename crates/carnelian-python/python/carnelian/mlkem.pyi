from typing import ClassVar, Generic, TypeVar, final

from typing_extensions import Buffer

from . import _keys

__all__ = [
    "DecapsulationKey1024",
    "DecapsulationKey512",
    "DecapsulationKey768",
    "EncapsulationKey1024",
    "EncapsulationKey512",
    "EncapsulationKey768",
    "ML_KEM_1024",
    "ML_KEM_512",
    "ML_KEM_768",
]

_Private = TypeVar("_Private")
_Public = TypeVar("_Public")

class _DecapsulationKey(_keys.PrivateKey[_Private], Generic[_Private, _Public]):
    def to_expanded_bytes(self) -> bytes: ...
    @property
    def encapsulation_key(self) -> _Public: ...
    def decapsulate(self, ciphertext: Buffer, /) -> bytes: ...
    def check_pair(self) -> None: ...

class _EncapsulationKey(_keys.PublicKey[_Public]):
    def encapsulate(self) -> tuple[bytes, bytes]: ...

class _ParameterSet(_keys.ParameterSet[_Private]):
    encapsulation_key_size: ClassVar[int]
    ciphertext_size: ClassVar[int]

@final
class DecapsulationKey512(_DecapsulationKey["DecapsulationKey512", "EncapsulationKey512"]): ...
@final
class EncapsulationKey512(_EncapsulationKey["EncapsulationKey512"]): ...

@final
class DecapsulationKey768(_DecapsulationKey["DecapsulationKey768", "EncapsulationKey768"]): ...
@final
class EncapsulationKey768(_EncapsulationKey["EncapsulationKey768"]): ...

@final
class DecapsulationKey1024(_DecapsulationKey["DecapsulationKey1024", "EncapsulationKey1024"]): ...
@final
class EncapsulationKey1024(_EncapsulationKey["EncapsulationKey1024"]): ...

class ML_KEM_512(_ParameterSet[DecapsulationKey512]):
    DecapsulationKey = DecapsulationKey512
    EncapsulationKey = EncapsulationKey512

class ML_KEM_768(_ParameterSet[DecapsulationKey768]):
    DecapsulationKey = DecapsulationKey768
    EncapsulationKey = EncapsulationKey768

class ML_KEM_1024(_ParameterSet[DecapsulationKey1024]):
    DecapsulationKey = DecapsulationKey1024
    EncapsulationKey = EncapsulationKey1024
