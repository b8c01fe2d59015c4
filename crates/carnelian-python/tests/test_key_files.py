"""Keys as PEM and DER, of every algorithm that has them, beside `cryptography`."""

import copy
import pickle

import pytest

import carnelian
from carnelian import ed25519, mldsa, mlkem, slhdsa, x25519

PRIVATE = [
    (ed25519.SigningKey, "verifying_key"),
    (x25519.SecretKey, "public_key"),
    (mlkem.DecapsulationKey512, "encapsulation_key"),
    (mlkem.DecapsulationKey768, "encapsulation_key"),
    (mlkem.DecapsulationKey1024, "encapsulation_key"),
    (mldsa.SigningKey44, "verifying_key"),
    (mldsa.SigningKey65, "verifying_key"),
    (mldsa.SigningKey87, "verifying_key"),
    (slhdsa.SigningKeySHA2_128f, "verifying_key"),
    (slhdsa.SigningKeySHAKE_128f, "verifying_key"),
    (slhdsa.SigningKeySHA2_256f, "verifying_key"),
]
each = pytest.mark.parametrize(("private", "public_name"), PRIVATE)


@each
def test_private_keys(private, public_name):
    key = private.generate()
    raw = key.to_bytes()
    assert private.from_bytes(raw).to_bytes() == raw
    pem, der = key.to_pem(), key.to_der()
    assert pem.startswith(b"-----BEGIN PRIVATE KEY-----\n")
    for kind in (bytes, bytearray, bytes.decode):
        assert private.from_pem(kind(pem)).to_bytes() == raw
    assert private.from_der(bytearray(der)).to_bytes() == raw
    for password in (b"correct horse", "correct horse"):
        encrypted = key.to_pem(password=password)
        assert encrypted.startswith(b"-----BEGIN ENCRYPTED PRIVATE KEY-----\n")
        assert private.from_pem(encrypted, password="correct horse").to_bytes() == raw
        assert private.from_der(key.to_der(password), b"correct horse").to_bytes() == raw
    for wrong in ({"password": "wrong"}, {}):
        with pytest.raises(carnelian.InvalidEncoding):
            private.from_pem(encrypted, **wrong)
        with pytest.raises(ValueError):
            private.from_pem(encrypted, **wrong)
    assert raw not in encrypted


@each
def test_public_keys(private, public_name):
    key = getattr(private.generate(), public_name)
    public = type(key)
    assert public.from_bytes(key.to_bytes()) == public.from_pem(key.to_pem()) == public.from_der(key.to_der()) == key
    assert public.from_pem(key.to_pem().decode()) == key
    assert bytes(key) == key.to_bytes()
    assert hash(key) == hash(public.from_bytes(key.to_bytes()))
    other = getattr(private.generate(), public_name)
    assert key != other
    assert {key: 1, other: 2}[public.from_bytes(key.to_bytes())] == 1
    assert key != b"bytes"
    assert key.to_bytes()[:8].hex() in repr(key)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(key, protocol)) == key
    assert copy.copy(key) == copy.deepcopy(key) == key


@each
def test_of_other_algorithms(private, public_name):
    for other, _ in PRIVATE:
        if other is not private:
            with pytest.raises(carnelian.InvalidEncoding):
                other.from_der(private.generate().to_der())


@pytest.mark.parametrize("garbage", [b"", b"\x30", b"\xff" * 100, b"-----BEGIN PRIVATE KEY-----\n", "é"])
@each
def test_garbage(private, public_name, garbage):
    public = type(getattr(private.generate(), public_name))
    with pytest.raises(carnelian.InvalidEncoding):
        private.from_pem(garbage)
    with pytest.raises(carnelian.InvalidEncoding):
        public.from_pem(garbage)
    if isinstance(garbage, bytes):
        with pytest.raises(carnelian.InvalidEncoding):
            private.from_der(garbage)
        with pytest.raises(carnelian.InvalidEncoding):
            public.from_der(garbage)


@pytest.mark.parametrize("private", [ed25519.SigningKey, x25519.SecretKey])
def test_beside_cryptography(private):
    serialization = pytest.importorskip("cryptography.hazmat.primitives.serialization")
    key = private.generate()
    theirs = serialization.load_pem_private_key(key.to_pem(), None)
    assert theirs.private_bytes_raw() == key.to_bytes()
    theirs = serialization.load_der_private_key(key.to_der("secret"), b"secret")
    assert theirs.private_bytes_raw() == key.to_bytes()
    encoding, form = serialization.Encoding, serialization.PrivateFormat.PKCS8
    encrypted = theirs.private_bytes(encoding.PEM, form, serialization.BestAvailableEncryption(b"secret"))
    assert private.from_pem(encrypted, "secret").to_bytes() == key.to_bytes()
    public = theirs.public_key().public_bytes(encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    ours = key.verifying_key if private is ed25519.SigningKey else key.public_key
    assert ours.to_pem() == public
