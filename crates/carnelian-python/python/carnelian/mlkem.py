"""ML-KEM, FIPS 203: key encapsulation that withstands quantum computers.

>>> from carnelian.mlkem import ML_KEM_768
>>> key = ML_KEM_768.generate()
>>> secret, ciphertext = key.encapsulation_key.encapsulate()
>>> key.decapsulate(ciphertext) == secret
True

A key is stored as its seed of 64 bytes, or as PEM or DER:

>>> ML_KEM_768.DecapsulationKey.from_bytes(key.to_bytes()).encapsulation_key == key.encapsulation_key
True
"""

from . import _sets
from ._carnelian import mlkem as _native

__all__ = _sets.define(globals(), _native, _sets.KEMS)
__doc__ = f"{__doc__ or ''}\n{_sets.table(_native, 'ciphertext')}\n"
ML_KEM_768.__doc__ += " The one to use."  # noqa: F821, as FIPS 203 says
