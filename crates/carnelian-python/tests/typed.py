"""A program that type checkers must accept, with the types that they must find."""

import io
import mmap
from array import array
from typing import Any, Optional, Union

import numpy
from typing_extensions import assert_type

import carnelian
from carnelian import (
    algorithms,
    argon2,
    dhkem,
    ed25519,
    hkdf,
    hmac,
    hybrid,
    mldsa,
    mlkem,
    nacl,
    ristretto255,
    sealed_file,
    slhdsa,
    x25519,
    xwing,
)


def hashes(mapped: mmap.mmap) -> None:
    assert_type(carnelian.sha256(mapped).digest(), bytes)
    assert_type(carnelian.sha256.hash(array("d")), bytes)
    assert_type(carnelian.blake2b(b"data", digest_size=20, key=memoryview(b"key")).copy(), carnelian.blake2b)
    assert_type(carnelian.shake_128(b"").hexdigest(5), str)
    assert_type(hmac.new(b"key", None, carnelian.sha256).verify(b""), None)
    assert_type(hmac.compare_digest("a", "b"), bool)
    assert_type(hkdf.derive(b"key", 32, algorithm="sha512"), bytes)
    assert_type(hkdf.derive(b"key", 32, salt=None, info=None), bytes)
    assert_type(carnelian.new("blake2b", digest_size=20), carnelian.blake2b)
    assert_type(carnelian.new("shake_128").digest(20), bytes)


def found_by_name(header: dict[str, str]) -> None:
    scheme = algorithms.signature(jose=header["alg"])
    assert_type(scheme.oid, Optional[str])
    key = scheme.generate()
    assert_type(key.sign(b"message", prehash="sha512"), bytes)
    assert_type(algorithms.VerifyingKey.from_pem("").verify(b"", b""), None)
    assert_type(algorithms.mac("HS256").new(b"key", b"message"), algorithms.Mac)
    assert_type(algorithms.kems(), list[algorithms.KemAlgorithm])


class Arrow:
    """As any library has it."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        raise NotImplementedError


class ArrowInPieces:
    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        raise NotImplementedError


Matrix = numpy.ndarray[Any, numpy.dtype[numpy.uint8]]
Verdicts = numpy.ndarray[Any, numpy.dtype[numpy.bool_]]


def columns(rows: list[bytes], some: list[Optional[bytes]], arrow: Arrow, pieces: ArrowInPieces, matrix: Matrix) -> None:
    key = ed25519.SigningKey.generate()
    assert_type(carnelian.hash_batch("sha256", rows), list[bytes])
    assert_type(carnelian.hash_batch("sha256", (row for row in rows), threads=1), list[bytes])
    assert_type(carnelian.hash_batch("sha256", some), list[Optional[bytes]])
    assert_type(carnelian.hash_batch("sha256", arrow), "carnelian.Column[bytes]")
    assert_type(carnelian.hmac_batch("sha256", b"key", pieces)[0], Optional[bytes])
    assert_type(carnelian.hash_batch("sha256", matrix), Matrix)
    assert_type(carnelian.hash_batch("sha256", pieces, out=bytearray(64)), bytearray)
    assert_type(carnelian.x25519_batch(bytes(32), rows), list[Optional[bytes]])
    assert_type(carnelian.x25519_batch(x25519.SecretKey.generate(), matrix), Matrix)
    assert_type(x25519.exchange_batch(arrow, matrix), "carnelian.Column[bytes]")
    assert_type(x25519.derive_batch([x25519.SecretKey.generate()]), list[bytes])
    assert_type(ed25519.verify_batch(rows, rows, rows), list[bool])
    assert_type(ed25519.verify_batch([key.verifying_key], b"message", rows), list[bool])
    assert_type(ed25519.verify_batch(key.verifying_key, rows, some, rule="strict"), list[Optional[bool]])
    assert_type(ed25519.verify_batch(rows, matrix, rows), Verdicts)
    assert_type(ed25519.verify_batch(rows, matrix, arrow).invalid(), list[int])
    assert_type(ed25519.sign_batch(key, rows), list[bytes])
    assert_type(ed25519.sign_batch([key], b"message"), list[bytes])
    assert_type(ed25519.derive_batch(pieces)[1:], list[Optional[bytes]])
    postquantum = mldsa.ML_DSA_65.generate()
    assert_type(postquantum.sign_batch(rows), list[bytes])
    assert_type(postquantum.sign_batch(pieces, context=b"context"), "carnelian.Column[bytes]")
    assert_type(postquantum.verifying_key.verify_batch(rows, rows), list[bool])
    assert_type(postquantum.verifying_key.verify_batch(rows, some), list[Optional[bool]])
    assert_type(postquantum.verifying_key.verify_batch(matrix, rows), Verdicts)


def encryption(key: Union[carnelian.AESGCM, carnelian.ChaCha20Poly1305]) -> None:
    assert_type(key.decrypt(b"nonce", bytearray(b"data")), bytes)
    assert_type(key.encrypt_into(b"nonce", b"data", None, bytearray(20)), int)
    assert_type(nacl.SecretBox(nacl.SecretBox.generate_key()).encrypt(b"data"), bytes)
    assert_type(sealed_file.seal(io.BytesIO(), io.BytesIO(), key=b"", progress=print), int)


def keys() -> None:
    signing = ed25519.SigningKey.from_pem("text", password="password")
    assert_type(signing.verifying_key, ed25519.VerifyingKey)
    assert_type(signing.sign(b"message", context=b"context"), bytes)
    assert_type(signing.verifying_key.prepare().verify(b"", b"", rule="strict"), None)
    secret = x25519.SecretKey.generate()
    assert_type(secret.exchange(secret.public_key), bytes)
    assert_type(mlkem.ML_KEM_768.generate(), mlkem.DecapsulationKey768)
    assert_type(mlkem.ML_KEM_512.EncapsulationKey.from_bytes(b"").encapsulate(), tuple[bytes, bytes])
    assert_type(mldsa.ML_DSA_87.generate().verifying_key, mldsa.VerifyingKey87)
    assert_type(mldsa.ML_DSA_44.SigningKey.from_bytes(b"").prepare(), mldsa.SigningKey44)
    assert_type(mldsa.VerifyingKey65.from_bytes(b"").prepare().mu_hasher(context=b"").copy(), mldsa.MuHasher)
    assert_type(mldsa.SigningKey65.generate().sign_mu(bytearray(64), deterministic=True), bytes)
    assert_type(mldsa.SigningKey65.generate().sign(b"", prehash="sha512"), bytes)
    assert_type(slhdsa.SLH_DSA_SHA2_128s.generate(), slhdsa.SigningKeySHA2_128s)
    assert_type(slhdsa.SLH_DSA_SHAKE_256f.SigningKey.from_pem(b"").verifying_key, slhdsa.VerifyingKeySHAKE_256f)
    assert_type(slhdsa.VerifyingKeySHA2_192f.from_der(b"").verify(b"", b"", prehash="sha512"), None)
    assert_type(xwing.DecapsulationKey.generate().encapsulation_key, xwing.EncapsulationKey)
    assert_type(dhkem.DecapsulationKey.generate().decapsulate(b""), bytes)
    assert_type(hybrid.x25519mlkem768_respond(b""), tuple[bytes, bytes])
    scalar = ristretto255.Scalar(2)
    assert_type(scalar * scalar, ristretto255.Scalar)
    assert_type(scalar * ristretto255.Point.generator(), ristretto255.Point)
    hasher = argon2.PasswordHasher(type=argon2.Type.I)
    assert_type(hasher.verify(hasher.hash("password"), b"password"), bool)
