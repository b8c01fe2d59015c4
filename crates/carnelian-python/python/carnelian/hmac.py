"""HMAC, FIPS 198-1 and RFC 2104, with the interface of the standard library's ``hmac``.

>>> from carnelian import hmac
>>> tag = hmac.new(b"a secret key", b"a message", "sha256").digest()
>>> hmac.compare_digest(tag, hmac.digest(b"a secret key", b"a message", "sha256"))
True
"""

from ._carnelian import hmac as _native

HMAC = _native.HMAC
compare_digest = _native.compare_digest
digest = _native.digest
new = _native.new

__all__ = ["HMAC", "compare_digest", "digest", "new"]
