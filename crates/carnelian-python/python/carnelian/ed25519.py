"""Ed25519 signatures, RFC 8032.

>>> from carnelian.ed25519 import SigningKey
>>> key = SigningKey.generate()
>>> signature = key.sign(b"attack at dawn")
>>> key.verifying_key.verify(signature, b"attack at dawn")

``verify`` returns nothing if the signature is right and raises InvalidSignature otherwise. Keys are stored as PEM or DER,
optionally encrypted with a password:

>>> pem = key.to_pem(password="correct horse")
>>> SigningKey.from_pem(pem, password="correct horse").verifying_key == key.verifying_key
True
"""

from ._carnelian import ed25519 as _native

PreparedVerifyingKey = _native.PreparedVerifyingKey
SigningKey = _native.SigningKey
VerifyingKey = _native.VerifyingKey
derive_batch = _native.derive_batch
generate_batch = _native.generate_batch
sign_batch = _native.sign_batch
verify_batch = _native.verify_batch

__all__ = [
    "PreparedVerifyingKey",
    "SigningKey",
    "VerifyingKey",
    "derive_batch",
    "generate_batch",
    "sign_batch",
    "verify_batch",
]
