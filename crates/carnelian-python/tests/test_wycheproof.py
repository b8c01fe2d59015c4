"""Wycheproof's vectors through the interface of Python."""

import pytest

import carnelian
from carnelian import ed25519, hkdf, hmac, mldsa, mlkem, x25519

HEX = bytes.fromhex


def cases(vectors):
    for group in vectors["testGroups"]:
        for case in group["tests"]:
            yield group, case


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        ("aes_gcm", carnelian.AESGCM),
        ("aes_gcm_siv", carnelian.AESGCMSIV),
        ("chacha20_poly1305", carnelian.ChaCha20Poly1305),
        ("xchacha20_poly1305", carnelian.XChaCha20Poly1305),
    ],
)
def test_aead(wycheproof, name, scheme):
    tested = 0
    for _, case in cases(wycheproof(name)):
        key, nonce, aad, message = (HEX(case[field]) for field in ("key", "iv", "aad", "msg"))
        sealed = HEX(case["ct"]) + HEX(case["tag"])
        if len(nonce) != scheme.NONCE_SIZE:
            with pytest.raises(carnelian.InvalidLength):
                scheme(key).encrypt(nonce, message, aad)
            continue
        tested += 1
        for kind in (bytes, bytearray):
            if case["result"] == "valid":
                assert scheme(key).encrypt(nonce, kind(message), aad) == sealed
                assert scheme(key).decrypt(nonce, kind(sealed), aad) == message
            else:
                with pytest.raises(carnelian.InvalidTag):
                    scheme(key).decrypt(nonce, kind(sealed), aad)
    assert tested > 50


def test_ed25519(wycheproof):
    tested = 0
    for group, case in cases(wycheproof("ed25519")):
        tested += 1
        public = ed25519.VerifyingKey.from_bytes(HEX(group["publicKey"]["pk"]))
        assert ed25519.VerifyingKey.from_pem(group["publicKeyPem"]) == public
        assert ed25519.VerifyingKey.from_der(HEX(group["publicKeyDer"])) == public
        message, signature = HEX(case["msg"]), HEX(case["sig"])
        for key in (public, public.prepare()):
            if case["result"] == "valid":
                key.verify(signature, message)
            else:
                with pytest.raises(carnelian.InvalidSignature):
                    key.verify(signature, message)
    assert tested > 100


def test_x25519(wycheproof):
    tested = 0
    for _, case in cases(wycheproof("x25519")):
        tested += 1
        secret = x25519.SecretKey.from_bytes(HEX(case["private"]))
        public = x25519.PublicKey.from_bytes(HEX(case["public"]))
        assert x25519.x25519(HEX(case["private"]), HEX(case["public"])) == HEX(case["shared"])
        if any(HEX(case["shared"])):
            assert secret.exchange(public) == HEX(case["shared"])
        else:
            assert public.is_small_order()
            with pytest.raises(carnelian.InvalidKey):
                secret.exchange(public)
    assert tested > 500


@pytest.mark.parametrize("name", ["sha224", "sha256", "sha384", "sha512", "sha512_256", "sha3_224", "sha3_256", "sha3_384", "sha3_512"])
def test_hmac(wycheproof, name):
    for group, case in cases(wycheproof(f"hmac_{name}")):
        tag = hmac.digest(HEX(case["key"]), HEX(case["msg"]), name)[: group["tagSize"] // 8]
        assert (tag == HEX(case["tag"])) == (case["result"] == "valid")


@pytest.mark.parametrize("bits", [128, 256])
def test_kmac(wycheproof, bits):
    kmac = getattr(carnelian, f"kmac_{bits}")
    for group, case in cases(wycheproof(f"kmac{bits}_no_customization")):
        tag = kmac(HEX(case["key"]), HEX(case["msg"]), digest_size=group["tagSize"] // 8).digest()
        assert (tag == HEX(case["tag"])) == (case["result"] == "valid")


@pytest.mark.parametrize("name", ["sha256", "sha384", "sha512"])
def test_hkdf(wycheproof, name):
    for _, case in cases(wycheproof(f"hkdf_{name}")):
        arguments = HEX(case["ikm"]), case["size"]
        options = {"salt": HEX(case["salt"]), "info": HEX(case["info"]), "algorithm": name}
        if case["result"] == "valid":
            assert hkdf.derive(*arguments, **options) == HEX(case["okm"])
        else:
            with pytest.raises(carnelian.InvalidLength):
                hkdf.derive(*arguments, **options)


@pytest.mark.parametrize("size", [512, 768, 1024])
def test_mlkem(wycheproof, size):
    private = getattr(mlkem, f"DecapsulationKey{size}")
    tested = 0
    for group, case in cases(wycheproof(f"mlkem_{size}")):
        if len(case.get("seed", "")) != 128:
            continue
        tested += 1
        key = private.from_bytes(HEX(case["seed"]))
        if "ek" in case and case["result"] == "valid":
            assert key.encapsulation_key.to_bytes() == HEX(case["ek"])
        if case["result"] == "valid":
            assert key.decapsulate(HEX(case["c"])) == HEX(case["K"])
        else:
            with pytest.raises(carnelian.CarnelianError):
                key.decapsulate(HEX(case["c"]))
    assert tested > 10


@pytest.mark.parametrize("size", [44, 65, 87])
def test_mldsa_verify(wycheproof, size):
    public = getattr(mldsa, f"VerifyingKey{size}")
    for group, case in cases(wycheproof(f"mldsa_{size}_verify")):
        context = HEX(case.get("ctx", ""))
        if case["result"] == "valid":
            public.from_bytes(HEX(group["publicKey"])).verify(HEX(case["sig"]), HEX(case["msg"]), context=context)
        else:
            with pytest.raises(carnelian.CarnelianError):
                public.from_bytes(HEX(group["publicKey"])).verify(HEX(case["sig"]), HEX(case["msg"]), context=context)


@pytest.mark.parametrize("size", [44, 65, 87])
def test_mldsa_sign(wycheproof, size):
    private = getattr(mldsa, f"SigningKey{size}")
    tested = 0
    for group, case in cases(wycheproof(f"mldsa_{size}_sign_seed")):
        if case["result"] != "valid" or "msg" not in case or "rnd" in case:
            continue
        tested += 1
        key = private.from_bytes(HEX(group["privateSeed"]))
        signature = key.sign(HEX(case["msg"]), context=HEX(case.get("ctx", "")), deterministic=True)
        assert signature == HEX(case["sig"])
    assert tested > 10
