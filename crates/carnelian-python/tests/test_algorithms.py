"""Algorithms that are found by what identifies them, and their objects beside the classes of one algorithm."""

import copy
import hashlib
import hmac
import pickle

import pytest

import carnelian
from carnelian import algorithms, ed25519, hkdf, mldsa, mlkem, slhdsa, x25519
from carnelian import hmac as our_hmac

ROLES = [
    (algorithms.hash, algorithms.hashes),
    (algorithms.mac, algorithms.macs),
    (algorithms.aead, algorithms.aeads),
    (algorithms.signature, algorithms.signatures),
    (algorithms.kem, algorithms.kems),
    (algorithms.stream_cipher, algorithms.stream_ciphers),
    (algorithms.agreement, algorithms.agreements),
    (algorithms.kdf, algorithms.kdfs),
]


@pytest.mark.parametrize("one, every", ROLES)
def test_lookup(one, every):
    assert every() and len(set(every())) == len(every())
    for algorithm in every():
        spellings = [algorithm.id, algorithm.name, algorithm.name.lower(), algorithm.id.replace("-", "_")]
        for name in [*spellings, *algorithm.aliases]:
            assert one(name) == algorithm, name
        for kind in ("oid", "jose", "cose"):
            identifier = getattr(algorithm, kind)
            if identifier is not None:
                assert one(**{kind: identifier}) == algorithm
                assert kind == "cose" or one(identifier) == algorithm
        assert algorithm.standard and algorithm.status in ("recommended", "legacy", "study")
        assert hash(algorithm) == hash(one(algorithm.id))
        assert algorithm.name in repr(algorithm)
        assert pickle.loads(pickle.dumps(algorithm)) == copy.copy(algorithm) == algorithm
    for wanted in ({"oid": "1.2.3"}, {"jose": "none"}, {"jose": "hs256"}, {"cose": 0}):
        with pytest.raises(ValueError, match="unsupported"):
            one(**wanted)
    with pytest.raises(ValueError, match="unsupported .*: none"):
        one("none")
    for wrong in ({}, {"oid": "1", "jose": "x"}):
        with pytest.raises(TypeError):
            one(**wrong)


def test_a_name_of_another_role_is_not_found():
    for name in ("HS256", "ML-KEM-768", "A256GCM", "sha256"):
        with pytest.raises(ValueError):
            algorithms.signature(name)


@pytest.mark.parametrize("function", algorithms.hashes(), ids=lambda function: function.id)
def test_hashes(function):
    made = function.new(b"abc")
    assert type(made) is function.type is getattr(carnelian, made.name)
    assert function.type in {getattr(carnelian, name) for name in carnelian.algorithms_available}
    length = () if made.digest_size else (function.digest_size,)
    digest = made.digest(*length)
    assert len(digest) == function.digest_size and function.block_size == made.block_size
    if made.name in hashlib.algorithms_guaranteed:
        assert digest == hashlib.new(made.name, b"abc").digest(*length)
    empty = function.new()
    empty.update(b"abc")
    assert empty.digest(*length) == digest


def test_every_hash_function_is_in_every_list():
    fixed = [function for function in algorithms.hashes() if function.type.__name__.startswith("sha")]
    assert len(fixed) >= 9 and "SHA-512/256" in {function.name for function in fixed}
    key = mldsa.SigningKey44.from_bytes(bytes(32))
    for function in fixed:
        name = function.type.__name__
        assert carnelian.new(name.upper().replace("_", "-")).name == name
        if name.startswith("shake"):
            continue
        assert function.type.hash(b"abc") == carnelian.hash_batch(name, [b"abc"])[0]
        mac = our_hmac.digest(b"key", b"abc", name)
        assert carnelian.hmac_batch(name, b"key", [b"abc"]) == [mac]
        assert algorithms.mac(f"hmac-{function.id}").new(b"key", b"abc").digest() == mac
        if function.digest_size >= 32:
            signature = key.sign(b"abc", prehash=name)
            key.verifying_key.verify(signature, b"abc", prehash=name)


@pytest.mark.parametrize("function", algorithms.macs(), ids=lambda function: function.id)
def test_macs(function):
    mac = function.new(b"key", b"a mess")
    other = mac.copy()
    mac.update(b"age")
    tag = mac.digest()
    assert len(tag) == function.digest_size == mac.digest_size and mac.hexdigest() == tag.hex()
    mac.verify(tag)
    for wrong in (tag[:-1], tag + b"x", other.digest()):
        with pytest.raises(carnelian.InvalidTag):
            mac.verify(wrong)
    if function.jose is not None:
        bits = function.jose[2:]
        assert tag == hmac.digest(b"key", b"a message", f"sha{bits}")
    if function.name.startswith("HMAC"):
        with pytest.raises(carnelian.InvalidLength):
            function.new(b"key", digest_size=16)
        with pytest.raises(ValueError, match="customization"):
            function.new(b"key", customization=b"x")


def test_kmac():
    mac = algorithms.mac("KMAC128").new(b"key", b"abc", digest_size=20, customization=b"x")
    assert mac.digest() == carnelian.kmac_128(b"key", b"abc", digest_size=20, customization=b"x").digest()


@pytest.mark.parametrize("scheme", algorithms.aeads(), ids=lambda scheme: scheme.id)
def test_aeads(scheme, rng):
    raw = scheme.generate_key()
    assert len(raw) == scheme.key_size
    key, nonce = scheme.new(raw), rng.randbytes(scheme.nonce_size)
    assert key.algorithm == scheme
    aad = None if scheme.id == "xsalsa20-poly1305" else b"header"
    for length in (0, 1, 1000):
        data = rng.randbytes(length)
        sealed = key.encrypt(nonce, bytearray(data), aad)
        assert len(sealed) == length + scheme.tag_size
        assert key.decrypt(nonce, sealed, aad) == data
        with pytest.raises(carnelian.InvalidTag):
            key.decrypt(nonce, sealed[:-1] + bytes([sealed[-1] ^ 1]), aad)
    with pytest.raises(carnelian.InvalidTag):
        key.decrypt(nonce, b"short", aad)
    with pytest.raises(carnelian.InvalidLength, match="nonce"):
        key.encrypt(nonce + b"x", b"")
    with pytest.raises(carnelian.InvalidLength, match="key"):
        scheme.new(raw + b"x")


def test_aeads_are_those_of_the_classes():
    key, nonce = bytes(range(32)), bytes(12)
    for name, of_class in (
        ("A256GCM", carnelian.AESGCM),
        ("AES-256-GCM-SIV", carnelian.AESGCMSIV),
        ("ChaCha20-Poly1305", carnelian.ChaCha20Poly1305),
    ):
        assert algorithms.aead(name).new(key).encrypt(nonce, b"abc", b"x") == of_class(key).encrypt(nonce, b"abc", b"x")


def is_quick(scheme):
    """Returns whether no set of the same standard with keys of the same length has longer signatures: the small
    signatures of SLH-DSA take long."""
    return not any(
        (other.standard, other.verifying_key_size) == (scheme.standard, scheme.verifying_key_size)
        and other.signature_size > scheme.signature_size
        for other in algorithms.signatures()
    )


def test_quick_schemes_are_all_but_small_signatures():
    slow = [scheme.name for scheme in algorithms.signatures() if not is_quick(scheme)]
    assert slow and all(name.startswith("SLH-DSA-") and name.endswith("s") for name in slow)


@pytest.mark.parametrize("scheme", filter(is_quick, algorithms.signatures()), ids=lambda scheme: scheme.id)
def test_signatures(scheme):
    key = scheme.generate()
    public = key.verifying_key
    assert key.algorithm == public.algorithm == scheme
    assert len(bytes(public)) == len(public.to_bytes()) == scheme.verifying_key_size
    signature = key.sign(b"a message")
    assert len(signature) == scheme.signature_size
    public.verify(signature, bytearray(b"a message"))
    for wrong in (signature[:-1], signature[:-1] + bytes([signature[-1] ^ 1]), b""):
        with pytest.raises(carnelian.InvalidSignature):
            public.verify(wrong, b"a message")
    again = scheme.signing_key_from_bytes(key.to_bytes())
    assert again.sign(b"x", hedged=False) == key.sign(b"x", hedged=False)
    assert again.verifying_key == public == scheme.verifying_key_from_bytes(bytes(public))
    assert hash(again.verifying_key) == hash(public)
    assert pickle.loads(pickle.dumps(public)) == public
    with pytest.raises(TypeError):
        pickle.dumps(key)
    assert key.to_bytes()[:4].hex() not in repr(key)
    with pytest.raises(carnelian.InvalidLength):
        scheme.signing_key_from_bytes(b"short")
    with pytest.raises(carnelian.InvalidLength):
        scheme.verifying_key_from_bytes(b"short")
    key.check_pair()
    if scheme.key_types is None:
        with pytest.raises(ValueError, match="no files"):
            key.to_pem()
        with pytest.raises(ValueError, match="no files"):
            public.to_der()
        return
    private_type, public_type = scheme.key_types
    private = private_type.from_bytes(key.to_bytes())
    assert private.verifying_key == public_type.from_bytes(bytes(public))
    private.verifying_key.verify(signature, b"a message")
    for read in (
        algorithms.SigningKey.from_pem(key.to_pem()),
        algorithms.SigningKey.from_der(key.to_der()),
        algorithms.SigningKey.from_der(private.to_der()),
    ):
        assert read.algorithm == scheme and read.to_bytes() == key.to_bytes()
    for read in (
        algorithms.VerifyingKey.from_pem(public.to_pem()),
        algorithms.VerifyingKey.from_der(public.to_der()),
        algorithms.VerifyingKey.from_pem(private.verifying_key.to_pem()),
    ):
        assert read == public and read.algorithm == scheme


def test_options_of_signatures():
    key = algorithms.signature("ml-dsa-65").generate()
    public = key.verifying_key
    signature = key.sign(b"a message", context=b"orders", prehash="SHA-512", hedged=True, verified=True)
    public.verify(signature, b"a message", context=b"orders", prehash="sha512")
    with pytest.raises(carnelian.InvalidSignature):
        public.verify(signature, b"a message", context=b"others", prehash="sha512")
    with pytest.raises(carnelian.InvalidLength):
        key.sign(b"", prehash="sha256")
    with pytest.raises(carnelian.InvalidLength):
        key.sign(b"", context=bytes(256))
    for wrong in ("blake2b", "md5"):
        with pytest.raises(ValueError, match=wrong):
            key.sign(b"", prehash=wrong)
    with pytest.raises(ValueError):
        public.verify(signature, b"", rule="strict")
    eddsa = algorithms.signature("Ed25519")
    assert eddsa.rules == ("rfc8032", "zip215", "strict", "cofactorless")
    key = eddsa.generate()
    for rule in eddsa.rules:
        key.verifying_key.verify(key.sign(b"x"), b"x", rule=rule)


def test_key_types():
    assert algorithms.signature("Ed25519").key_types == (ed25519.SigningKey, ed25519.VerifyingKey)
    for module in (mldsa, slhdsa):
        sets = [value for name, value in vars(module).items() if name.isupper() or "_DSA_" in name]
        for parameters in sets:
            scheme = algorithms.signature(parameters.name)
            assert scheme.key_types == (parameters.SigningKey, parameters.VerifyingKey)
            sizes = (scheme.verifying_key_size, scheme.signature_size)
            assert sizes == (parameters.verifying_key_size, parameters.signature_size)
    assert algorithms.kem("ML-KEM-768").key_types == (mlkem.DecapsulationKey768, mlkem.EncapsulationKey768)


@pytest.mark.parametrize("scheme", algorithms.kems(), ids=lambda scheme: scheme.id)
def test_kems(scheme):
    key = scheme.generate()
    public = key.encapsulation_key
    assert key.algorithm == public.algorithm == scheme
    assert len(public.to_bytes()) == len(bytes(public)) == scheme.encapsulation_key_size
    secret, ciphertext = scheme.encapsulation_key_from_bytes(bytes(public)).encapsulate()
    assert (len(secret), len(ciphertext)) == (scheme.shared_secret_size, scheme.ciphertext_size)
    assert key.decapsulate(ciphertext) == secret
    with pytest.raises(carnelian.InvalidLength):
        key.decapsulate(ciphertext + b"x")
    with pytest.raises(carnelian.InvalidLength):
        scheme.encapsulation_key_from_bytes(b"short")
    assert pickle.loads(pickle.dumps(public)) == public
    key.check_pair()
    if scheme.id == "x25519mlkem768":
        with pytest.raises(ValueError):
            key.to_bytes()
    else:
        again = scheme.decapsulation_key_from_bytes(key.to_bytes())
        assert again.decapsulate(ciphertext) == secret and again.encapsulation_key == public
        with pytest.raises(carnelian.InvalidLength):
            scheme.decapsulation_key_from_bytes(b"short")
    if scheme.key_types is None:
        with pytest.raises(ValueError, match="no files"):
            key.to_der()
        return
    assert algorithms.DecapsulationKey.from_pem(key.to_pem()).to_bytes() == key.to_bytes()
    assert algorithms.DecapsulationKey.from_der(key.to_der()).algorithm == scheme
    assert algorithms.EncapsulationKey.from_pem(public.to_pem()) == public
    assert algorithms.EncapsulationKey.from_der(public.to_der()) == public
    with pytest.raises(carnelian.InvalidEncoding):
        algorithms.SigningKey.from_pem(key.to_pem())
    with pytest.raises(carnelian.InvalidEncoding):
        algorithms.VerifyingKey.from_pem(public.to_pem())


@pytest.mark.parametrize("scheme", algorithms.agreements(), ids=lambda scheme: scheme.id)
def test_agreements(scheme):
    ours, theirs = scheme.generate(), scheme.generate()
    secret = ours.exchange(theirs.public_key)
    assert secret == theirs.exchange(bytearray(ours.public_key))
    assert (len(ours.public_key), len(secret)) == (scheme.public_key_size, scheme.shared_secret_size)
    assert scheme.key_from_bytes(ours.to_bytes()).public_key == ours.public_key
    for read in (
        algorithms.AgreementKey.from_pem(ours.to_pem()),
        algorithms.AgreementKey.from_der(ours.to_der("password"), "password"),
    ):
        assert read.algorithm == scheme and read.to_bytes() == ours.to_bytes()
    with pytest.raises(carnelian.InvalidLength):
        scheme.key_from_bytes(b"short")
    with pytest.raises(carnelian.InvalidLength):
        ours.exchange(b"short")
    with pytest.raises(carnelian.InvalidEncoding):
        algorithms.SigningKey.from_pem(ours.to_pem())
    with pytest.raises(TypeError):
        pickle.dumps(ours)


def test_x25519():
    scheme = algorithms.agreement(oid="1.3.101.110")
    assert scheme.key_types == (x25519.SecretKey, x25519.PublicKey)
    with pytest.raises(carnelian.InvalidKey):
        scheme.generate().exchange(bytes(32))


@pytest.mark.parametrize("function", algorithms.kdfs(), ids=lambda function: function.id)
def test_kdfs(function):
    secret, salt, info = b"a shared secret", b"salt", b"info"
    derived = function.derive(secret, 77, salt=salt, info=info)
    prk = function.extract(bytearray(secret), salt=salt)
    assert len(prk) == function.prk_size and function.expand(prk, 77, info=info) == derived
    name = algorithms.hash(function.id[5:]).type.__name__
    assert hkdf.derive(secret, 77, salt=salt, info=info, algorithm=name) == derived
    assert len(function.derive(secret, function.max_length)) == function.max_length
    for refused in (
        lambda: function.derive(secret, function.max_length + 1),
        lambda: function.expand(prk[:-1], 1),
        lambda: function.expand(prk, -1),
    ):
        with pytest.raises(carnelian.InvalidLength):
            refused()


@pytest.mark.parametrize("cipher", algorithms.stream_ciphers(), ids=lambda cipher: cipher.id)
def test_stream_ciphers(cipher, rng):
    key, nonce, message = rng.randbytes(cipher.key_size), rng.randbytes(cipher.nonce_size), rng.randbytes(1000)
    sealed = cipher.new(key, nonce).update(message)
    assert sealed != message and len(sealed) == len(message)
    opening = cipher.new(key, nonce)
    assert opening.update(sealed[:7]) + opening.update(bytearray(sealed[7:])) == message
    assert opening.tell() == 1000
    opening.seek(500)
    assert opening.update(sealed[500:]) == message[500:]
    for wrong in ((key + b"x", nonce), (key, nonce + b"x")):
        with pytest.raises(carnelian.InvalidLength):
            cipher.new(*wrong)
    with pytest.raises(TypeError):
        pickle.dumps(opening)


def test_the_end_of_a_keystream():
    stream = algorithms.stream_cipher("ChaCha20").new(bytes(32), bytes(12))
    stream.seek(64 << 32)
    with pytest.raises(OverflowError):
        stream.update(b"x")
    with pytest.raises(OverflowError):
        stream.seek((64 << 32) + 1)
    with pytest.raises(OverflowError):
        stream.seek(-1)
