"""DHKEM(X25519, HKDF-SHA256), key encapsulation from a Diffie-Hellman exchange, RFC 9180 Section 4.1.

>>> from carnelian.dhkem import DecapsulationKey
>>> recipient = DecapsulationKey.generate()
>>> secret, ciphertext = recipient.encapsulation_key.encapsulate()
>>> recipient.decapsulate(ciphertext) == secret
True

With the key of a sender on both sides, the secret also shows who made it:

>>> sender = DecapsulationKey.generate()
>>> secret, ciphertext = recipient.encapsulation_key.encapsulate(sender=sender)
>>> recipient.decapsulate(ciphertext, sender=sender.encapsulation_key) == secret
True
"""

from ._carnelian import dhkem as _native

DecapsulationKey = _native.DecapsulationKey
EncapsulationKey = _native.EncapsulationKey

__all__ = ["DecapsulationKey", "EncapsulationKey"]
