"""Key encapsulation: ML-KEM, X-Wing, X25519MLKEM768, DHKEM."""

import copy
import pickle

import pytest

import carnelian
from carnelian import dhkem, hybrid, mlkem, xwing


@pytest.mark.parametrize("parameters", [mlkem.ML_KEM_512, mlkem.ML_KEM_768, mlkem.ML_KEM_1024])
def test_mlkem(parameters):
    key = parameters.generate()
    key.check_pair()
    public = key.encapsulation_key
    assert key.name == public.name == parameters.name
    assert len(public.to_bytes()) == parameters.encapsulation_key_size
    secret, ciphertext = parameters.EncapsulationKey.from_bytes(public.to_bytes()).encapsulate()
    assert (len(secret), len(ciphertext)) == (32, parameters.ciphertext_size)
    assert key.decapsulate(ciphertext) == key.decapsulate(bytearray(ciphertext)) == secret
    assert parameters.DecapsulationKey.from_bytes(key.to_bytes()).decapsulate(ciphertext) == secret
    expanded = parameters.DecapsulationKey.from_bytes(key.to_expanded_bytes())
    assert expanded.decapsulate(ciphertext) == secret
    with pytest.raises(carnelian.InvalidKey):
        expanded.to_bytes()
    damaged = bytearray(key.to_expanded_bytes())
    damaged[0] ^= 1
    damaged[1] &= 0xF0
    with pytest.raises(carnelian.InvalidKey, match="secret vector"):
        parameters.DecapsulationKey.from_bytes(damaged)
    damaged[:2] = b"\xff\xff"
    with pytest.raises(carnelian.InvalidKey, match="not below 3329"):
        parameters.DecapsulationKey.from_bytes(damaged)
    changed = bytearray(ciphertext)
    changed[0] ^= 1
    assert key.decapsulate(changed) not in (secret, bytes(32))
    for wrong in (ciphertext[:-1], b""):
        with pytest.raises(carnelian.InvalidLength):
            key.decapsulate(wrong)
    for wrong in (b"", b"\xff" * parameters.encapsulation_key_size):
        with pytest.raises(carnelian.InvalidKey):
            parameters.EncapsulationKey.from_bytes(wrong)
        with pytest.raises(carnelian.InvalidKey):
            parameters.DecapsulationKey.from_bytes(wrong)


def test_mlkem_beside_cryptography():
    theirs = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.mlkem")
    from cryptography.exceptions import UnsupportedAlgorithm

    try:
        key = theirs.MLKEM768PrivateKey.generate()
    except UnsupportedAlgorithm:
        pytest.skip("this OpenSSL lacks ML-KEM")
    ours = mlkem.DecapsulationKey768.from_bytes(key.private_bytes_raw())
    assert ours.encapsulation_key.to_bytes() == key.public_key().public_bytes_raw()
    secret, ciphertext = key.public_key().encapsulate()
    assert ours.decapsulate(ciphertext) == secret
    secret, ciphertext = ours.encapsulation_key.encapsulate()
    assert key.decapsulate(ciphertext) == secret


def test_xwing():
    key = xwing.DecapsulationKey.from_bytes(bytes.fromhex("7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26"))
    key.check_pair()
    public = key.encapsulation_key
    assert len(public.to_bytes()) == 1216
    assert key.to_bytes()[:2].hex() == "7f9c"
    secret, ciphertext = xwing.EncapsulationKey.from_bytes(public.to_bytes()).encapsulate()
    assert (len(secret), len(ciphertext)) == (32, 1120)
    assert key.decapsulate(ciphertext) == secret
    assert xwing.DecapsulationKey.generate().decapsulate(ciphertext) != secret
    with pytest.raises(carnelian.InvalidLength):
        key.decapsulate(ciphertext[1:])
    with pytest.raises(carnelian.InvalidKey):
        xwing.EncapsulationKey.from_bytes(b"\xff" * 1216)
    with pytest.raises(carnelian.InvalidLength):
        xwing.DecapsulationKey.from_bytes(bytes(31))


def test_hybrid():
    client = hybrid.X25519MLKEM768Client.generate()
    assert len(client.share) == 1216
    secret, share = hybrid.x25519mlkem768_respond(bytearray(client.share))
    assert (len(secret), len(share)) == (64, 1120)
    assert client.finish(share) == secret
    with pytest.raises(carnelian.InvalidLength):
        client.finish(share[1:])
    with pytest.raises(carnelian.InvalidLength):
        hybrid.x25519mlkem768_respond(b"")
    with pytest.raises(carnelian.InvalidKey):
        hybrid.x25519mlkem768_respond(b"\xff" * 1216)
    with pytest.raises(carnelian.InvalidKey):
        hybrid.x25519mlkem768_respond(client.share[:-32] + bytes(32))
    with pytest.raises(carnelian.InvalidKey):
        client.finish(share[:-32] + bytes(32))


def test_dhkem():
    # RFC 9180, Appendix A.1.1: the recipient's key pair from its seed.
    ikm = bytes.fromhex("6db9df30aa07dd42ee5e8181afdb977e538f5e1fec8a06223f33f7013e525037")
    key = dhkem.DecapsulationKey.derive_key_pair(ikm)
    key.check_pair()
    # The appendix writes the scalar before it is clamped: 4612c550...8ac8.
    assert key.to_bytes().hex() == "4012c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8a48"
    assert key.encapsulation_key.to_bytes().hex() == "3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d"
    enc = bytes.fromhex("37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431")
    secret = "fe0e18c9f024ce43799ae393c7e8fe8fce9d218875e8227b0187c04e7d2ea1fc"
    assert key.decapsulate(enc).hex() == secret
    sender = dhkem.DecapsulationKey.generate()
    secret, ciphertext = key.encapsulation_key.encapsulate(sender=sender)
    assert key.decapsulate(ciphertext, sender=sender.encapsulation_key) == secret
    assert key.decapsulate(ciphertext) != secret
    assert dhkem.DecapsulationKey.from_bytes(key.to_bytes()).encapsulation_key == key.encapsulation_key
    with pytest.raises(carnelian.InvalidKey):
        key.decapsulate(bytes(32))
    with pytest.raises(carnelian.InvalidKey):
        dhkem.EncapsulationKey.from_bytes(bytes(32))


@pytest.mark.parametrize("module", [xwing, dhkem])
def test_public_values(module):
    key, other = (module.DecapsulationKey.generate().encapsulation_key for _ in range(2))
    assert key != other
    assert hash(key) == hash(module.EncapsulationKey.from_bytes(bytes(key)))
    assert pickle.loads(pickle.dumps(key)) == copy.deepcopy(key) == key
    assert key.to_bytes()[:8].hex() in repr(key)
