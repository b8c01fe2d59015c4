"""Algorithms that a program finds when it runs: by name, object identifier, or name in JOSE or number in COSE.

A program that reads the name of an algorithm in a token, a certificate or a configuration file finds it here. Each kind
of algorithm has a function of its own, so that a token cannot make a signature be verified as something else:

>>> from carnelian import algorithms
>>> header = {"alg": "ML-DSA-65"}
>>> scheme = algorithms.signature(jose=header["alg"])
>>> scheme.name, scheme.oid, scheme.signature_size
('ML-DSA-65', '2.16.840.1.101.3.4.3.18', 3309)
>>> key = scheme.generate()
>>> key.verifying_key.verify(key.sign(b"attack at dawn"), b"attack at dawn")

=============  ==============  ==================================
one            every one       makes
=============  ==============  ==================================
hash           hashes          the objects of ``carnelian.new``
mac            macs            Mac
kdf            kdfs            keys
aead           aeads           AeadKey
stream_cipher  stream_ciphers  StreamCipher
signature      signatures      SigningKey, VerifyingKey
kem            kems            DecapsulationKey, EncapsulationKey
agreement      agreements      AgreementKey
=============  ==============  ==================================

A name is accepted in any spelling (``ML-KEM-768``, ``mlkem768``), and may also be an object identifier or a name in JOSE;
with ``oid=``, ``jose=`` or ``cose=`` only that is compared, as it is written in the standard.

The keys here have what every scheme of their kind has. What one scheme has for itself, such as batches and prepared
keys, is in its module, whose classes ``key_types`` names. Key files say of which scheme their key is:

>>> algorithms.SigningKey.from_pem(key.to_pem()).algorithm.name
'ML-DSA-65'
"""

from ._carnelian import algorithms as _native

__all__ = sorted(name for name in vars(_native) if not name.startswith("_"))
globals().update({name: getattr(_native, name) for name in __all__})
