"""X-Wing, key encapsulation with ML-KEM-768 and X25519: secure as long as either is.

>>> from carnelian.xwing import DecapsulationKey
>>> key = DecapsulationKey.generate()
>>> secret, ciphertext = key.encapsulation_key.encapsulate()
>>> key.decapsulate(ciphertext) == secret
True
"""

from ._carnelian import xwing as _native

DecapsulationKey = _native.DecapsulationKey
EncapsulationKey = _native.EncapsulationKey

__all__ = ["DecapsulationKey", "EncapsulationKey"]
