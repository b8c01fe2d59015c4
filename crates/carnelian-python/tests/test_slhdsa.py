"""SLH-DSA: answers that another implementation has computed, and everything that keys do."""

import hashlib

import pytest

import carnelian
from carnelian import slhdsa

# SHA-256 of the public key of the seeds of bytes from 0, and of the signature of b"a message" under b"a context".
KNOWN = [
    (
        "SHA2_128s",
        "9d5b69aa74c4939468bae5108568a4d0926f2532c96b0742eda0a7eff4c99c3e",
        "cf9b3482ba133bb01fc9706c938c60e9a9bd16061c3efe2a2c9478c2490ae7a7",
    ),
    (
        "SHA2_128f",
        "f577b74987c6313ffa546b8885ca8450c7f427c20f0d9b52d166264016b8beba",
        "7bf8fd08895cdfa7d4b08a50971e835ddb1aba68c36eac2ac3319225b516f709",
    ),
    (
        "SHA2_192s",
        "ea0e06991d977e4766be1a49fedf2132dcf7361e36e41e999e1b9d2923685743",
        "6fe5f72804890afbd2ba35d7b2631137a0f8d6b7292d3cf7d36d8bd90faac106",
    ),
    (
        "SHA2_192f",
        "305951b67f8a79021a7f6ad01ac0e4ecc111f7c8aeb07579741431f1e6cbe9d9",
        "1cfa5ac5ee739da7be6a39e87c9461286679b8a132c5b130f06a4ef977aefcfa",
    ),
    (
        "SHA2_256s",
        "77bc2592929e69ec3a8546a07b032c8c61db4b1241f89d06821a842e39bb8edd",
        "30c478149bab7007fd9b4be003903db3473e6940b92c9cdd136eb73b4b2333fd",
    ),
    (
        "SHA2_256f",
        "6aea562ed5cc1b0883f84bb6e198b32f0a00e62fc96da86efc1b199b4ab09a22",
        "812a0e4773dfee60d9b42721f682e25b73adbc654b5948d9fee8f9b4c99ca33a",
    ),
    (
        "SHAKE_128s",
        "00bcf55c114dd213b09d26bf41dbc06a423ca37c5a52d912c0d8a376ca99bf9f",
        "7a1d295ba1992771075e4d77ff1291a83baf3ac7ae902e32cc46d3c67f39f8b0",
    ),
    (
        "SHAKE_128f",
        "99197c0060fec43eaefd42ebb68848f66cf3b2db814670dee2ac5c37d4aade64",
        "a0942f6d3c20d8deb223c0fd1c4f3fca26c0bb405ff2f9699d345cdfbb5f0c5d",
    ),
    (
        "SHAKE_192s",
        "ffb7e28bb0e77087cbbf2ebcb443675845b1641feac49ac4b3245fb7dea60c9a",
        "78752a6229d472436980c95e3670d58ba774dedeefd33bbdb8ab49e7d713d97e",
    ),
    (
        "SHAKE_192f",
        "9fe0ba0705788e84b64e4b9135e57653f10d86f151fefd650148a345b31dc5a9",
        "6bfa44b8332fb15fc6894a1b99a447656b54d5a9d02a77b460f142da7dc42a68",
    ),
    (
        "SHAKE_256s",
        "00080bd75052db3647b01a476d5c3b36b7f8623012c24fb5faac608db02ecef5",
        "74a62b5ed6b894fd4d7a5be4e220ff91999703e507e4db4f23f0cb3a963d4ea6",
    ),
    (
        "SHAKE_256f",
        "dd5905dec5af9c92a466e9bae1935ecdc05a4b714604999effae812b1ce3ae5e",
        "d4514b2b81ef088b2900783f197396b95c119e9fc39fc0f5d5ede255deb83df3",
    ),
]
# The same for HashSLH-DSA with SHA-512 and SHA2_128f.
OF_DIGEST = "7972354b947ef956211a0d84aebdba415f860181d922b4436f0345a3f9eb77b7"

each = pytest.mark.parametrize(("name", "public", "signature"), KNOWN, ids=[row[0] for row in KNOWN])
FAST = [row for row in KNOWN if row[0].endswith("f")]
each_fast = pytest.mark.parametrize("name", [row[0] for row in FAST])


def parameters_of(name):
    return getattr(slhdsa, f"SLH_DSA_{name}")


def key_of(name):
    """The key of the seeds of bytes from 0."""
    private = parameters_of(name).SigningKey
    n = parameters_of(name).verifying_key_size // 2
    return private.from_seeds(bytes(range(n)), bytearray(range(n, 2 * n)), memoryview(bytes(range(2 * n, 3 * n))))


@each
def test_known_answers(name, public, signature):
    parameters, key = parameters_of(name), key_of(name)
    family, size = name.split("_")
    assert parameters.name == key.name == key.verifying_key.name == f"SLH-DSA-{family}-{size}"
    data = key.verifying_key.to_bytes()
    assert len(data) == parameters.verifying_key_size
    assert hashlib.sha256(data).hexdigest() == public
    signed = key.sign(b"a message", context=b"a context", deterministic=True)
    assert len(signed) == parameters.signature_size
    assert hashlib.sha256(signed).hexdigest() == signature
    parameters.VerifyingKey.from_bytes(data).verify(signed, b"a message", context=b"a context")
    with pytest.raises(carnelian.InvalidSignature):
        key.verifying_key.verify(signed, b"a massage", context=b"a context")


@each_fast
def test_keys(name):
    parameters, key = parameters_of(name), key_of(name)
    data = key.to_bytes()
    assert data[: len(data) // 4 * 3] == bytes(range(len(data) // 4 * 3))
    assert parameters.SigningKey.from_bytes(bytearray(data)).verifying_key == key.verifying_key
    key.check()
    key.prepare().check()
    assert key.prepare().to_bytes() == data
    assert key.prepare().sign(b"", deterministic=True) == key.sign(b"", deterministic=True)
    with pytest.raises(carnelian.InvalidKey, match="root"):
        parameters.SigningKey.from_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    der = key.to_der()
    with pytest.raises(carnelian.InvalidKey, match="root"):
        parameters.SigningKey.from_der(der[:-1] + bytes([der[-1] ^ 1]))
    assert parameters.generate().to_bytes() != parameters.generate().to_bytes()
    for wrong in (b"", data[1:]):
        with pytest.raises(carnelian.InvalidLength):
            parameters.SigningKey.from_bytes(wrong)
        with pytest.raises(ValueError):
            parameters.VerifyingKey.from_bytes(wrong)
    with pytest.raises(carnelian.InvalidLength, match="SK.prf"):
        parameters.SigningKey.from_seeds(bytes(len(data) // 4), b"", bytes(len(data) // 4))


@each_fast
def test_signatures(name, rng):
    key = parameters_of(name).generate()
    key.check_pair()
    public = key.verifying_key
    assert key.sign(b"m", deterministic=True, verified=True) == key.sign(b"m", deterministic=True)
    public.verify(key.sign(b"m", verified=True), b"m")
    public.verify(key.sign(b"m", prehash="sha512", verified=True), b"m", prehash="sha512")
    for length in (0, 1, 5000):
        message = rng.randbytes(length)
        signature = key.sign(message)
        assert signature != key.sign(message)
        assert key.sign(message, deterministic=True) == key.sign(bytearray(message), deterministic=True)
        public.verify(bytearray(signature), message)
        public.verify(key.sign(message, context=b"c"), memoryview(message), context=b"c")
        for wrong in ((signature, message + b"!", b""), (signature, message, b"c"), (signature[:-1], message, b"")):
            with pytest.raises(carnelian.InvalidSignature):
                public.verify(wrong[0], wrong[1], context=wrong[2])
        forged = bytearray(signature)
        forged[rng.randrange(len(forged))] ^= 1
        with pytest.raises(carnelian.InvalidSignature):
            public.verify(forged, message)
    with pytest.raises(carnelian.InvalidLength):
        key.sign(b"", context=bytes(256))
    with pytest.raises(carnelian.InvalidLength):
        public.verify(signature, b"", context=bytes(256))


def test_prehash():
    key = slhdsa.SLH_DSA_SHAKE_128f.generate()
    names = "sha256 sha384 sha512 sha512_256 sha3_256 sha3_384 sha3_512 shake_128 shake_256".split()
    for name in names:
        signature = key.sign(b"message", prehash=name, context=b"c")
        key.verifying_key.verify(signature, b"message", prehash=name, context=b"c")
        for other in {*names, None} - {name}:
            with pytest.raises(carnelian.InvalidSignature):
                key.verifying_key.verify(signature, b"message", prehash=other, context=b"c")
        with pytest.raises(carnelian.InvalidSignature):
            key.verifying_key.verify(signature[1:], b"message", prehash=name, context=b"c")
    for name in ("sha224", "sha3_224"):
        with pytest.raises(carnelian.InvalidLength):
            key.sign(b"message", prehash=name)
        with pytest.raises(carnelian.InvalidLength):
            key.verifying_key.verify(signature, b"message", prehash=name)
        with pytest.raises(carnelian.InvalidSignature):
            key.verifying_key.verify(signature, b"message", prehash=name, any_strength=True)
    key.verifying_key.verify(signature, b"message", prehash="shake_256", context=b"c", any_strength=True)
    for name in ("SHA256", "blake2b", ""):
        with pytest.raises(ValueError):
            key.sign(b"message", prehash=name)
    # FIPS 205, Section 10.2.2: a digest of 2n bytes at least.
    with pytest.raises(carnelian.InvalidLength):
        slhdsa.SLH_DSA_SHA2_256f.generate().sign(b"message", prehash="shake_128")
    signature = key_of("SHA2_128f").sign(b"a message", context=b"a context", prehash="sha512", deterministic=True)
    assert hashlib.sha256(signature).hexdigest() == OF_DIGEST


@pytest.mark.parametrize("name", ["SHA2_128f", "SHAKE_192f"])
def test_batches(name, rng):
    parameters = parameters_of(name)
    key = parameters.generate()
    messages = [rng.randbytes(length) for length in range(37)]
    signatures = key.sign_batch(messages, context=b"c")
    assert {len(signature) for signature in signatures} == {parameters.signature_size}
    for message, signature in zip(messages[:3], signatures):
        key.verifying_key.verify(signature, message, context=b"c")
    verify_batch = key.verifying_key.verify_batch
    assert verify_batch(signatures, messages, context=b"c") == [True] * 37
    assert verify_batch(signatures, messages, threads=1) == [False] * 37
    wrong = list(signatures)
    wrong[3], wrong[20], wrong[30], wrong[36] = wrong[3][:-1], None, wrong[31], b""
    expected = [True] * 37
    expected[3], expected[20], expected[30], expected[36] = False, None, False, False
    assert verify_batch(wrong, messages, context=b"c") == expected
    some = key.sign_batch([bytearray(b"one"), None, b"three"])
    assert some[1] is None and verify_batch(some, [b"one", b"two", b"three"]) == [True, None, True]
    assert key.sign_batch([]) == verify_batch([], []) == []
    with pytest.raises(ValueError):
        verify_batch(signatures, messages[1:])
    with pytest.raises(carnelian.InvalidLength):
        key.sign_batch(messages, context=bytes(256))


def test_batches_of_numpy():
    numpy = pytest.importorskip("numpy")
    key = slhdsa.SLH_DSA_SHA2_128f.generate()
    messages = numpy.arange(12, dtype="uint8").reshape(4, 3)
    signatures = key.sign_batch(messages)
    assert signatures.shape == (4, 17088) and signatures.dtype == "uint8"
    signatures[2, 100] ^= 1
    assert key.verifying_key.verify_batch(signatures, messages).tolist() == [True, True, False, True]
    out = numpy.zeros(4, dtype="bool")
    key.verifying_key.verify_batch(signatures, messages, out=out)
    assert out.tolist() == [True, True, False, True]


def test_batches_of_arrow():
    pyarrow = pytest.importorskip("pyarrow")
    key = slhdsa.SLH_DSA_SHAKE_128f.generate()
    messages = pyarrow.array([b"one", None, b"three"])
    signatures = pyarrow.array(key.sign_batch(messages))
    verdicts = key.verifying_key.verify_batch(signatures, messages)
    assert pyarrow.array(verdicts).to_pylist() == [True, None, True]
