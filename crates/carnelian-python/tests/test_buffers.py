"""Every kind of buffer is read and written where it is."""

import array
import ctypes
import hashlib
import mmap
import sys

import pytest

import carnelian


def kinds(data, tmp_path):
    path = tmp_path / "data"
    path.write_bytes(data)
    with path.open("r+b") as file:
        mapped = mmap.mmap(file.fileno(), 0)
    yield data
    yield bytearray(data)
    yield memoryview(data)
    yield memoryview(bytearray(data))
    yield memoryview(b"x" + data + b"x")[1:-1]
    yield memoryview(data).cast("I")
    yield memoryview(data).cast("B", (4, len(data) // 4))
    yield mapped
    yield memoryview(mapped)
    yield array.array("B", data)
    yield array.array("d", data)
    yield (ctypes.c_char * len(data)).from_buffer_copy(data)

    class Bytes(bytes):
        pass

    yield Bytes(data)
    numpy = pytest.importorskip("numpy")
    yield numpy.frombuffer(data, numpy.uint8)
    yield numpy.frombuffer(data, numpy.float64)
    yield numpy.frombuffer(data, numpy.uint8).reshape(8, -1)
    yield numpy.array(bytearray(data))


@pytest.mark.parametrize("length", [64, 4096, 1 << 20])
def test_inputs(length, rng, tmp_path):
    data = rng.randbytes(length)
    expected = hashlib.sha256(data).digest()
    for buffer in kinds(data, tmp_path):
        assert carnelian.sha256(buffer).digest() == expected, type(buffer)
        assert carnelian.sha256.hash(buffer) == expected
        h = carnelian.sha256()
        h.update(buffer)
        assert h.digest() == expected


def test_views_are_released():
    data = bytearray(5000)
    carnelian.sha256(data)
    h = carnelian.sha256()
    h.update(data)
    key = carnelian.ChaCha20Poly1305(bytearray(32))
    with pytest.raises(carnelian.InvalidTag):
        key.decrypt(bytes(12), data)
    with pytest.raises(carnelian.InvalidLength):
        key.decrypt(data, data)
    out = bytearray(5016)
    key.encrypt_into(bytes(12), data, data, out)
    # A bytearray that is exported refuses to be resized.
    data.append(1)
    out.append(1)


def test_not_contiguous():
    backwards = memoryview(bytes(100))[::-1]
    with pytest.raises(carnelian.InvalidBuffer):
        carnelian.sha256(backwards)
    with pytest.raises(BufferError) as caught:
        carnelian.sha256(memoryview(bytes(100))[::2])
    assert isinstance(caught.value.__cause__, BufferError)
    numpy = pytest.importorskip("numpy")
    for array_ in (numpy.zeros((8, 8))[:, 0], numpy.asfortranarray(numpy.zeros((8, 8)))):
        with pytest.raises(carnelian.InvalidBuffer):
            carnelian.sha256(array_)
        with pytest.raises(carnelian.InvalidBuffer):
            carnelian.random_fill(array_)


def test_not_buffers():
    for wrong in ("text", None, 1, [1, 2], object(), {1: 2}):
        with pytest.raises(TypeError):
            carnelian.sha256(wrong)
        with pytest.raises(TypeError):
            carnelian.random_fill(wrong)


def test_released_memoryview():
    view = memoryview(bytearray(10))
    view.release()
    with pytest.raises((carnelian.InvalidBuffer, ValueError)):
        carnelian.sha256(view)


def test_outputs(tmp_path):
    path = tmp_path / "data"
    path.write_bytes(bytes(64))
    with path.open("r+b") as file:
        mapped = mmap.mmap(file.fileno(), 0)
    for out in (bytearray(64), memoryview(bytearray(64)), array.array("q", bytes(64)), mapped):
        carnelian.random_fill(out)
        assert any(bytes(memoryview(out)))
    carnelian.random_fill(bytearray())
    for readonly in (b"bytes", memoryview(b"bytes")):
        with pytest.raises(carnelian.InvalidBuffer):
            carnelian.random_fill(readonly)


def test_random_bytes():
    assert carnelian.random_bytes(0) == b""
    assert len(carnelian.random_bytes(100_000)) == 100_000
    assert carnelian.random_bytes(32) != carnelian.random_bytes(32)
    with pytest.raises(ValueError):
        carnelian.random_bytes(-1)
    with pytest.raises(MemoryError):
        carnelian.random_bytes(1 << 62)


def test_a_released_view():
    released = memoryview(b"abc")
    released.release()
    with pytest.raises(carnelian.InvalidBuffer, match="released"):
        carnelian.sha256(released)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="classes cannot export buffers")
@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, TypeError])
def test_errors_of_exporters_pass(error):
    class Exporter:
        def __buffer__(self, flags):
            raise error("a reason")

    with pytest.raises(error, match="a reason"):
        carnelian.sha256(Exporter())


@pytest.mark.parametrize("length", [1 << 62, 1 << 63, (1 << 64) - 1])
def test_lengths_beyond_memory(length):
    from carnelian import argon2, ed25519

    for call in (
        lambda: carnelian.random_bytes(length),
        lambda: carnelian.shake_128().digest(length),
        lambda: carnelian.shake_256().hexdigest(length),
        lambda: carnelian.shake_128.hash(b"", length),
        lambda: carnelian.kmac_128(b"key", digest_size=length).digest(),
        lambda: argon2.hash_secret_raw(b"password", b"some salt", 1, 8, 1, length),
        lambda: ed25519.generate_batch(length),
    ):
        with pytest.raises(MemoryError):
            call()
