from typing import TypeVar, final

from typing_extensions import Buffer

from . import _keys

__all__ = [
    "SLH_DSA_SHA2_128f",
    "SLH_DSA_SHA2_128s",
    "SLH_DSA_SHA2_192f",
    "SLH_DSA_SHA2_192s",
    "SLH_DSA_SHA2_256f",
    "SLH_DSA_SHA2_256s",
    "SLH_DSA_SHAKE_128f",
    "SLH_DSA_SHAKE_128s",
    "SLH_DSA_SHAKE_192f",
    "SLH_DSA_SHAKE_192s",
    "SLH_DSA_SHAKE_256f",
    "SLH_DSA_SHAKE_256s",
    "SigningKeySHA2_128f",
    "SigningKeySHA2_128s",
    "SigningKeySHA2_192f",
    "SigningKeySHA2_192s",
    "SigningKeySHA2_256f",
    "SigningKeySHA2_256s",
    "SigningKeySHAKE_128f",
    "SigningKeySHAKE_128s",
    "SigningKeySHAKE_192f",
    "SigningKeySHAKE_192s",
    "SigningKeySHAKE_256f",
    "SigningKeySHAKE_256s",
    "VerifyingKeySHA2_128f",
    "VerifyingKeySHA2_128s",
    "VerifyingKeySHA2_192f",
    "VerifyingKeySHA2_192s",
    "VerifyingKeySHA2_256f",
    "VerifyingKeySHA2_256s",
    "VerifyingKeySHAKE_128f",
    "VerifyingKeySHAKE_128s",
    "VerifyingKeySHAKE_192f",
    "VerifyingKeySHAKE_192s",
    "VerifyingKeySHAKE_256f",
    "VerifyingKeySHAKE_256s",
]

_Private = TypeVar("_Private")
_Public = TypeVar("_Public")

class _SigningKey(_keys.SigningKey[_Private, _Public]):
    @staticmethod
    def from_seeds(sk_seed: Buffer, sk_prf: Buffer, pk_seed: Buffer) -> _Private: ...
    def check(self) -> None: ...

@final
class SigningKeySHA2_128s(_SigningKey["SigningKeySHA2_128s", "VerifyingKeySHA2_128s"]): ...
@final
class VerifyingKeySHA2_128s(_keys.VerifyingKey["VerifyingKeySHA2_128s"]): ...

@final
class SigningKeySHA2_128f(_SigningKey["SigningKeySHA2_128f", "VerifyingKeySHA2_128f"]): ...
@final
class VerifyingKeySHA2_128f(_keys.VerifyingKey["VerifyingKeySHA2_128f"]): ...

@final
class SigningKeySHA2_192s(_SigningKey["SigningKeySHA2_192s", "VerifyingKeySHA2_192s"]): ...
@final
class VerifyingKeySHA2_192s(_keys.VerifyingKey["VerifyingKeySHA2_192s"]): ...

@final
class SigningKeySHA2_192f(_SigningKey["SigningKeySHA2_192f", "VerifyingKeySHA2_192f"]): ...
@final
class VerifyingKeySHA2_192f(_keys.VerifyingKey["VerifyingKeySHA2_192f"]): ...

@final
class SigningKeySHA2_256s(_SigningKey["SigningKeySHA2_256s", "VerifyingKeySHA2_256s"]): ...
@final
class VerifyingKeySHA2_256s(_keys.VerifyingKey["VerifyingKeySHA2_256s"]): ...

@final
class SigningKeySHA2_256f(_SigningKey["SigningKeySHA2_256f", "VerifyingKeySHA2_256f"]): ...
@final
class VerifyingKeySHA2_256f(_keys.VerifyingKey["VerifyingKeySHA2_256f"]): ...

@final
class SigningKeySHAKE_128s(_SigningKey["SigningKeySHAKE_128s", "VerifyingKeySHAKE_128s"]): ...
@final
class VerifyingKeySHAKE_128s(_keys.VerifyingKey["VerifyingKeySHAKE_128s"]): ...

@final
class SigningKeySHAKE_128f(_SigningKey["SigningKeySHAKE_128f", "VerifyingKeySHAKE_128f"]): ...
@final
class VerifyingKeySHAKE_128f(_keys.VerifyingKey["VerifyingKeySHAKE_128f"]): ...

@final
class SigningKeySHAKE_192s(_SigningKey["SigningKeySHAKE_192s", "VerifyingKeySHAKE_192s"]): ...
@final
class VerifyingKeySHAKE_192s(_keys.VerifyingKey["VerifyingKeySHAKE_192s"]): ...

@final
class SigningKeySHAKE_192f(_SigningKey["SigningKeySHAKE_192f", "VerifyingKeySHAKE_192f"]): ...
@final
class VerifyingKeySHAKE_192f(_keys.VerifyingKey["VerifyingKeySHAKE_192f"]): ...

@final
class SigningKeySHAKE_256s(_SigningKey["SigningKeySHAKE_256s", "VerifyingKeySHAKE_256s"]): ...
@final
class VerifyingKeySHAKE_256s(_keys.VerifyingKey["VerifyingKeySHAKE_256s"]): ...

@final
class SigningKeySHAKE_256f(_SigningKey["SigningKeySHAKE_256f", "VerifyingKeySHAKE_256f"]): ...
@final
class VerifyingKeySHAKE_256f(_keys.VerifyingKey["VerifyingKeySHAKE_256f"]): ...

class SLH_DSA_SHA2_128s(_keys.SignatureSet[SigningKeySHA2_128s]):
    SigningKey = SigningKeySHA2_128s
    VerifyingKey = VerifyingKeySHA2_128s

class SLH_DSA_SHA2_128f(_keys.SignatureSet[SigningKeySHA2_128f]):
    SigningKey = SigningKeySHA2_128f
    VerifyingKey = VerifyingKeySHA2_128f

class SLH_DSA_SHA2_192s(_keys.SignatureSet[SigningKeySHA2_192s]):
    SigningKey = SigningKeySHA2_192s
    VerifyingKey = VerifyingKeySHA2_192s

class SLH_DSA_SHA2_192f(_keys.SignatureSet[SigningKeySHA2_192f]):
    SigningKey = SigningKeySHA2_192f
    VerifyingKey = VerifyingKeySHA2_192f

class SLH_DSA_SHA2_256s(_keys.SignatureSet[SigningKeySHA2_256s]):
    SigningKey = SigningKeySHA2_256s
    VerifyingKey = VerifyingKeySHA2_256s

class SLH_DSA_SHA2_256f(_keys.SignatureSet[SigningKeySHA2_256f]):
    SigningKey = SigningKeySHA2_256f
    VerifyingKey = VerifyingKeySHA2_256f

class SLH_DSA_SHAKE_128s(_keys.SignatureSet[SigningKeySHAKE_128s]):
    SigningKey = SigningKeySHAKE_128s
    VerifyingKey = VerifyingKeySHAKE_128s

class SLH_DSA_SHAKE_128f(_keys.SignatureSet[SigningKeySHAKE_128f]):
    SigningKey = SigningKeySHAKE_128f
    VerifyingKey = VerifyingKeySHAKE_128f

class SLH_DSA_SHAKE_192s(_keys.SignatureSet[SigningKeySHAKE_192s]):
    SigningKey = SigningKeySHAKE_192s
    VerifyingKey = VerifyingKeySHAKE_192s

class SLH_DSA_SHAKE_192f(_keys.SignatureSet[SigningKeySHAKE_192f]):
    SigningKey = SigningKeySHAKE_192f
    VerifyingKey = VerifyingKeySHAKE_192f

class SLH_DSA_SHAKE_256s(_keys.SignatureSet[SigningKeySHAKE_256s]):
    SigningKey = SigningKeySHAKE_256s
    VerifyingKey = VerifyingKeySHAKE_256s

class SLH_DSA_SHAKE_256f(_keys.SignatureSet[SigningKeySHAKE_256f]):
    SigningKey = SigningKeySHAKE_256f
    VerifyingKey = VerifyingKeySHAKE_256f
