"""Sealed files over file objects and bytes."""

import io

import pytest

import carnelian
from carnelian import sealed_file

CHUNK = 65536
LENGTHS = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 16 * CHUNK, 16 * CHUNK + 1, 33 * CHUNK + 5]
CHEAP = (64, 1, 1)


class Trickle(io.RawIOBase):
    """A file that reads and writes a few bytes at a time, as pipes do."""

    def __init__(self, data=b""):
        self.data = bytearray(data)

    def read(self, size=-1):
        piece = bytes(self.data[: min(size, 10_001)])
        del self.data[: len(piece)]
        return piece

    def write(self, data):
        self.data += data[:7777]
        return min(len(data), 7777)


@pytest.mark.parametrize("length", LENGTHS)
def test_round_trip(length, rng):
    key, data = sealed_file.generate_key(), rng.randbytes(length)
    sealed, steps = io.BytesIO(), []
    assert sealed_file.seal(io.BytesIO(data), sealed, key=key, progress=steps.append) == length
    assert steps == sorted(steps) and steps[-1] == length
    assert len(sealed.getvalue()) == sealed_file.sealed_size(length)
    opened, steps = io.BytesIO(), []
    assert sealed_file.open(io.BytesIO(sealed.getvalue()), opened, key=key, progress=steps.append) == length
    assert opened.getvalue() == data and steps[-1] == length
    assert sealed_file.open_bytes(sealed.getvalue(), key=key) == data
    assert sealed_file.open_bytes(bytearray(sealed.getvalue()), key=key) == data
    packed = sealed_file.seal_bytes(bytearray(data), key=key)
    assert sealed_file.open_bytes(packed, key=key) == data
    source, target = Trickle(data), Trickle()
    sealed_file.seal(source, target, key=key)
    source, target = Trickle(target.data), Trickle()
    sealed_file.open(source, target, key=key)
    assert target.data == data


def test_passphrase():
    sealed = sealed_file.seal_bytes(b"data", passphrase="correct horse", cost=CHEAP)
    assert sealed_file.open_bytes(sealed, passphrase=b"correct horse") == b"data"
    target = io.BytesIO()
    sealed_file.seal(io.BytesIO(b"data"), target, passphrase="correct horse", cost=CHEAP)
    opened = io.BytesIO()
    sealed_file.open(io.BytesIO(target.getvalue()), opened, passphrase="correct horse")
    assert opened.getvalue() == b"data"
    for wrong in ({"passphrase": "wrong"}, {"key": bytes(32)}, {"passphrase": "correct horse", "max_cost": (63, 1, 1)}):
        with pytest.raises(carnelian.InvalidKey):
            sealed_file.open_bytes(sealed, **wrong)
    for wrong in ({}, {"key": bytes(32), "passphrase": "both"}):
        with pytest.raises(TypeError):
            sealed_file.open_bytes(sealed, **wrong)
    with pytest.raises(carnelian.InvalidLength):
        sealed_file.open_bytes(sealed, key=bytes(31))
    with pytest.raises(ValueError):
        sealed_file.seal_bytes(b"", passphrase="p", cost=(7, 1, 1))


def test_damage(rng):
    key = sealed_file.generate_key()
    data = rng.randbytes(3 * CHUNK)
    sealed = sealed_file.seal_bytes(data, key=key)
    with pytest.raises(carnelian.InvalidKey):
        sealed_file.open_bytes(sealed, key=bytes(32))
    for at in (100, CHUNK + 200, len(sealed) - 1):
        damaged = bytearray(sealed)
        damaged[at] ^= 1
        with pytest.raises(carnelian.InvalidTag):
            sealed_file.open_bytes(damaged, key=key)
        target = io.BytesIO()
        with pytest.raises(carnelian.InvalidTag):
            sealed_file.open(io.BytesIO(damaged), target, key=key)
        assert data.startswith(target.getvalue())
    for length in (96, 97, 112, 96 + CHUNK, 96 + CHUNK + 16, len(sealed) - 1):
        with pytest.raises(carnelian.InvalidTag):
            sealed_file.open_bytes(sealed[:length], key=key)
        with pytest.raises(carnelian.InvalidTag):
            sealed_file.open(io.BytesIO(sealed[:length]), io.BytesIO(), key=key)
    with pytest.raises(carnelian.InvalidTag):
        sealed_file.open_bytes(sealed + b"\0", key=key)
    for garbage in (b"", b"garbage", sealed[:95], bytes(96), bytes(200)):
        with pytest.raises(carnelian.InvalidEncoding):
            sealed_file.open_bytes(garbage, key=key)
        with pytest.raises(carnelian.InvalidEncoding):
            sealed_file.open(io.BytesIO(garbage), io.BytesIO(), key=key)


def test_errors_of_files_pass():
    class Broken(io.RawIOBase):
        def read(self, size=-1):
            raise OSError("broken")

        def write(self, data):
            raise OSError("full")

    with pytest.raises(OSError, match="broken"):
        sealed_file.seal(Broken(), io.BytesIO(), key=bytes(32))
    with pytest.raises(OSError, match="full"):
        sealed_file.seal(io.BytesIO(b"data"), Broken(), key=bytes(32))

    def stop(done):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sealed_file.seal(io.BytesIO(b"data"), io.BytesIO(), key=bytes(32), progress=stop)
    with pytest.raises(AttributeError):
        sealed_file.seal(b"data", io.BytesIO(), key=bytes(32))

    class Greedy(io.BytesIO):
        def read(self, size=-1):
            return bytes(size + 1)

    with pytest.raises(ValueError):
        sealed_file.seal(Greedy(), io.BytesIO(), key=bytes(32))

    class Text(io.BytesIO):
        def read(self, size=-1):
            return "text"

    with pytest.raises(TypeError):
        sealed_file.seal(Text(), io.BytesIO(), key=bytes(32))


def test_a_target_that_takes_nothing():
    """An unbuffered file that would block takes nothing, and says so by None."""

    class Full(io.RawIOBase):
        def writable(self):
            return True

        def write(self, data):
            return None

    with pytest.raises(BlockingIOError):
        sealed_file.seal(io.BytesIO(b"data"), Full(), key=bytes(32))
