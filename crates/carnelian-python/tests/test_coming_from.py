"""The code on the right of docs/guide/coming-from.md in its tables for Python, run: each cell must stand here.

Where the other package is installed, both sides give the same bytes.
"""

import hashlib
import hmac
import importlib
import inspect
import re
import sys
from pathlib import Path

import pytest

import carnelian
import carnelian.argon2
import carnelian.hkdf
import carnelian.hmac
from carnelian import ed25519, nacl, x25519
from carnelian.argon2 import PasswordHasher
from carnelian.mldsa import ML_DSA_65
from carnelian.mlkem import ML_KEM_768

GUIDE = Path(__file__).parents[3] / "docs" / "guide" / "coming-from.md"


def cells(heading):
    """Return the code on the right in the table under a heading."""
    section = GUIDE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `.* \| (`.*`) \|$", section, re.MULTILINE)
    return [code for row in rows for code in re.findall(r"`([^`]*)`", row)]


@pytest.mark.parametrize("heading, rows", [("cryptography", 18), ("PyNaCl", 13), ("hashlib and hmac", 8)])
def test_every_cell_stands_here(heading, rows):
    here = inspect.getsource(sys.modules[__name__])
    codes = cells(heading)
    assert len(codes) >= rows
    assert not [code for code in codes if code not in here]


def test_cryptography():
    key, salt, info, secret, data = b"k" * 32, b"salt" * 4, b"info", b"secret", b"data"
    nonce, aad, context, password = b"n" * 12, b"header", b"orders", b"correct horse"
    h = carnelian.sha256()
    h.update(data)
    assert h.digest() == hashlib.sha256(data).digest()
    tag = hmac.digest(key, data, "sha256")
    h = carnelian.hmac.HMAC(key, digestmod="sha256")
    h.update(data)
    h.verify(tag)
    derived = carnelian.hkdf.derive(secret, 32, salt=salt, info=info)
    assert derived != carnelian.argon2.hash_secret_raw(password, salt, 1, 65536, 4, 32)
    boxed = carnelian.ChaCha20Poly1305(key).encrypt(nonce, data, aad)
    sealed = carnelian.AESGCM(key).encrypt(nonce, data, aad)
    assert carnelian.AESGCM(key).decrypt(nonce, sealed, aad) == data != boxed
    siv = carnelian.AESGCMSIV(key)
    with pytest.raises(carnelian.InvalidTag):
        siv.decrypt(nonce, sealed, aad)

    key = ed25519.SigningKey.generate()
    public = key.verifying_key
    seed = key.to_bytes()
    assert ed25519.SigningKey.from_bytes(seed).verifying_key == public
    signature = key.sign(data)
    public.verify(signature, data)
    with pytest.raises(carnelian.InvalidSignature):
        public.verify(signature, b"other")
    pem = key.to_pem(password=b"secret")
    assert ed25519.SigningKey.from_pem(pem, b"secret").to_bytes() == seed
    assert ed25519.VerifyingKey.from_der(public.to_der()) == public
    theirs = x25519.SecretKey.generate().public_key
    assert len(x25519.SecretKey.generate().exchange(theirs)) == 32
    dk = ML_KEM_768.generate()
    ek = dk.encapsulation_key
    secret, ct = ek.encapsulate()
    assert dk.decapsulate(ct) == secret
    assert len(ML_DSA_65.generate().sign(data, context=context)) == 3309


def test_same_as_cryptography():
    pytest.importorskip("cryptography")
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.ciphers import aead
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    key, salt, info, nonce, aad, data = b"k" * 32, b"salt" * 4, b"info", b"n" * 12, b"header", b"data"
    derived = carnelian.hkdf.derive(b"secret", 32, salt=salt, info=info)
    assert HKDF(hashes.SHA256(), 32, salt, info).derive(b"secret") == derived
    argon2 = Argon2id(salt=salt, length=32, iterations=1, lanes=4, memory_cost=65536)
    assert argon2.derive(b"password") == carnelian.argon2.hash_secret_raw(b"password", salt, 1, 65536, 4, 32)
    for name in ["ChaCha20Poly1305", "AESGCM", "AESGCMSIV"]:
        ours = getattr(carnelian, name)(key).encrypt(nonce, data, aad)
        assert getattr(aead, name)(key).encrypt(nonce, data, aad) == ours
    signing = ed25519.SigningKey.generate()
    theirs = serialization.load_pem_private_key(signing.to_pem(password=b"secret"), b"secret")
    assert theirs.private_bytes_raw() == signing.to_bytes()
    serialization.load_der_public_key(signing.verifying_key.to_der()).verify(signing.sign(data), data)


def test_pynacl():
    key, data, seed, salt, nonce, aad = b"k" * 32, b"data", b"s" * 32, b"salt" * 4, b"n" * 24, b"header"
    a, b, password = b"same", b"same", b"correct horse"
    sealed = nacl.SecretBox(key).encrypt(data)
    assert nacl.SecretBox(key).decrypt(sealed) == data
    mine, other = x25519.SecretKey.generate(), x25519.SecretKey.generate()
    theirs = other.public_key
    boxed = nacl.Box(mine, theirs).encrypt(data)
    assert nacl.Box(other, mine.public_key).decrypt(boxed) == data
    theirs = mine.public_key
    anonymous = nacl.SealedBox(theirs).encrypt(data)
    assert anonymous != sealed
    sealed = anonymous
    assert nacl.SealedBox(mine).decrypt(sealed) == data
    assert ed25519.SigningKey.generate().to_bytes() != seed
    key = ed25519.SigningKey.from_bytes(seed)
    public = key.verifying_key
    signature = key.sign(data)
    public.verify(signature, data)
    assert key.to_x25519().public_key == public.to_x25519()
    assert len(carnelian.blake2b(data, digest_size=32).digest()) == 32
    stored = PasswordHasher().hash(password)
    assert PasswordHasher().verify(stored, password)
    assert len(carnelian.argon2.hash_secret_raw(password, salt, 2, 65536, 1, 32)) == 32
    key = b"k" * 32
    encrypted = carnelian.XChaCha20Poly1305(key).encrypt(nonce, data, aad)
    assert carnelian.XChaCha20Poly1305(key).decrypt(nonce, encrypted, aad) == data
    assert len(carnelian.random_bytes(32)) == 32
    assert carnelian.hmac.compare_digest(a, b)


def test_same_as_pynacl():
    theirs = pytest.importorskip("nacl")
    for module in ["bindings", "encoding", "hash", "public", "pwhash", "secret", "signing"]:
        importlib.import_module(f"nacl.{module}")
    key, data, seed, salt, nonce, aad = b"k" * 32, b"data", b"s" * 32, b"salt" * 4, b"n" * 24, b"header"
    raw, mine, signing = theirs.encoding.RawEncoder, x25519.SecretKey.generate(), ed25519.SigningKey.from_bytes(seed)
    assert theirs.secret.SecretBox(key).decrypt(nacl.SecretBox(key).encrypt(data)) == data
    sealed = nacl.SealedBox(mine.public_key).encrypt(data)
    assert theirs.public.SealedBox(theirs.public.PrivateKey(mine.to_bytes())).decrypt(sealed) == data
    assert theirs.signing.SigningKey(seed).sign(data).signature == signing.sign(data)
    to_x25519 = theirs.signing.SigningKey(seed).to_curve25519_private_key()
    assert bytes(to_x25519) == signing.to_x25519().to_bytes()
    digest = carnelian.blake2b(data, digest_size=32).digest()
    assert theirs.hash.generichash(data, digest_size=32, encoder=raw) == digest
    assert theirs.pwhash.verify(PasswordHasher().hash("password").encode(), b"password")
    kdf = theirs.pwhash.argon2id.kdf(32, b"password", salt, opslimit=2, memlimit=67108864)
    assert kdf == carnelian.argon2.hash_secret_raw(b"password", salt, 2, 65536, 1, 32)
    encrypted = carnelian.XChaCha20Poly1305(key).encrypt(nonce, data, aad)
    assert theirs.bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(data, aad, nonce, key) == encrypted


def test_hashlib_and_hmac():
    data, key, person, messages, a, b = b"data", b"key", b"person", [b"one", b"two"], b"same", b"same"
    assert carnelian.sha256(data).hexdigest() == hashlib.sha256(data).hexdigest()
    assert carnelian.new("sha512", data).digest() == hashlib.new("sha512", data).digest()
    assert carnelian.shake_128(data).digest(32) == hashlib.shake_128(data).digest(32)
    ours = carnelian.blake2b(data, digest_size=32, key=key, person=person)
    assert ours.digest() == hashlib.blake2b(data, digest_size=32, key=key, person=person).digest()
    assert carnelian.hmac.new(key, data, "sha256").digest() == hmac.new(key, data, "sha256").digest()
    assert carnelian.hmac.digest(key, data, "sha256") == hmac.digest(key, data, "sha256")
    assert carnelian.hmac.compare_digest(a, b)
    assert list(carnelian.hash_batch("sha256", messages)) == [hashlib.sha256(m).digest() for m in messages]


@pytest.mark.skipif(sys.version_info < (3, 11), reason="file_digest is new in Python 3.11")
def test_file_digest(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"data")
    with path.open("rb") as file:
        assert hashlib.file_digest(file, carnelian.sha256).digest() == carnelian.sha256(b"data").digest()
