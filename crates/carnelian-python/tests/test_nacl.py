"""The boxes of NaCl beside PyNaCl."""

import pytest

import carnelian
from carnelian.nacl import Box, SealedBox, SecretBox
from carnelian.x25519 import PublicKey, SecretKey


def test_secret_box(rng):
    for length in (0, 1, 32, 100, 5000):
        key, nonce, data = rng.randbytes(32), rng.randbytes(24), rng.randbytes(length)
        box = SecretBox(key)
        sealed = box.encrypt(data, nonce)
        assert sealed[:24] == nonce
        assert len(sealed) == 24 + 16 + length
        for kind in (bytes, bytearray, memoryview):
            assert box.decrypt(kind(sealed)) == box.decrypt(kind(sealed[24:]), nonce) == data
        forged = bytearray(sealed)
        forged[rng.randrange(len(sealed))] ^= 1
        for kind in (bytes, bytearray):
            with pytest.raises(carnelian.InvalidTag):
                box.decrypt(kind(forged))
        assert box.encrypt(data) != box.encrypt(data)
    for short in (b"", bytes(23), bytes(39)):
        with pytest.raises(carnelian.InvalidTag):
            box.decrypt(short)
    with pytest.raises(carnelian.InvalidLength):
        SecretBox(bytes(31))
    with pytest.raises(carnelian.InvalidLength):
        box.encrypt(b"", bytes(23))
    assert len(SecretBox.generate_key()) == SecretBox.KEY_SIZE == 32


def test_boxes():
    alice, bob = SecretKey.generate(), SecretKey.generate()
    box = Box(alice, bob.public_key)
    assert box.shared_key() == Box(bob, alice.public_key).shared_key()
    assert Box(bob, alice.public_key).decrypt(box.encrypt(b"hello")) == b"hello"
    with pytest.raises(carnelian.InvalidTag):
        Box(bob, bob.public_key).decrypt(box.encrypt(b"hello"))
    with pytest.raises(carnelian.InvalidKey):
        Box(alice, PublicKey.from_bytes(bytes(32)))
    sealed = SealedBox(bob.public_key).encrypt(b"hello")
    assert SealedBox(bob).decrypt(sealed) == SealedBox(bob).decrypt(bytearray(sealed)) == b"hello"
    with pytest.raises(carnelian.InvalidTag):
        SealedBox(alice).decrypt(sealed)
    with pytest.raises(carnelian.InvalidTag):
        SealedBox(bob).decrypt(sealed[:47])
    with pytest.raises(TypeError):
        SealedBox(bob.public_key).decrypt(sealed)
    with pytest.raises(TypeError):
        SealedBox(b"key")
    with pytest.raises(carnelian.InvalidKey):
        SealedBox(PublicKey.from_bytes(bytes(32))).encrypt(b"hello")


def test_beside_pynacl(rng):
    secret, public = pytest.importorskip("nacl.secret"), pytest.importorskip("nacl.public")
    for _ in range(30):
        key, nonce, data = rng.randbytes(32), rng.randbytes(24), rng.randbytes(rng.randint(0, 3000))
        assert SecretBox(key).encrypt(data, nonce) == bytes(secret.SecretBox(key).encrypt(data, nonce))
        a, b = rng.randbytes(32), rng.randbytes(32)
        ours = Box(SecretKey.from_bytes(a), SecretKey.from_bytes(b).public_key)
        theirs = public.Box(public.PrivateKey(a), public.PrivateKey(b).public_key)
        assert ours.encrypt(data, nonce) == bytes(theirs.encrypt(data, nonce))
        assert ours.shared_key() == theirs.shared_key()
        sealed = public.SealedBox(public.PrivateKey(a).public_key).encrypt(data)
        assert SealedBox(SecretKey.from_bytes(a)).decrypt(sealed) == data
        sealed = SealedBox(SecretKey.from_bytes(a).public_key).encrypt(data)
        assert public.SealedBox(public.PrivateKey(a)).decrypt(sealed) == data
