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

from ._carnelian import mlkem as _native

DecapsulationKey512 = _native.DecapsulationKey512
DecapsulationKey768 = _native.DecapsulationKey768
DecapsulationKey1024 = _native.DecapsulationKey1024
EncapsulationKey512 = _native.EncapsulationKey512
EncapsulationKey768 = _native.EncapsulationKey768
EncapsulationKey1024 = _native.EncapsulationKey1024


class ML_KEM_512:
    """ML-KEM-512: as hard to break as AES-128."""

    name = "ML-KEM-512"
    encapsulation_key_size = 800
    ciphertext_size = 768
    DecapsulationKey = DecapsulationKey512
    EncapsulationKey = EncapsulationKey512
    generate = staticmethod(DecapsulationKey512.generate)


class ML_KEM_768:
    """ML-KEM-768: as hard to break as AES-192. The one to use."""

    name = "ML-KEM-768"
    encapsulation_key_size = 1184
    ciphertext_size = 1088
    DecapsulationKey = DecapsulationKey768
    EncapsulationKey = EncapsulationKey768
    generate = staticmethod(DecapsulationKey768.generate)


class ML_KEM_1024:
    """ML-KEM-1024: as hard to break as AES-256."""

    name = "ML-KEM-1024"
    encapsulation_key_size = 1568
    ciphertext_size = 1568
    DecapsulationKey = DecapsulationKey1024
    EncapsulationKey = EncapsulationKey1024
    generate = staticmethod(DecapsulationKey1024.generate)


__all__ = [
    "DecapsulationKey1024",
    "DecapsulationKey512",
    "DecapsulationKey768",
    "EncapsulationKey1024",
    "EncapsulationKey512",
    "EncapsulationKey768",
    "ML_KEM_1024",
    "ML_KEM_512",
    "ML_KEM_768",
]
