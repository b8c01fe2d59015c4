"""A program that type checkers must accept, with the types that they must find."""

import io
import mmap
from array import array
from typing import Union

from typing_extensions import assert_type

import carnelian
from carnelian import (
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
