"""ML-DSA: answers that another implementation has computed, and everything that keys do."""

import copy
import hashlib
import pickle

import pytest

import carnelian
from carnelian import mldsa

# SHA-256 of the public key of the seed of bytes from 0, of the deterministic signature of b"a message" under b"a
# context", of that of its digest by SHA-512, and of mu.
KNOWN = [
    (
        "44",
        "9f107644c1084526af3bc8098680b05499a2325a644e388fb4f970e058d19d46",
        "9cfd9a4e6901c73a636ef3a3231162900125e2a0e461283d74bb42a9e3396db1",
        "cbd72decff117de560ec299e3a60bb34d2c03151436111bcd4a2eca13a1438dc",
        "8b579c0d4028f13edea92b7813d2d2b5ef9b72a5f50e2937d1c22d2cdedff954",
    ),
    (
        "65",
        "d666806e11cee19a7c989f7445f90dd419cf4d2d51db8c0fdb4c0f0a542238c9",
        "bf66ef1e101750d800065b877eab51d9bd66347a80d968a29d6eeecab0b65687",
        "793044cbba0c83d9b3aad67143b2d491d947ec24f05ad8485ebf718957c2d6fd",
        "b954ab527a35a3820b2abc284bace644cf7d3472a97c4b8e67faa3c020ffc8e3",
    ),
    (
        "87",
        "91dc389cfaa01470b7f66eee45a4ae9026d154817c754dfe22298b3fa241ffcd",
        "b6aaad44fe0aa74b974c464d1604d9b2ba3b6eadc9e9023d9a6b7c0dc33ebcbe",
        "f21914027ccb8b48a278df8c1a9d2faae4636d2e67ff96157185fa13e73a1480",
        "919c4a2c34ba250675e966fb6048233d743929805f62fe053cce0d8ef4bec42e",
    ),
]
SETS = [mldsa.ML_DSA_44, mldsa.ML_DSA_65, mldsa.ML_DSA_87]

each = pytest.mark.parametrize("parameters", SETS, ids=[parameters.name for parameters in SETS])


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def both(key):
    """The key as it is, and prepared."""
    return (key, key.prepare())


@pytest.mark.parametrize(("size", "public", "signature", "of_digest", "mu"), KNOWN, ids=[row[0] for row in KNOWN])
def test_known_answers(size, public, signature, of_digest, mu):
    parameters = getattr(mldsa, f"ML_DSA_{size}")
    assert parameters.name == f"ML-DSA-{size}"
    for key in both(parameters.SigningKey.from_bytes(bytes(range(32)))):
        assert key.name == key.verifying_key.name == parameters.name
        assert sha256(key.verifying_key.to_bytes()) == public
        signed = key.sign(b"a message", context=b"a context", deterministic=True)
        assert len(signed) == parameters.signature_size
        assert sha256(signed) == signature
        hashed = key.sign(b"a message", context=b"a context", prehash="sha512", deterministic=True)
        assert sha256(hashed) == of_digest
        for verifying in both(parameters.VerifyingKey.from_bytes(key.verifying_key.to_bytes())):
            hasher = verifying.mu_hasher(context=b"a context")
            hasher.update(b"a message")
            assert sha256(hasher.digest()) == mu
            assert key.sign_mu(hasher.digest(), deterministic=True) == signed
            verifying.verify(signed, b"a message", context=b"a context")
            verifying.verify_mu(signed, hasher.digest())
            verifying.verify(hashed, b"a message", context=b"a context", prehash="sha512")
            with pytest.raises(carnelian.InvalidSignature):
                verifying.verify(signed, b"a massage", context=b"a context")
            # A signature of a digest is none of the message, nor the reverse.
            with pytest.raises(carnelian.InvalidSignature):
                verifying.verify(hashed, b"a message", context=b"a context")
            with pytest.raises(carnelian.InvalidSignature):
                verifying.verify(signed, b"a message", context=b"a context", prehash="sha512")


@each
def test_keys(parameters):
    key = parameters.generate()
    public = key.verifying_key
    assert len(public.to_bytes()) == parameters.verifying_key_size
    assert parameters.SigningKey.from_bytes(bytearray(key.to_bytes())).verifying_key == public
    assert parameters.generate().to_bytes() != key.to_bytes()
    expanded = parameters.SigningKey.from_bytes(key.to_expanded_bytes())
    assert key.prepare().to_bytes() == key.to_bytes()
    for unknown in both(expanded):
        assert unknown.verifying_key == public
        assert unknown.to_expanded_bytes() == key.to_expanded_bytes()
        assert unknown.sign(b"", deterministic=True) == key.sign(b"", deterministic=True)
        with pytest.raises(carnelian.InvalidKey, match="unknown"):
            unknown.to_bytes()
    assert parameters.SigningKey.from_pem(key.prepare().to_pem()).to_bytes() == key.to_bytes()

    prepared = public.prepare()
    assert prepared == public and hash(prepared) == hash(public) and bytes(prepared) == public.to_bytes()
    for copied in (pickle.loads(pickle.dumps(prepared)), copy.copy(prepared), copy.deepcopy(prepared)):
        assert copied == public
    assert parameters.VerifyingKey.from_pem(prepared.to_pem()) == public
    assert repr(prepared) == repr(public)


@each
def test_keys_that_are_none(parameters):
    key = parameters.generate()
    expanded = bytearray(key.to_expanded_bytes())
    for wrong in (b"", bytes(31), bytes(33), expanded[1:], expanded + b"\0", key.verifying_key.to_bytes()):
        with pytest.raises(carnelian.InvalidKey, match="length"):
            parameters.SigningKey.from_bytes(wrong)
    # A coefficient out of range, another hash of the public key, another t0.
    for at, value, told in ((128, 0xFF, "range"), (64, expanded[64] ^ 1, "together"), (-1, expanded[-1] ^ 128, "together")):
        changed = bytearray(expanded)
        changed[at] = value
        with pytest.raises(carnelian.InvalidKey, match=told):
            parameters.SigningKey.from_bytes(changed)
    public = key.verifying_key.to_bytes()
    for wrong in (b"", public[1:], public + b"\0"):
        with pytest.raises(carnelian.InvalidLength):
            parameters.VerifyingKey.from_bytes(wrong)
        with pytest.raises(ValueError):
            parameters.VerifyingKey.from_bytes(wrong)
    with pytest.raises(TypeError):
        parameters.VerifyingKey.from_bytes("text")


@each
def test_signatures(parameters, rng):
    plain = parameters.generate()
    for key, public in zip(both(plain), both(plain.verifying_key)):
        for length in (0, 1, 5000):
            message = rng.randbytes(length)
            signature = key.sign(message)
            assert len(signature) == parameters.signature_size
            assert signature != key.sign(message)
            assert key.sign(message, deterministic=True) == plain.sign(bytearray(message), deterministic=True)
            public.verify(bytearray(signature), message)
            assert key.sign(message, deterministic=True, verified=True) == plain.sign(message, deterministic=True)
            public.verify(key.sign(message, verified=True), message)
            digest = key.sign(message, prehash="sha512", verified=True)
            public.verify(digest, message, prehash="sha512")
            public.verify(key.sign(message, prehash="sha512", deterministic=True, verified=True), message, prehash="sha512")
            public.verify(key.sign(message, context=b"c"), memoryview(message), context=b"c")
            for wrong in ((signature, message + b"!", b""), (signature, message, b"c")):
                with pytest.raises(carnelian.InvalidSignature):
                    public.verify(wrong[0], wrong[1], context=wrong[2])
            with pytest.raises(carnelian.InvalidSignature):
                parameters.generate().verifying_key.verify(signature, message)
        key.check_pair()
        public.verify(key.sign(b"m", context=bytes(255)), b"m", context=bytes(255))
        with pytest.raises(carnelian.InvalidLength, match="found 256"):
            key.sign(b"", context=bytes(256))
        with pytest.raises(carnelian.InvalidLength, match="found 256"):
            public.verify(signature, message, context=bytes(256))


def malformed(parameters, signature):
    """Strings that are not the signature, each of another class."""
    c_tilde, omega = {"ML-DSA-44": (32, 80), "ML-DSA-65": (48, 55), "ML-DSA-87": (64, 75)}[parameters.name]
    rows = {"ML-DSA-44": 4, "ML-DSA-65": 6, "ML-DSA-87": 8}[parameters.name]
    hint = len(signature) - omega - rows
    changes = {
        "another c tilde": (0, signature[0] ^ 1),
        "another z": (hint - 1, signature[hint - 1] ^ 1),
        "too many ones": (len(signature) - 1, omega + 1),
        "an end before its beginning": (len(signature) - 2, omega + 1),
        "padding that is not zero": (hint + omega - 1, 1),
    }
    assert signature[hint + omega - 1] == 0
    for what, (at, value) in changes.items():
        changed = bytearray(signature)
        changed[at] = value
        yield what, bytes(changed)
    yield "a coefficient of z that is too large", signature[:c_tilde] + bytes(4) + signature[c_tilde + 4 :]
    yield "nothing", b""
    yield "a byte fewer", signature[:-1]
    yield "a byte more", signature + b"\0"
    yield "zeros", bytes(len(signature))


@each
def test_signatures_that_are_none(parameters):
    key = parameters.SigningKey.from_bytes(bytes(32))
    public = key.verifying_key
    signature = key.sign(b"m", deterministic=True)
    of_digest = key.sign(b"m", prehash="sha512", deterministic=True)
    hasher = public.mu_hasher()
    hasher.update(b"m")
    for verifying in both(public):
        for what, wrong in malformed(parameters, signature):
            with pytest.raises(carnelian.InvalidSignature):
                verifying.verify(wrong, b"m")
            with pytest.raises(carnelian.InvalidSignature):
                verifying.verify_mu(wrong, hasher.digest())
            assert verifying.verify_batch([signature, wrong], [b"m", b"m"]) == [True, False], what
        for _, wrong in malformed(parameters, of_digest):
            with pytest.raises(carnelian.InvalidSignature):
                verifying.verify(wrong, b"m", prehash="sha512")
    for other in SETS:
        if other is not parameters:
            with pytest.raises(carnelian.InvalidSignature):
                other.generate().verifying_key.verify(signature, b"m")


@each
def test_prehash(parameters):
    key = parameters.generate()
    public = key.verifying_key
    sizes = {
        "sha224": 28,
        "sha256": 32,
        "sha384": 48,
        "sha512": 64,
        "sha512_256": 32,
        "sha3_224": 28,
        "sha3_256": 32,
        "sha3_384": 48,
        "sha3_512": 64,
        "shake_128": 32,
        "shake_256": 64,
    }
    # FIPS 204, Section 5.4: a digest of twice the security strength at least.
    needed = {"ML-DSA-44": 32, "ML-DSA-65": 48, "ML-DSA-87": 64}[parameters.name]
    strong = [name for name, size in sizes.items() if size >= needed]
    assert len(strong) == {32: 9, 48: 5, 64: 3}[needed]
    for name in strong:
        for signing, verifying in zip(both(key), both(public)):
            signature = signing.sign(b"message", prehash=name, context=b"c")
            verifying.verify(signature, b"message", prehash=name, context=b"c")
            for other in {*strong, None} - {name}:
                with pytest.raises(carnelian.InvalidSignature):
                    verifying.verify(signature, b"message", prehash=other, context=b"c")
            with pytest.raises(carnelian.InvalidSignature):
                verifying.verify(signature, b"message", prehash=name)
    for name in sizes.keys() - set(strong):
        for signing, verifying in zip(both(key), both(public)):
            with pytest.raises(carnelian.InvalidLength, match="digest"):
                signing.sign(b"message", prehash=name)
            with pytest.raises(carnelian.InvalidLength, match="digest"):
                verifying.verify(signature, b"message", prehash=name)
            with pytest.raises(carnelian.InvalidSignature):
                verifying.verify(signature, b"message", prehash=name, any_strength=True)
    for name in ("SHA512", "blake2b", ""):
        with pytest.raises(ValueError, match="HashML-DSA has no hash function"):
            key.sign(b"message", prehash=name)
        with pytest.raises(ValueError, match="HashML-DSA has no hash function"):
            public.verify(signature, b"message", prehash=name)


@each
def test_prehash_of_any_strength(parameters):
    key = parameters.generate()
    public = key.verifying_key
    # FIPS 204, Algorithm 4: M' with the identifier 2.16.840.1.101.3.4.2.4 of SHA-224, and mu.
    digest = bytes.fromhex("0609608648016503040204") + hashlib.sha224(b"message").digest()
    tr = hashlib.shake_256(public.to_bytes()).digest(64)
    signature = key.sign_mu(hashlib.shake_256(tr + b"\x01\x01c" + digest).digest(64))
    for verifying in both(public):
        verifying.verify(signature, b"message", prehash="sha224", context=b"c", any_strength=True)
        with pytest.raises(carnelian.InvalidLength, match="digest"):
            verifying.verify(signature, b"message", prehash="sha224", context=b"c")
        with pytest.raises(carnelian.InvalidSignature):
            verifying.verify(signature, b"massage", prehash="sha224", context=b"c", any_strength=True)


@each
def test_mu(parameters, rng):
    key = parameters.generate()
    public = key.verifying_key
    message = rng.randbytes(10_000)
    hasher = public.mu_hasher(context=b"c")
    for start in range(0, len(message), 1234):
        hasher.update(bytearray(message[start : start + 1234]))
    mu = hasher.digest()
    assert key.sign_mu(mu, deterministic=True, verified=True) == key.sign_mu(mu, deterministic=True)
    public.verify(key.sign_mu(mu, verified=True), message, context=b"c")
    assert len(mu) == 64 and hasher.digest() == mu
    expected = key.sign(message, context=b"c", deterministic=True)
    for signing, verifying in zip(both(key), both(public)):
        assert signing.sign_mu(bytearray(mu), deterministic=True) == expected
        hedged = signing.sign_mu(mu)
        assert hedged != signing.sign_mu(mu)
        verifying.verify_mu(hedged, memoryview(mu))
        verifying.verify(hedged, message, context=b"c")
        with pytest.raises(carnelian.InvalidSignature):
            verifying.verify_mu(hedged, bytes(64))
        for wrong in (b"", mu[1:], mu + b"\0"):
            with pytest.raises(carnelian.InvalidLength, match="mu: expected 64 bytes"):
                signing.sign_mu(wrong)
            with pytest.raises(carnelian.InvalidLength, match="mu: expected 64 bytes"):
                verifying.verify_mu(hedged, wrong)
    # A copy goes on by itself.
    other = hasher.copy()
    other.update(b"more")
    assert hasher.digest() == mu != other.digest()
    # Mu stands for the key and the context too.
    for stranger in (parameters.generate().verifying_key.mu_hasher(context=b"c"), public.mu_hasher()):
        stranger.update(message)
        assert stranger.digest() != mu
    with pytest.raises(carnelian.InvalidLength, match="found 256"):
        public.mu_hasher(context=bytes(256))
    with pytest.raises(TypeError):
        hasher.update("text")
    with pytest.raises(TypeError):
        pickle.dumps(hasher)


@each
def test_batches(parameters, rng):
    key = parameters.generate()
    messages = [rng.randbytes(length) for length in range(37)]
    for signing in both(key):
        signatures = signing.sign_batch(messages, context=b"c")
        assert {len(signature) for signature in signatures} == {parameters.signature_size}
        assert signatures != signing.sign_batch(messages, context=b"c", threads=3)
        for message, signature in zip(messages, signatures):
            key.verifying_key.verify(signature, message, context=b"c")
    for public in both(key.verifying_key):
        verify_batch = public.verify_batch
        assert verify_batch(signatures, messages, context=b"c") == [True] * 37
        assert verify_batch(signatures, messages, threads=1) == [False] * 37
        wrong = list(signatures)
        wrong[3], wrong[20], wrong[30], wrong[36] = wrong[3][:-1], None, wrong[31], b""
        expected = [True] * 37
        expected[3], expected[20], expected[30], expected[36] = False, None, False, False
        assert verify_batch(wrong, messages, context=b"c") == expected
        assert verify_batch(signatures[:1], messages[:1], context=b"c") == [True]
        with pytest.raises(ValueError):
            verify_batch(signatures, messages[1:])
        with pytest.raises(carnelian.InvalidLength):
            verify_batch(signatures, messages, context=bytes(256))
        with pytest.raises(TypeError):
            verify_batch(signatures[0], messages)
    some = key.sign_batch([bytearray(b"one"), None, b"three"])
    assert some[1] is None and key.verifying_key.verify_batch(some, [b"one", b"two", b"three"]) == [True, None, True]
    assert key.sign_batch([]) == key.verifying_key.verify_batch([], []) == []
    with pytest.raises(carnelian.InvalidLength):
        key.sign_batch(messages, context=bytes(256))
    for wrong in (b"message", "messages", 7):
        with pytest.raises(TypeError):
            key.sign_batch(wrong)
    # More rows than are worked on at a time.
    many = [bytes([number % 251]) for number in range(300)]
    verdicts = key.verifying_key.verify_batch(key.sign_batch(many, threads=2), many, threads=2)
    assert verdicts == [True] * 300


def test_batches_of_numpy():
    numpy = pytest.importorskip("numpy")
    key = mldsa.ML_DSA_44.generate()
    messages = numpy.arange(12, dtype="uint8").reshape(4, 3)
    signatures = key.sign_batch(messages)
    assert signatures.shape == (4, 2420) and signatures.dtype == "uint8"
    signatures[2, 5] ^= 1
    assert key.verifying_key.verify_batch(signatures, messages).tolist() == [True, True, False, True]
    out = numpy.zeros(4, dtype="bool")
    key.verifying_key.verify_batch(signatures, messages, out=out)
    assert out.tolist() == [True, True, False, True]
    out = numpy.zeros((4, 2420), dtype="uint8")
    key.sign_batch(messages, out=out)
    assert key.verifying_key.verify_batch(out, messages).all()


def test_batches_of_arrow():
    pyarrow = pytest.importorskip("pyarrow")
    key = mldsa.ML_DSA_87.generate()
    messages = pyarrow.array([b"one", None, b"three"])
    signatures = pyarrow.array(key.sign_batch(messages))
    verdicts = key.verifying_key.verify_batch(signatures, messages)
    assert pyarrow.array(verdicts).to_pylist() == [True, None, True]


@pytest.mark.parametrize("size", ["44", "65", "87"])
def test_beside_cryptography(size):
    theirs = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.mldsa")
    from cryptography.exceptions import UnsupportedAlgorithm

    key = getattr(mldsa, f"ML_DSA_{size}").generate()
    public = key.verifying_key
    try:
        other = getattr(theirs, f"MLDSA{size}PrivateKey").from_seed_bytes(key.to_bytes())
    except UnsupportedAlgorithm:
        pytest.skip("this OpenSSL lacks ML-DSA")
    assert other.public_key().public_bytes_raw() == public.to_bytes()
    for context in (b"", b"c"):
        other.public_key().verify(key.sign(b"message", context=context), b"message", context)
        public.verify(other.sign(b"message", context), b"message", context=context)
        assert public.verify_batch([other.sign(b"message", context)] * 3, [b"message"] * 3, context=context) == [True] * 3
        if not hasattr(theirs, "MLDSAMuHasher"):
            continue
        ours, their_hasher = public.mu_hasher(context=context), theirs.MLDSAMuHasher(other.public_key(), context)
        for hasher in (ours, their_hasher):
            hasher.update(b"mess")
            hasher.update(b"age")
        mu = ours.digest()
        assert their_hasher.finalize() == mu
        other.public_key().verify_mu(key.sign_mu(mu), mu)
        public.verify_mu(other.sign_mu(mu), mu)
        public.verify(other.sign_mu(mu), b"message", context=context)
