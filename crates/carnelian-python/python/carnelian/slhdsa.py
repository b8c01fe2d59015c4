"""SLH-DSA, FIPS 205: signatures whose security rests on that of a hash function only.

>>> from carnelian.slhdsa import SLH_DSA_SHA2_128f
>>> key = SLH_DSA_SHA2_128f.generate()
>>> signature = key.sign(b"attack at dawn", context=b"orders")
>>> key.verifying_key.verify(signature, b"attack at dawn", context=b"orders")

Sets whose names end in *s* have small signatures, those in *f* sign fast; the table at the end has the sizes.

A key is stored as its bytes, four times 16, 24 or 32, or as PEM or DER:

>>> SLH_DSA_SHA2_128f.SigningKey.from_bytes(key.to_bytes()).verifying_key == key.verifying_key
True

Many signatures of one key are verified at once:

>>> messages = [b"one", b"two"]
>>> key.verifying_key.verify_batch(key.sign_batch(messages), messages)
[True, True]
"""

from . import _sets
from ._carnelian import slhdsa as _native

__all__ = _sets.define(globals(), _native, _sets.SIGNATURES)
__doc__ = f"{__doc__ or ''}\n{_sets.table(_native, 'signature')}\n"
