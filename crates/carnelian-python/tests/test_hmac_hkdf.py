"""HMAC beside the standard library's, and HKDF beside `cryptography`'s."""

import hashlib
import hmac as stdlib

import pytest

import carnelian
from carnelian import hkdf, hmac

NAMES = ["sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384", "sha3_512", "blake2b", "blake2s"]


@pytest.mark.parametrize("name", NAMES)
def test_hmac(name, rng):
    for _ in range(20):
        key, message = rng.randbytes(rng.randint(0, 300)), rng.randbytes(rng.randint(0, 5000))
        expected = stdlib.new(key, message, name)
        assert hmac.digest(key, message, name) == expected.digest()
        for digestmod in (name, name.upper().replace("_", "-"), getattr(carnelian, name), getattr(hashlib, name)):
            assert hmac.new(key, message, digestmod).digest() == expected.digest()
        h = hmac.new(key, digestmod=name)
        h.update(message[:100])
        copy = h.copy()
        h.update(msg=message[100:])
        assert h.hexdigest() == expected.hexdigest()
        assert copy.digest() == stdlib.digest(key, message[:100], name)
        h.verify(expected.digest())
        with pytest.raises(carnelian.InvalidTag):
            h.verify(expected.digest()[1:])
    h, expected = hmac.new(b"k", digestmod=name), stdlib.new(b"k", digestmod=name)
    assert (h.name, h.digest_size, h.block_size) == (expected.name, expected.digest_size, expected.block_size)


def test_hmac_arguments():
    with pytest.raises(TypeError):
        hmac.new(b"key", b"message")
    with pytest.raises(ValueError):
        hmac.new(b"key", b"message", "md5")
    with pytest.raises(TypeError):
        hmac.new("key", b"message", "sha256")
    assert hmac.new(b"key", None, "sha256").digest() == stdlib.digest(b"key", b"", "sha256")


def test_compare_digest():
    assert hmac.compare_digest(b"abc", bytearray(b"abc"))
    assert not hmac.compare_digest(b"abc", b"abd")
    assert not hmac.compare_digest(b"abc", b"ab")
    assert hmac.compare_digest("abc", "abc")
    for a, b in (("é", "é"), ("a", b"a"), (1, 1)):
        with pytest.raises(TypeError):
            hmac.compare_digest(a, b)


def test_hkdf_rfc5869():
    # Appendix A.1 and A.3.
    ikm, salt, info = b"\x0b" * 22, bytes(range(13)), bytes(range(0xF0, 0xFA))
    prk = hkdf.extract(ikm, salt=salt)
    assert prk.hex() == "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"
    okm = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    assert hkdf.expand(prk, 42, info=info).hex() == okm
    assert hkdf.derive(ikm, 42, salt=salt, info=info).hex() == okm
    assert hkdf.derive(ikm, 42, algorithm=carnelian.sha256).hex().startswith("8da4e775a563c18f715f802a063c5a31")


@pytest.mark.parametrize("name", ["sha256", "sha384", "sha512", "sha3_256"])
def test_hkdf_beside_cryptography(name, rng):
    hashes = pytest.importorskip("cryptography.hazmat.primitives.hashes")
    theirs = pytest.importorskip("cryptography.hazmat.primitives.kdf.hkdf")
    for _ in range(20):
        ikm, salt, info = (rng.randbytes(rng.randint(1, 80)) for _ in range(3))
        length = rng.randint(1, 500)
        algorithm = getattr(hashes, name.upper())()
        expected = theirs.HKDF(algorithm, length, salt, info).derive(ikm)
        assert hkdf.derive(ikm, length, salt=salt, info=info, algorithm=name) == expected


def test_hkdf_lengths():
    with pytest.raises(carnelian.InvalidLength):
        hkdf.derive(b"secret", 255 * 32 + 1)
    with pytest.raises(carnelian.InvalidLength):
        hkdf.expand(bytes(31), 32)
    with pytest.raises(ValueError):
        hkdf.derive(b"secret", 1 << 62)
    assert len(hkdf.derive(b"secret", 255 * 32)) == 255 * 32
    assert hkdf.derive(b"secret", 0) == b""


def test_what_is_no_hash_function():
    for wrong in (5, object(), b"sha256"):
        with pytest.raises(TypeError):
            hmac.new(b"key", b"", wrong)


def test_arguments_of_compare_digest():
    for wrong in ((), (b"",), (b"", b"", b""), (b"", "text"), ("text", b""), (1, 2), ("ü", "ü")):
        with pytest.raises(TypeError):
            hmac.compare_digest(*wrong)
    with pytest.raises(TypeError):
        hmac.compare_digest(a=b"", b=b"")
    for same in (b"tag", bytearray(b"tag"), memoryview(b"tag")):
        assert hmac.compare_digest(b"tag", same) is True and hmac.compare_digest(same, b"tug") is False
    assert hmac.compare_digest("tag", "tag") and not hmac.compare_digest("tag", "tags")
    assert hmac.compare_digest.__text_signature__ == "(a, b, /)"
    assert hmac.compare_digest.__module__ == "carnelian.hmac"


def test_hkdf_without_salt_and_info():
    # As in `cryptography`, None is the same as nothing.
    assert hkdf.derive(b"secret", 32, salt=None, info=None) == hkdf.derive(b"secret", 32, salt=b"", info=b"")
    assert hkdf.extract(b"secret", salt=None) == hkdf.extract(b"secret")
    assert hkdf.expand(bytes(32), 32, info=None) == hkdf.expand(bytes(32), 32)
    with pytest.raises(ValueError):
        hkdf.derive(b"secret", -1)
