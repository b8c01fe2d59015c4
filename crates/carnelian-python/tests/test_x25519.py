"""X25519 beside `cryptography`."""

import pytest

import carnelian
from carnelian import x25519
from carnelian.x25519 import PublicKey, SecretKey


def test_rfc7748():
    # Section 5.2, the first vector.
    k = bytes.fromhex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4")
    u = bytes.fromhex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c")
    assert x25519.x25519(k, u).hex() == "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"


def test_exchange():
    alice, bob = SecretKey.generate(), SecretKey.generate()
    assert alice.exchange(bob.public_key) == bob.exchange(alice.public_key)
    assert alice.exchange(bob.public_key) == x25519.x25519(alice.to_bytes(), bob.public_key.to_bytes())
    assert not bob.public_key.is_small_order()
    with pytest.raises(carnelian.InvalidKey):
        alice.exchange(PublicKey.from_bytes(bytes(32)))
    assert PublicKey.from_bytes(bytes(32)).is_small_order()
    for wrong in (bytes(31), bytes(33)):
        for read in (SecretKey.from_bytes, PublicKey.from_bytes):
            with pytest.raises(carnelian.InvalidLength):
                read(wrong)
    with pytest.raises(TypeError):
        alice.exchange(bytes(32))


def test_beside_cryptography(rng):
    theirs = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.x25519")
    for _ in range(50):
        a, b = rng.randbytes(32), rng.randbytes(32)
        public = theirs.X25519PrivateKey.from_private_bytes(b).public_key()
        expected = theirs.X25519PrivateKey.from_private_bytes(a).exchange(public)
        assert SecretKey.from_bytes(b).public_key.to_bytes() == public.public_bytes_raw()
        assert SecretKey.from_bytes(a).exchange(SecretKey.from_bytes(b).public_key) == expected
