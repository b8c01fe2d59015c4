"""The compiled part of the package: the content of each of its modules, which the modules re-export with their types."""

from typing import Any

__all__ = [
    "__version__",
    "algorithms",
    "argon2",
    "dhkem",
    "ed25519",
    "hkdf",
    "hmac",
    "hybrid",
    "mldsa",
    "mlkem",
    "nacl",
    "ristretto255",
    "sealed_file",
    "slhdsa",
    "top",
    "x25519",
    "xwing",
]

__version__: str
algorithms: Any
argon2: Any
dhkem: Any
ed25519: Any
hkdf: Any
hmac: Any
hybrid: Any
mldsa: Any
mlkem: Any
nacl: Any
ristretto255: Any
sealed_file: Any
slhdsa: Any
top: Any
x25519: Any
xwing: Any
