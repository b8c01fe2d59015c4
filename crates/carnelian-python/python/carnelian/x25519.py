"""X25519 key agreement, RFC 7748.

>>> from carnelian.x25519 import SecretKey
>>> alice, bob = SecretKey.generate(), SecretKey.generate()
>>> alice.exchange(bob.public_key) == bob.exchange(alice.public_key)
True

The shared secret is the coordinate of a point, not a key: derive keys from it and from both public keys, with
``carnelian.hkdf``, or use ``carnelian.dhkem``, which does.
"""

from ._carnelian import x25519 as _native

PublicKey = _native.PublicKey
SecretKey = _native.SecretKey
derive_batch = _native.derive_batch
exchange_batch = _native.exchange_batch
x25519 = _native.x25519

__all__ = ["PublicKey", "SecretKey", "derive_batch", "exchange_batch", "x25519"]
