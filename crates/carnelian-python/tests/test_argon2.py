"""Argon2 beside argon2-cffi."""

import pytest

from carnelian import argon2
from carnelian.argon2 import PasswordHasher, Type

QUICK = {"time_cost": 1, "memory_cost": 64, "parallelism": 1}


def test_hasher():
    hasher = PasswordHasher(**QUICK)
    stored = hasher.hash("pässword")
    assert stored.startswith("$argon2id$v=19$m=64,t=1,p=1$")
    assert stored != hasher.hash("pässword")
    assert hasher.verify(stored, "pässword")
    assert hasher.verify(stored.encode(), "pässword".encode())
    for wrong in ("password", b"", "pässword "):
        with pytest.raises(argon2.VerifyMismatchError):
            hasher.verify(stored, wrong)
        with pytest.raises(argon2.VerificationError):
            hasher.verify(stored, wrong)
    for garbage in ("", "$argon2id$", stored[:-1] + "!", "é", b"\xff", stored.replace("m=64", "m=99999999")):
        with pytest.raises(argon2.InvalidHashError):
            hasher.verify(garbage, "pässword")
        with pytest.raises(ValueError):
            hasher.verify(garbage, "pässword")
    assert not hasher.check_needs_rehash(stored)
    assert PasswordHasher(**{**QUICK, "time_cost": 2}).check_needs_rehash(stored)
    assert PasswordHasher(**QUICK, hash_len=16).check_needs_rehash(stored)
    assert PasswordHasher(**QUICK, encoding="latin-1").hash("ä", salt=bytes(16)) == hasher.hash(b"\xe4", salt=bytes(16))


def test_defaults():
    hasher = PasswordHasher()
    found = (hasher.time_cost, hasher.memory_cost, hasher.parallelism, hasher.hash_len, hasher.salt_len, hasher.type)
    assert found == (3, 65536, 4, 32, 16, Type.ID)
    assert PasswordHasher.from_parameters(argon2.RFC_9106_HIGH_MEMORY).memory_cost == 2 << 20
    with pytest.raises(argon2.HashingError):
        PasswordHasher(**{**QUICK, "memory_cost": 7}).hash("password")
    with pytest.raises(argon2.HashingError):
        PasswordHasher(**QUICK, salt_len=7).hash("password")
    with pytest.raises(argon2.HashingError):
        PasswordHasher(**QUICK, hash_len=3).hash("password")
    for huge in ({"salt_len": 1 << 61}, {"hash_len": 1 << 61}):
        with pytest.raises(MemoryError):
            PasswordHasher(**QUICK, **huge).hash("password")
    with pytest.raises(MemoryError):
        argon2.hash_secret_raw(b"password", b"somesalt", 1, 64, 1, 1 << 61)


def test_raw():
    raw = argon2.hash_secret_raw(b"password", b"somesalt", 2, 64, 1, 32, Type.I)
    assert len(raw) == 32
    assert argon2.hash_secret_raw(b"password", b"somesalt", 2, 64, 1, 32, Type.I, key=b"pepper") != raw
    with pytest.raises(ValueError):
        argon2.hash_secret_raw(b"password", b"somesalt", 2, 64, 1, 32, 3)
    with pytest.raises(argon2.HashingError):
        argon2.hash_secret_raw(b"password", b"short", 2, 64, 1, 32)


@pytest.mark.parametrize("kind", list(Type))
def test_beside_argon2_cffi(kind, rng):
    theirs = pytest.importorskip("argon2")
    for _ in range(10):
        cost = {"time_cost": rng.randint(1, 3), "memory_cost": rng.randint(32, 300), "parallelism": rng.randint(1, 4)}
        password, salt, length = rng.randbytes(rng.randint(0, 50)), rng.randbytes(rng.randint(8, 30)), rng.randint(4, 100)
        raw = theirs.low_level.hash_secret_raw(
            password, salt, hash_len=length, type=theirs.low_level.Type(int(kind)), **cost
        )
        assert argon2.hash_secret_raw(password, salt, hash_len=length, type=kind, **cost) == raw
        other = theirs.PasswordHasher(**cost, hash_len=length, type=theirs.low_level.Type(int(kind)))
        ours = PasswordHasher(**cost, hash_len=length, type=kind)
        assert ours.hash(password, salt=salt) == other.hash(password, salt=salt)
        assert ours.verify(other.hash(password), password)
        assert other.verify(ours.hash(password), password)
        assert not ours.check_needs_rehash(other.hash(password))
        found = theirs.extract_parameters(ours.hash(password))
        assert (found.salt_len, found.hash_len) == (16, length)
