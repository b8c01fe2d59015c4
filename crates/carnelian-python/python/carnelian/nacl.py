"""The boxes of NaCl and libsodium, with the interface of PyNaCl. Keys are those of ``carnelian.x25519``.

>>> from carnelian.nacl import Box, SealedBox, SecretBox
>>> from carnelian.x25519 import SecretKey
>>> box = SecretBox(SecretBox.generate_key())
>>> box.decrypt(box.encrypt(b"attack at dawn"))
b'attack at dawn'
>>> alice, bob = SecretKey.generate(), SecretKey.generate()
>>> Box(bob, alice.public_key).decrypt(Box(alice, bob.public_key).encrypt(b"attack at dawn"))
b'attack at dawn'
>>> SealedBox(bob).decrypt(SealedBox(bob.public_key).encrypt(b"attack at dawn"))
b'attack at dawn'
"""

from ._carnelian import nacl as _native

Box = _native.Box
SealedBox = _native.SealedBox
SecretBox = _native.SecretBox

__all__ = ["Box", "SealedBox", "SecretBox"]
