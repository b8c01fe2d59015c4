"""Fast, constant-time cryptography.

=====================  =================================================================================
hashes, as in hashlib  sha224 sha256 sha384 sha512 sha512_224 sha512_256 sha3_224 sha3_256 sha3_384
                       sha3_512 sha1 shake_128 shake_256 cshake_128 cshake_256 blake2b blake2s kmac_128
                       kmac_256
encryption             ChaCha20Poly1305 XChaCha20Poly1305 AESGCM AESGCMSIV
carnelian.algorithms   algorithms by name, object identifier, and name in JOSE
carnelian.hmac         HMAC, as in the standard library
carnelian.hkdf         keys derived from secrets
carnelian.argon2       password hashes, and keys derived from passwords
carnelian.ed25519      signatures
carnelian.x25519       key agreement
carnelian.mlkem        key encapsulation that withstands quantum computers
carnelian.mldsa        signatures that withstand quantum computers
carnelian.slhdsa       signatures that need nothing but a secure hash function
carnelian.xwing        ML-KEM-768 and X25519 in one: secure while either is
carnelian.hybrid       X25519MLKEM768, the key exchange of TLS
carnelian.dhkem        key encapsulation with X25519, RFC 9180
carnelian.nacl         the boxes of NaCl, as in PyNaCl
carnelian.ristretto255 a group of prime order, for protocols of one's own
carnelian.sealed_file  encryption of files of any size
=====================  =================================================================================

>>> import carnelian
>>> carnelian.sha256(b"abc").hexdigest()[:16]
'ba7816bf8f01cfea'
>>> key = carnelian.XChaCha20Poly1305(carnelian.XChaCha20Poly1305.generate_key())
>>> nonce = carnelian.random_bytes(24)
>>> key.decrypt(nonce, key.encrypt(nonce, b"attack at dawn"))
b'attack at dawn'

Every argument of bytes takes any object with the buffer protocol (bytes, bytearray, memoryview, mmap, array, numpy), and
reads it where it is. Every exception that the package defines derives from CarnelianError.
"""

from ._carnelian import __version__, top as _top

globals().update({name: value for name, value in vars(_top).items() if not name.startswith("_")})
del globals()["Yardstick"]  # For the bench.
