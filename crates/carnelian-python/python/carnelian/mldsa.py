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
"""

from . import _sets
from ._carnelian import mldsa as _native

__all__ = _sets.define(globals(), _native, _sets.SIGNATURES)
__doc__ = f"{__doc__ or ''}\n{_sets.table(_native, 'signature')}\n"
