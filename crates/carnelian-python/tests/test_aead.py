"""Authenticated encryption beside `cryptography`."""

import pytest

import carnelian
from carnelian import AESGCM, AESGCMSIV, ChaCha20Poly1305, XChaCha20Poly1305

SCHEMES = [
    (AESGCM, 16),
    (AESGCM, 24),
    (AESGCM, 32),
    (AESGCMSIV, 16),
    (AESGCMSIV, 32),
    (ChaCha20Poly1305, 32),
    (XChaCha20Poly1305, 32),
]
LENGTHS = [0, 1, 15, 16, 17, 63, 64, 65, 255, 1000, 2047, 2048, 5000, 100_000]
each = pytest.mark.parametrize(("scheme", "key_size"), SCHEMES)


@each
def test_round_trip_in_every_buffer(scheme, key_size, rng):
    key = scheme(rng.randbytes(key_size))
    for length in LENGTHS:
        nonce, data, aad = rng.randbytes(scheme.NONCE_SIZE), rng.randbytes(length), rng.randbytes(rng.randint(0, 40))
        sealed = key.encrypt(nonce, data, aad)
        assert len(sealed) == length + scheme.TAG_SIZE
        assert key.encrypt(nonce=bytearray(nonce), data=memoryview(bytearray(data)), associated_data=bytearray(aad)) == sealed
        assert key.decrypt(nonce, sealed, aad) == data
        assert key.decrypt(nonce, bytearray(sealed), aad) == data
        out = bytearray(length + scheme.TAG_SIZE)
        assert key.encrypt_into(nonce, data, aad, out) == len(out)
        assert out == sealed
        out = bytearray(length)
        assert key.decrypt_into(nonce, sealed, aad, out) == length
        assert out == data
        assert key.decrypt(nonce, key.encrypt(nonce, data)) == key.decrypt(nonce, key.encrypt(nonce, data, b""), None) == data


@each
def test_forgeries_leave_zeros(scheme, key_size, rng):
    key = scheme(rng.randbytes(key_size))
    for length in (0, 1, 100, 5000):
        nonce, data, aad = rng.randbytes(scheme.NONCE_SIZE), rng.randbytes(length), b"header"
        sealed = key.encrypt(nonce, data, aad)
        changed = bytearray(sealed)
        changed[rng.randrange(len(sealed))] ^= 1 << rng.randrange(8)
        for kind in (bytes, bytearray):
            for forged, with_aad in ((kind(changed), aad), (kind(sealed), b"Header"), (kind(sealed[:-1]), aad)):
                with pytest.raises(carnelian.InvalidTag):
                    key.decrypt(nonce, forged, with_aad)
                out = bytearray(b"\xff" * (len(forged) - 16)) if len(forged) >= 16 else bytearray()
                with pytest.raises(carnelian.InvalidTag):
                    key.decrypt_into(nonce, forged, with_aad, out)
                assert not any(out)
    for short in (b"", bytes(15)):
        with pytest.raises(carnelian.InvalidTag):
            key.decrypt(nonce, short)


@each
def test_lengths_of_keys_nonces_and_outputs(scheme, key_size):
    for wrong in (0, 15, 17, 31, 33, 64):
        with pytest.raises(carnelian.InvalidLength):
            scheme(bytes(wrong))
        with pytest.raises(ValueError):
            scheme(bytes(wrong))
    key = scheme(bytes(key_size))
    for wrong in (0, scheme.NONCE_SIZE - 1, scheme.NONCE_SIZE + 1):
        with pytest.raises(carnelian.InvalidLength):
            key.encrypt(bytes(wrong), b"data")
        with pytest.raises(carnelian.InvalidLength):
            key.decrypt(bytes(wrong), bytes(16))
    nonce = bytes(scheme.NONCE_SIZE)
    for wrong in (0, 19, 21):
        with pytest.raises(carnelian.InvalidLength):
            key.encrypt_into(nonce, b"data", None, bytearray(wrong))
        with pytest.raises(carnelian.InvalidLength):
            key.decrypt_into(nonce, bytes(36), None, bytearray(wrong))
    with pytest.raises(carnelian.InvalidBuffer):
        key.encrypt_into(nonce, b"data", None, bytes(20))


@each
def test_outputs_that_overlap_inputs(scheme, key_size):
    key, nonce = scheme(bytes(key_size)), bytes(scheme.NONCE_SIZE)
    memory = memoryview(bytearray(100))
    before = bytes(memory)
    for data, aad, out in (
        (memory[:10], b"", memory[5:31]),
        (memory[:10], b"", memory[:26]),
        (b"0123456789", memory[20:40], memory[:26]),
    ):
        with pytest.raises(carnelian.InvalidBuffer):
            key.encrypt_into(nonce, data, aad, out)
        with pytest.raises(BufferError):
            key.encrypt_into(nonce, data, aad, out)
    assert memory == before
    assert key.encrypt_into(nonce, memory[:10], memory[10:20], memory[20:46]) == 26
    assert key.decrypt(nonce, memory[20:46], memory[10:20]) == before[:10]


def test_generate_key():
    assert len(ChaCha20Poly1305.generate_key()) == len(XChaCha20Poly1305.generate_key()) == 32
    assert ChaCha20Poly1305.generate_key() != ChaCha20Poly1305.generate_key()
    for bits in (128, 192, 256):
        assert len(AESGCM.generate_key(bit_length=bits)) == bits // 8
    assert len(AESGCMSIV.generate_key(128)) == 16
    for scheme, bits in ((AESGCM, 129), (AESGCM, 0), (AESGCMSIV, 192)):
        with pytest.raises(ValueError):
            scheme.generate_key(bits)


@pytest.mark.parametrize(("name", "key_size"), [("AESGCM", 16), ("AESGCM", 24), ("AESGCM", 32), ("ChaCha20Poly1305", 32)])
def test_beside_cryptography(name, key_size, rng):
    theirs = pytest.importorskip("cryptography.hazmat.primitives.ciphers.aead")
    for _ in range(100):
        key, nonce = rng.randbytes(key_size), rng.randbytes(12)
        data, aad = rng.randbytes(rng.randint(0, 4000)), rng.randbytes(rng.randint(0, 100))
        sealed = getattr(theirs, name)(key).encrypt(nonce, data, aad)
        assert getattr(carnelian, name)(key).encrypt(nonce, data, aad) == sealed
        assert getattr(carnelian, name)(key).decrypt(nonce, sealed, aad) == data


@pytest.mark.parametrize("key_size", [16, 32])
def test_siv_beside_cryptography(key_size, rng):
    theirs = pytest.importorskip("cryptography.hazmat.primitives.ciphers.aead")
    try:
        theirs.AESGCMSIV(bytes(key_size))
    except Exception:
        pytest.skip("this cryptography lacks AES-GCM-SIV")
    for _ in range(50):
        key, nonce, data, aad = rng.randbytes(key_size), rng.randbytes(12), rng.randbytes(rng.randint(1, 4000)), rng.randbytes(9)
        assert theirs.AESGCMSIV(key).encrypt(nonce, data, aad) == AESGCMSIV(key).encrypt(nonce, data, aad)


def test_xchacha_beside_pynacl(rng):
    bindings = pytest.importorskip("nacl.bindings")
    for _ in range(50):
        key, nonce, data, aad = rng.randbytes(32), rng.randbytes(24), rng.randbytes(rng.randint(0, 4000)), rng.randbytes(9)
        theirs = bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(data, aad, nonce, key)
        assert XChaCha20Poly1305(key).encrypt(nonce, data, aad) == theirs


@each
def test_out(scheme, key_size, rng):
    key, nonce, data = scheme(bytes(key_size)), bytes(scheme.NONCE_SIZE), rng.randbytes(5000)
    sealed, opened = bytearray(5016), bytearray(5000)
    assert key.encrypt(nonce, data, b"aad", out=sealed) == 5016
    assert sealed == key.encrypt(nonce, data, b"aad")
    assert key.decrypt(nonce, sealed, b"aad", out=opened) == 5000
    assert opened == data
    with pytest.raises(carnelian.InvalidTag):
        key.decrypt(nonce, sealed, b"other", out=opened)
    assert opened == bytes(5000)
    with pytest.raises(carnelian.InvalidLength):
        key.encrypt(nonce, data, out=opened)
    with pytest.raises(carnelian.InvalidBuffer):
        key.decrypt(nonce, sealed, out=memoryview(sealed)[:5000])
