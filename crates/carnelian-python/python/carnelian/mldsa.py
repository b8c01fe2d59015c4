"""ML-DSA, FIPS 204: signatures that withstand quantum computers.

>>> from carnelian.mldsa import ML_DSA_65
>>> key = ML_DSA_65.generate()
>>> signature = key.sign(b"attack at dawn", context=b"orders")
>>> key.verifying_key.verify(signature, b"attack at dawn", context=b"orders")

A key is stored as its seed of 32 bytes, or as PEM or DER:

>>> ML_DSA_65.SigningKey.from_bytes(key.to_bytes()).verifying_key == key.verifying_key
True

A key that signs or verifies many messages is prepared once, and columns of messages are signed and verified on all
cores:

>>> prepared, public = key.prepare(), key.verifying_key.prepare()
>>> messages = [b"one", b"two"]
>>> public.verify_batch(prepared.sign_batch(messages), messages)
[True, True]

A message that is read in pieces, or elsewhere than where the key is, is hashed to mu first (``sign_mu``, ``verify_mu``);
HashML-DSA signs a digest:

>>> hasher = public.mu_hasher()
>>> hasher.update(b"attack at dawn")
>>> public.verify(key.sign_mu(hasher.digest()), b"attack at dawn")
>>> public.verify(key.sign(b"attack at dawn", prehash="sha512"), b"attack at dawn", prehash="sha512")

=========  ==========  ==========  =====================
set        public key  signature   as hard to break as
=========  ==========  ==========  =====================
ML-DSA-44  1312 bytes  2420 bytes  collisions of SHA-256
ML-DSA-65  1952 bytes  3309 bytes  AES-192
ML-DSA-87  2592 bytes  4627 bytes  AES-256
=========  ==========  ==========  =====================
"""

from ._carnelian import mldsa as _native

MuHasher = _native.MuHasher
SigningKey44 = _native.SigningKey44
SigningKey65 = _native.SigningKey65
SigningKey87 = _native.SigningKey87
VerifyingKey44 = _native.VerifyingKey44
VerifyingKey65 = _native.VerifyingKey65
VerifyingKey87 = _native.VerifyingKey87


class ML_DSA_44:
    """ML-DSA-44: as hard to break as SHA-256 collisions."""

    name = "ML-DSA-44"
    verifying_key_size = 1312
    signature_size = 2420
    SigningKey = SigningKey44
    VerifyingKey = VerifyingKey44
    generate = staticmethod(SigningKey44.generate)


class ML_DSA_65:
    """ML-DSA-65: as hard to break as AES-192."""

    name = "ML-DSA-65"
    verifying_key_size = 1952
    signature_size = 3309
    SigningKey = SigningKey65
    VerifyingKey = VerifyingKey65
    generate = staticmethod(SigningKey65.generate)


class ML_DSA_87:
    """ML-DSA-87: as hard to break as AES-256."""

    name = "ML-DSA-87"
    verifying_key_size = 2592
    signature_size = 4627
    SigningKey = SigningKey87
    VerifyingKey = VerifyingKey87
    generate = staticmethod(SigningKey87.generate)


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
