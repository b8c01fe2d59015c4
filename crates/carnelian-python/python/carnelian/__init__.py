"""Fast, constant-time cryptography."""

from ._carnelian import __version__, top as _top

CarnelianError = _top.CarnelianError
Column = _top.Column
InvalidBuffer = _top.InvalidBuffer
InvalidEncoding = _top.InvalidEncoding
InvalidKey = _top.InvalidKey
InvalidLength = _top.InvalidLength
InvalidSignature = _top.InvalidSignature
InvalidTag = _top.InvalidTag
RandomError = _top.RandomError
hash_batch = _top.hash_batch
hmac_batch = _top.hmac_batch
random_bytes = _top.random_bytes
random_fill = _top.random_fill
x25519_batch = _top.x25519_batch
