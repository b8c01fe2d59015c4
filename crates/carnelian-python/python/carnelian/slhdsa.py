"""SLH-DSA, FIPS 205: signatures whose security rests on that of a hash function only.

>>> from carnelian.slhdsa import SLH_DSA_SHA2_128f
>>> key = SLH_DSA_SHA2_128f.generate()
>>> signature = key.sign(b"attack at dawn", context=b"orders")
>>> key.verifying_key.verify(signature, b"attack at dawn", context=b"orders")

Sets whose names end in *s* have small signatures, those in *f* sign fast:

=====================  ==========  ===========  ===================
sets                   public key  signature    as hard to break as
=====================  ==========  ===========  ===================
SHA2_128s, SHAKE_128s  32 bytes     7856 bytes  AES-128
SHA2_128f, SHAKE_128f  32 bytes    17088 bytes  AES-128
SHA2_192s, SHAKE_192s  48 bytes    16224 bytes  AES-192
SHA2_192f, SHAKE_192f  48 bytes    35664 bytes  AES-192
SHA2_256s, SHAKE_256s  64 bytes    29792 bytes  AES-256
SHA2_256f, SHAKE_256f  64 bytes    49856 bytes  AES-256
=====================  ==========  ===========  ===================

A key is stored as its bytes, four times 16, 24 or 32, or as PEM or DER:

>>> SLH_DSA_SHA2_128f.SigningKey.from_bytes(key.to_bytes()).verifying_key == key.verifying_key
True

Many signatures of one key are verified at once:

>>> messages = [b"one", b"two"]
>>> key.verifying_key.verify_batch(key.sign_batch(messages), messages)
[True, True]
"""

from ._carnelian import slhdsa as _native

SigningKeySHA2_128s = _native.SigningKeySHA2_128s
SigningKeySHA2_128f = _native.SigningKeySHA2_128f
SigningKeySHA2_192s = _native.SigningKeySHA2_192s
SigningKeySHA2_192f = _native.SigningKeySHA2_192f
SigningKeySHA2_256s = _native.SigningKeySHA2_256s
SigningKeySHA2_256f = _native.SigningKeySHA2_256f
SigningKeySHAKE_128s = _native.SigningKeySHAKE_128s
SigningKeySHAKE_128f = _native.SigningKeySHAKE_128f
SigningKeySHAKE_192s = _native.SigningKeySHAKE_192s
SigningKeySHAKE_192f = _native.SigningKeySHAKE_192f
SigningKeySHAKE_256s = _native.SigningKeySHAKE_256s
SigningKeySHAKE_256f = _native.SigningKeySHAKE_256f
VerifyingKeySHA2_128s = _native.VerifyingKeySHA2_128s
VerifyingKeySHA2_128f = _native.VerifyingKeySHA2_128f
VerifyingKeySHA2_192s = _native.VerifyingKeySHA2_192s
VerifyingKeySHA2_192f = _native.VerifyingKeySHA2_192f
VerifyingKeySHA2_256s = _native.VerifyingKeySHA2_256s
VerifyingKeySHA2_256f = _native.VerifyingKeySHA2_256f
VerifyingKeySHAKE_128s = _native.VerifyingKeySHAKE_128s
VerifyingKeySHAKE_128f = _native.VerifyingKeySHAKE_128f
VerifyingKeySHAKE_192s = _native.VerifyingKeySHAKE_192s
VerifyingKeySHAKE_192f = _native.VerifyingKeySHAKE_192f
VerifyingKeySHAKE_256s = _native.VerifyingKeySHAKE_256s
VerifyingKeySHAKE_256f = _native.VerifyingKeySHAKE_256f


class SLH_DSA_SHA2_128s:
    """SLH-DSA-SHA2-128s: as hard to break as AES-128."""

    name = "SLH-DSA-SHA2-128s"
    verifying_key_size = 32
    signature_size = 7856
    SigningKey = SigningKeySHA2_128s
    VerifyingKey = VerifyingKeySHA2_128s
    generate = staticmethod(SigningKeySHA2_128s.generate)


class SLH_DSA_SHA2_128f:
    """SLH-DSA-SHA2-128f: as hard to break as AES-128."""

    name = "SLH-DSA-SHA2-128f"
    verifying_key_size = 32
    signature_size = 17088
    SigningKey = SigningKeySHA2_128f
    VerifyingKey = VerifyingKeySHA2_128f
    generate = staticmethod(SigningKeySHA2_128f.generate)


class SLH_DSA_SHA2_192s:
    """SLH-DSA-SHA2-192s: as hard to break as AES-192."""

    name = "SLH-DSA-SHA2-192s"
    verifying_key_size = 48
    signature_size = 16224
    SigningKey = SigningKeySHA2_192s
    VerifyingKey = VerifyingKeySHA2_192s
    generate = staticmethod(SigningKeySHA2_192s.generate)


class SLH_DSA_SHA2_192f:
    """SLH-DSA-SHA2-192f: as hard to break as AES-192."""

    name = "SLH-DSA-SHA2-192f"
    verifying_key_size = 48
    signature_size = 35664
    SigningKey = SigningKeySHA2_192f
    VerifyingKey = VerifyingKeySHA2_192f
    generate = staticmethod(SigningKeySHA2_192f.generate)


class SLH_DSA_SHA2_256s:
    """SLH-DSA-SHA2-256s: as hard to break as AES-256."""

    name = "SLH-DSA-SHA2-256s"
    verifying_key_size = 64
    signature_size = 29792
    SigningKey = SigningKeySHA2_256s
    VerifyingKey = VerifyingKeySHA2_256s
    generate = staticmethod(SigningKeySHA2_256s.generate)


class SLH_DSA_SHA2_256f:
    """SLH-DSA-SHA2-256f: as hard to break as AES-256."""

    name = "SLH-DSA-SHA2-256f"
    verifying_key_size = 64
    signature_size = 49856
    SigningKey = SigningKeySHA2_256f
    VerifyingKey = VerifyingKeySHA2_256f
    generate = staticmethod(SigningKeySHA2_256f.generate)


class SLH_DSA_SHAKE_128s:
    """SLH-DSA-SHAKE-128s: as hard to break as AES-128."""

    name = "SLH-DSA-SHAKE-128s"
    verifying_key_size = 32
    signature_size = 7856
    SigningKey = SigningKeySHAKE_128s
    VerifyingKey = VerifyingKeySHAKE_128s
    generate = staticmethod(SigningKeySHAKE_128s.generate)


class SLH_DSA_SHAKE_128f:
    """SLH-DSA-SHAKE-128f: as hard to break as AES-128."""

    name = "SLH-DSA-SHAKE-128f"
    verifying_key_size = 32
    signature_size = 17088
    SigningKey = SigningKeySHAKE_128f
    VerifyingKey = VerifyingKeySHAKE_128f
    generate = staticmethod(SigningKeySHAKE_128f.generate)


class SLH_DSA_SHAKE_192s:
    """SLH-DSA-SHAKE-192s: as hard to break as AES-192."""

    name = "SLH-DSA-SHAKE-192s"
    verifying_key_size = 48
    signature_size = 16224
    SigningKey = SigningKeySHAKE_192s
    VerifyingKey = VerifyingKeySHAKE_192s
    generate = staticmethod(SigningKeySHAKE_192s.generate)


class SLH_DSA_SHAKE_192f:
    """SLH-DSA-SHAKE-192f: as hard to break as AES-192."""

    name = "SLH-DSA-SHAKE-192f"
    verifying_key_size = 48
    signature_size = 35664
    SigningKey = SigningKeySHAKE_192f
    VerifyingKey = VerifyingKeySHAKE_192f
    generate = staticmethod(SigningKeySHAKE_192f.generate)


class SLH_DSA_SHAKE_256s:
    """SLH-DSA-SHAKE-256s: as hard to break as AES-256."""

    name = "SLH-DSA-SHAKE-256s"
    verifying_key_size = 64
    signature_size = 29792
    SigningKey = SigningKeySHAKE_256s
    VerifyingKey = VerifyingKeySHAKE_256s
    generate = staticmethod(SigningKeySHAKE_256s.generate)


class SLH_DSA_SHAKE_256f:
    """SLH-DSA-SHAKE-256f: as hard to break as AES-256."""

    name = "SLH-DSA-SHAKE-256f"
    verifying_key_size = 64
    signature_size = 49856
    SigningKey = SigningKeySHAKE_256f
    VerifyingKey = VerifyingKeySHAKE_256f
    generate = staticmethod(SigningKeySHAKE_256f.generate)


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
