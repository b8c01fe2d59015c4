"""HKDF, RFC 5869: keys derived from a secret that has enough entropy. For passwords there is ``carnelian.argon2``.

>>> from carnelian import hkdf
>>> encryption = hkdf.derive(b"a shared secret", 32, info=b"encryption")
>>> authentication = hkdf.derive(b"a shared secret", 32, info=b"authentication")
>>> encryption == authentication
False
"""

from ._carnelian import hkdf as _native

derive = _native.derive
expand = _native.expand
extract = _native.extract

__all__ = ["derive", "expand", "extract"]
