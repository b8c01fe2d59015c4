"""Ed25519 beside PyNaCl and `cryptography`."""

import pytest

import carnelian
from carnelian.ed25519 import SigningKey, VerifyingKey

RULES = ["rfc8032", "zip215", "strict", "cofactorless"]


def test_rfc8032():
    # Section 7.1, test 3.
    key = SigningKey.from_bytes(bytes.fromhex("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7"))
    public = key.verifying_key
    assert public.to_bytes().hex() == "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
    signature = key.sign(bytes.fromhex("af82"))
    assert signature.hex() == (
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    )
    # Section 7.2, the first with a context, and Section 7.3.
    key = SigningKey.from_bytes(bytes.fromhex("0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6"))
    signature = key.sign(bytes.fromhex("f726936d19c800494e3fdaff20b276a8"), context=b"foo")
    assert signature.hex().startswith("55a4cc2f70a54e04288c5f4cd1e45a7bb520b36292911876cada7323198dd87a")
    key = SigningKey.from_bytes(bytes.fromhex("833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42"))
    assert key.sign(b"abc", prehash=True).hex().startswith("98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae41")


@pytest.mark.parametrize("context", [None, b"a context", b"\xff" * 255])
@pytest.mark.parametrize("prehash", [False, True])
@pytest.mark.parametrize("hedged", [False, True])
def test_variants(context, prehash, hedged, rng):
    key, other = SigningKey.generate(), SigningKey.generate()
    key.check_pair()
    for length in (0, 1, 100, 5000):
        message = rng.randbytes(length)
        for kind in (bytes, bytearray, memoryview):
            signature = key.sign(kind(message), context=context, prehash=prehash, hedged=hedged)
            again = key.sign(message, context=context, prehash=prehash, hedged=hedged)
            assert (signature != again) == hedged
            verified = key.sign(message, context=context, prehash=prehash, hedged=hedged, verified=True)
            assert (signature != verified) == hedged
            key.verifying_key.verify(verified, message, context=context, prehash=prehash)
            for rule in RULES:
                key.verifying_key.verify(kind(signature), kind(message), context=context, prehash=prehash, rule=rule)
            for public, changed in (
                (other.verifying_key, {}),
                (key.verifying_key, {"context": b"another"}),
                (key.verifying_key, {"prehash": not prehash}),
            ):
                with pytest.raises(carnelian.InvalidSignature):
                    public.verify(signature, message, **{"context": context, "prehash": prehash, **changed})
            with pytest.raises(carnelian.InvalidSignature):
                key.verifying_key.verify(signature, message + b"!", context=context, prehash=prehash)


def test_forgeries(rng):
    key = SigningKey.generate()
    prepared = key.verifying_key.prepare()
    assert prepared.verifying_key == key.verifying_key
    signature = key.sign(b"message")
    prepared.verify(signature, b"message")
    for _ in range(100):
        forged = bytearray(signature)
        forged[rng.randrange(64)] ^= 1 << rng.randrange(8)
        for rule in RULES:
            for public in (key.verifying_key, prepared):
                with pytest.raises(carnelian.InvalidSignature):
                    public.verify(forged, b"message", rule=rule)
    for wrong in (b"", signature[:-1], signature + b"\0"):
        with pytest.raises(carnelian.InvalidSignature):
            key.verifying_key.verify(wrong, b"message")


def test_rules_differ_on_small_order():
    identity = b"\x01" + bytes(31)
    signature = identity + bytes(32)
    for rule, is_valid in (("rfc8032", True), ("zip215", True), ("cofactorless", True)):
        VerifyingKey.from_bytes(identity, rule=rule).verify(signature, b"any message", rule=rule)
    with pytest.raises(carnelian.InvalidKey):
        VerifyingKey.from_bytes(identity, rule="strict")
    with pytest.raises(carnelian.InvalidSignature):
        VerifyingKey.from_bytes(identity).verify(signature, b"any message", rule="strict")


def test_arguments():
    key = SigningKey.generate()
    for wrong in (b"", bytes(31), bytes(33)):
        with pytest.raises(carnelian.InvalidLength):
            SigningKey.from_bytes(wrong)
        with pytest.raises(ValueError):
            VerifyingKey.from_bytes(wrong)
    with pytest.raises(carnelian.InvalidKey):
        VerifyingKey.from_bytes(b"\x02" + bytes(31))
    with pytest.raises(carnelian.InvalidLength):
        key.sign(b"", context=bytes(256))
    with pytest.raises(ValueError):
        key.verifying_key.verify(bytes(64), b"", rule="another")
    with pytest.raises(TypeError):
        key.sign("text")
    pair = key.to_bytes() + key.verifying_key.to_bytes()
    assert SigningKey.from_keypair_bytes(pair).verifying_key == key.verifying_key
    with pytest.raises(carnelian.InvalidKey):
        SigningKey.from_keypair_bytes(key.to_bytes() + SigningKey.generate().verifying_key.to_bytes())


def test_to_x25519():
    key = SigningKey.generate()
    assert key.to_x25519().public_key == key.verifying_key.to_x25519()


def test_beside_pynacl(rng):
    signing = pytest.importorskip("nacl.signing")
    for _ in range(50):
        seed, message = rng.randbytes(32), rng.randbytes(rng.randint(0, 3000))
        ours, theirs = SigningKey.from_bytes(seed), signing.SigningKey(seed)
        assert ours.sign(message) == theirs.sign(message).signature
        assert ours.verifying_key.to_bytes() == bytes(theirs.verify_key)


def test_beside_cryptography(rng):
    theirs = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    for _ in range(50):
        seed, message = rng.randbytes(32), rng.randbytes(rng.randint(0, 3000))
        key = theirs.Ed25519PrivateKey.from_private_bytes(seed)
        assert SigningKey.from_bytes(seed).sign(message) == key.sign(message)
        key.public_key().verify(SigningKey.from_bytes(seed).sign(message), message)
