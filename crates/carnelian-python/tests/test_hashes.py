"""Hashes beside hashlib: the same names, the same answers."""

import hashlib
import subprocess
import sys

import pytest

import carnelian

FIXED = [
    "sha224",
    "sha256",
    "sha384",
    "sha512",
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "blake2b",
    "blake2s",
]
XOFS = ["shake_128", "shake_256"]
LENGTHS = [0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 135, 136, 137, 168, 1000, 2047, 2048, 4097, 100_000]


@pytest.mark.parametrize("name", FIXED)
def test_fixed(name, rng):
    ours, theirs = getattr(carnelian, name), getattr(hashlib, name)
    for length in LENGTHS:
        data = rng.randbytes(length)
        expected = theirs(data)
        assert ours(data).digest() == expected.digest()
        assert ours(data).hexdigest() == expected.hexdigest()
        assert ours.hash(data) == expected.digest()
        assert carnelian.new(name, data).digest() == expected.digest()
        parts = ours()
        cut = rng.randint(0, length)
        parts.update(data[:cut])
        half = parts.copy()
        parts.update(data[cut:])
        assert parts.digest() == parts.digest() == expected.digest()
        assert half.digest() == theirs(data[:cut]).digest()
    h, expected = ours(), theirs()
    assert (h.name, h.digest_size, h.block_size) == (expected.name, expected.digest_size, expected.block_size)


@pytest.mark.parametrize("name", XOFS)
def test_xofs(name, rng):
    ours, theirs = getattr(carnelian, name), getattr(hashlib, name)
    for length in LENGTHS:
        data = rng.randbytes(min(length, 3000))
        for out in (0, 1, 32, 168, 169, 5000):
            assert ours(data).digest(out) == theirs(data).digest(out) == ours.hash(data, out)
            assert ours(data).hexdigest(out) == theirs(data).hexdigest(out)
    h = ours(b"a")
    other = h.copy()
    h.update(b"b")
    assert h.digest(5) == theirs(b"ab").digest(5)
    assert other.digest(5) == theirs(b"a").digest(5)
    assert (h.name, h.digest_size, h.block_size) == (theirs().name, 0, theirs().block_size)


def test_sha512_256():
    expected = "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"
    assert carnelian.sha512_256(b"abc").hexdigest() == expected
    assert carnelian.new("SHA512-256", b"abc").hexdigest() == expected
    if "sha512_256" in hashlib.algorithms_available:
        assert hashlib.new("sha512_256", b"abc").hexdigest() == expected


@pytest.mark.parametrize("name", ["blake2b", "blake2s"])
def test_blake2_parameters(name, rng):
    ours, theirs = getattr(carnelian, name), getattr(hashlib, name)
    for constant in ("MAX_DIGEST_SIZE", "MAX_KEY_SIZE", "SALT_SIZE", "PERSON_SIZE"):
        assert getattr(ours, constant) == getattr(theirs, constant)
    for size in range(1, ours.MAX_DIGEST_SIZE + 1):
        parameters = {
            "digest_size": size,
            "key": rng.randbytes(rng.randint(0, ours.MAX_KEY_SIZE)),
            "salt": rng.randbytes(rng.randint(0, ours.SALT_SIZE)),
            "person": rng.randbytes(rng.randint(0, ours.PERSON_SIZE)),
        }
        data = rng.randbytes(rng.randint(0, 300))
        h = ours(data[:100], **parameters)
        h.update(data[100:])
        copy = h.copy()
        expected = theirs(data, **parameters)
        assert h.digest() == copy.digest() == ours.hash(data, **parameters) == expected.digest()
        assert ours.hash(data, digest_size=size) == theirs(data, digest_size=size).digest()
        assert h.hexdigest() == expected.hexdigest()
        assert h.digest_size == size
        h.verify(expected.digest())
        with pytest.raises(carnelian.InvalidTag):
            h.verify(expected.digest()[:-1])
    for wrong in ({"digest_size": 0}, {"digest_size": 65}, {"key": bytes(65)}, {"salt": bytes(17)}, {"person": bytes(17)}):
        with pytest.raises(ValueError):
            ours(b"", **wrong)
        with pytest.raises(carnelian.InvalidLength):
            ours.hash(b"", **wrong)


def test_cshake():
    # SP 800-185, the published samples.
    data = bytes(range(4))
    out = carnelian.cshake_128(data, customization=b"Email Signature").hexdigest(32)
    assert out == "c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5"
    out = carnelian.cshake_256(data, customization=b"Email Signature").hexdigest(64)
    assert out.startswith("d008828e2b80ac9d2218ffee1d070c48b8e4c87bff32c9699d5b6896eee0edd1")
    assert carnelian.cshake_128(b"x").digest(9) == hashlib.shake_128(b"x").digest(9)


def test_kmac():
    # SP 800-185, the published samples.
    key = bytes(range(0x40, 0x60))
    tag = carnelian.kmac_128(key, bytes(range(4)), digest_size=32).hexdigest()
    assert tag == "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e"
    h = carnelian.kmac_256(key, customization=b"My Tagged Application")
    h.update(bytes(range(4)))
    assert h.digest_size == 64
    expected = "20c570c31346f703c9ac36c61c03cb64c3970d0cfc787e9b79599d273a68d2f7f69d4cc3de9d104a351689f27cf6f5951f0103f33f4f24871024d9c27773a8dd"
    assert h.hexdigest() == expected
    h.verify(bytes.fromhex(expected))
    with pytest.raises(carnelian.InvalidTag):
        h.verify(bytes(64))
    with pytest.raises(carnelian.InvalidLength):
        carnelian.kmac_128(key, digest_size=3)
    h = carnelian.kmac_128(key, digest_size=1000)
    assert len(h.digest()) == 1000 and h.hexdigest() == h.digest().hex()
    h.verify(h.digest())
    h = carnelian.kmac_128(key, digest_size=1 << 61)
    for call in (h.digest, h.hexdigest, lambda: h.verify(b"")):
        with pytest.raises(MemoryError):
            call()


def test_new():
    assert set(FIXED + XOFS) < carnelian.algorithms_available
    for name in carnelian.algorithms_available:
        assert carnelian.new(name).name == name
        assert carnelian.new(name.upper().replace("_", "-"), b"x").name == name
        assert carnelian.new(name, data=b"x", usedforsecurity=False).name == name
    for wrong in ("md5", "", "sha-1"):
        with pytest.raises(ValueError):
            carnelian.new(wrong)


def test_new_passes_options_on():
    assert carnelian.new("blake2b", b"x", digest_size=20).digest() == hashlib.new("blake2b", b"x", digest_size=20).digest()
    keyed = carnelian.new("BLAKE2s", key=b"key", salt=b"salt", person=b"person", usedforsecurity=False)
    assert keyed.digest() == hashlib.blake2s(key=b"key", salt=b"salt", person=b"person").digest()
    named = carnelian.new("cshake_128", b"x", customization=b"a purpose")
    assert named.digest(8) == carnelian.cshake_128(b"x", customization=b"a purpose").digest(8)
    with pytest.raises(TypeError):
        carnelian.new("sha256", digest_size=20)


REFUSED = {
    "blake2b, a negative length": lambda of: of.blake2b(digest_size=-1),
    "blake2b, a length of zero": lambda of: of.blake2b(digest_size=0),
    "blake2b, a length beyond the largest": lambda of: of.blake2b(digest_size=65),
    "blake2b, a length that no word holds": lambda of: of.blake2b(digest_size=1 << 70),
    "blake2s, a negative length": lambda of: of.blake2s(digest_size=-(1 << 70)),
    "blake2b, a long key": lambda of: of.blake2b(key=bytes(65)),
    "blake2b, a long salt": lambda of: of.blake2b(salt=bytes(17)),
    "blake2b, a long person": lambda of: of.blake2b(person=bytes(17)),
    "blake2b, text": lambda of: of.blake2b("text"),
    "blake2b, a length that is no number": lambda of: of.blake2b(digest_size="1"),
    "shake_256, a length that is no number": lambda of: of.shake_256().digest(1.5),
    "new, an unknown name": lambda of: of.new("no such function"),
    "new, a name that is no text": lambda of: of.new(b"sha256"),
    "new, a negative length": lambda of: of.new("blake2b", digest_size=-1),
    "sha256, text": lambda of: of.sha256("text"),
    "sha256, an unknown keyword": lambda of: of.sha256(b"", digest_size=1),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_hashlib_refuses_is_refused_alike(name):
    with pytest.raises(Exception) as theirs:
        REFUSED[name](hashlib)
    with pytest.raises(theirs.type):
        REFUSED[name](carnelian)


def test_negative_lengths():
    for call in (
        lambda: carnelian.kmac_128(b"", digest_size=-1),
        # Where hashlib has a MemoryError, or a SystemError.
        lambda: carnelian.shake_128().digest(-1),
        lambda: carnelian.shake_128().hexdigest(-1),
        lambda: carnelian.shake_128.hash(b"", -1),
        lambda: carnelian.random_bytes(-1),
        lambda: carnelian.hash_batch("shake_128", [], length=-1),
    ):
        with pytest.raises(carnelian.InvalidLength):
            call()


def test_arguments():
    assert carnelian.sha256(data=b"abc", usedforsecurity=False).digest() == hashlib.sha256(b"abc").digest()
    for wrong in ("abc", None, 3, [1]):
        with pytest.raises(TypeError):
            carnelian.sha256(wrong)
        with pytest.raises(TypeError):
            carnelian.sha256().update(wrong)
    with pytest.raises(MemoryError):
        carnelian.shake_128().digest(1 << 62)


@pytest.mark.parametrize("name", FIXED)
def test_every_way_to_call_a_class(name):
    ours, theirs = getattr(carnelian, name), getattr(hashlib, name)

    class Bytes(bytes):
        pass

    for data in (b"", b"abc", bytes(2047), bytes(2048), bytes(100_000)):
        expected = theirs(data).digest()
        for same in (data, bytearray(data), memoryview(data), Bytes(data)):
            updated = ours()
            assert updated.update(same) is None
            calls = [ours(same), ours(*[same]), ours(same, usedforsecurity=False), ours(same, **{}), updated]
            calls += [ours.__new__(ours, same), type.__call__(ours, same)]
            assert {call.digest() for call in calls} == {expected}
    for call in (
        lambda: ours(b"", b"", b""),
        lambda: ours(b"", unknown=1),
        lambda: ours(b"", **{"usedforsecurity": True, "unknown": 1}),
        lambda: ours(None),
        lambda: ours("text"),
        lambda: ours().update(),
        lambda: ours().update(b"", b""),
        lambda: ours().update(data=b""),
        lambda: ours.update(object(), b""),
        lambda: ours.update(b""),
    ):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(BufferError):
        ours(memoryview(bytes(10))[::2])
    with pytest.raises(BufferError):
        ours().update(memoryview(bytes(10))[::2])
    assert "data" in ours.update.__text_signature__ and ours.update.__doc__


class Index:
    def __index__(self):
        return 5


@pytest.mark.parametrize("name", ["blake2b", "blake2s"])
def test_every_way_to_pass_options(name):
    ours, theirs = getattr(carnelian, name), getattr(hashlib, name)
    # A name that is no constant of a program is another object.
    made_up = "".join(["digest_", "size"])
    for options in (
        {"digest_size": 5},
        {"digest_size": Index()},
        {"digest_size": True},
        {made_up: 5},
        {"key": b"key"},
        {"key": bytearray(b"key"), "digest_size": 5},
        {"salt": b"salt", "person": memoryview(b"person")},
        {"person": b"person", "key": b"", "usedforsecurity": False},
        {"usedforsecurity": True, "digest_size": 5},
        {"key": b"k", "salt": b"s", "person": b"p", "digest_size": 7, "usedforsecurity": False},
    ):
        for data in (b"", b"abc", bytearray(b"abc"), bytes(2048)):
            assert ours(data, **options).digest() == theirs(data, **options).digest()
        assert ours(**options).hexdigest() == theirs(**options).hexdigest()
    assert ours(b"abc", digest_size=None).digest() == ours(b"abc").digest()
    for wrong in ({"digest_size": 0}, {"digest_size": -1}, {"digest_size": 65}, {"key": bytes(65)}, {"salt": bytes(17)}):
        with pytest.raises(ValueError):
            ours(b"", **wrong)
    with pytest.raises(OverflowError):
        ours(b"", digest_size=1 << 64)
    for wrong in ({"digest_size": "5"}, {"digest_size": 5.0}, {"key": None}, {"key": "key"}, {"data": b""}, {"size": 5}):
        with pytest.raises(TypeError):
            ours(**wrong)
    with pytest.raises(TypeError):
        ours(b"", b"", digest_size=5)


SHORT_OF_MEMORY = """
import _testcapi, sys, carnelian
from carnelian import blake2b, sha256
plain, keyed = sha256(b"abc"), blake2b(key=b"key", digest_size=5)
calls = [plain.digest, plain.hexdigest, plain.copy, keyed.digest, keyed.hexdigest, keyed.copy, sha256, blake2b]
calls += [lambda: sha256.hash(b""), lambda: blake2b.hash(b""), lambda: blake2b(b"", key=b"key")]
for call in calls:
    call()
    for allowed in range(4):
        _testcapi.set_nomemory(allowed, allowed + 1)
        try:
            call()
        except MemoryError:
            pass
        finally:
            _testcapi.remove_mem_hooks()
"""


def test_where_memory_is_short():
    pytest.importorskip("_testcapi")
    subprocess.run([sys.executable, "-c", SHORT_OF_MEMORY], check=True)


def test_hashlib_file_digest(tmp_path):
    if not hasattr(hashlib, "file_digest"):
        pytest.skip("Python 3.11 has it")
    path = tmp_path / "file"
    path.write_bytes(b"abc" * 100_000)
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, carnelian.sha256).digest()
    assert digest == hashlib.sha256(b"abc" * 100_000).digest()
