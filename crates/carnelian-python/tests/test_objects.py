"""What objects show, keep and refuse; the exceptions; the documentation."""

import copy
import doctest
import importlib
import inspect
import pathlib
import pickle
import pkgutil
import subprocess
import sys

import pytest

import carnelian
from carnelian import algorithms, argon2, dhkem, ed25519, hmac, hybrid, mldsa, mlkem, nacl, ristretto255, slhdsa, x25519, xwing

SECRET = bytes(range(1, 33))
SECRETS = [
    lambda: carnelian.sha256(SECRET),
    lambda: carnelian.shake_128(SECRET),
    lambda: carnelian.blake2b(key=SECRET),
    lambda: carnelian.kmac_128(SECRET),
    lambda: hmac.new(SECRET, digestmod="sha256"),
    lambda: carnelian.ChaCha20Poly1305(SECRET),
    lambda: carnelian.XChaCha20Poly1305(SECRET),
    lambda: carnelian.AESGCM(SECRET),
    lambda: carnelian.AESGCMSIV(SECRET),
    lambda: nacl.SecretBox(SECRET),
    lambda: nacl.Box(x25519.SecretKey.from_bytes(SECRET), x25519.SecretKey.generate().public_key),
    lambda: nacl.SealedBox(x25519.SecretKey.from_bytes(SECRET)),
    lambda: ed25519.SigningKey.from_bytes(SECRET),
    lambda: x25519.SecretKey.from_bytes(SECRET),
    lambda: mlkem.DecapsulationKey768.from_bytes(SECRET * 2),
    lambda: mldsa.SigningKey65.from_bytes(SECRET),
    lambda: mldsa.SigningKey65.from_bytes(SECRET).prepare(),
    lambda: slhdsa.SigningKeySHA2_128f.from_seeds(SECRET[:16], SECRET[16:], SECRET[:16]),
    lambda: xwing.DecapsulationKey.from_bytes(SECRET),
    lambda: dhkem.DecapsulationKey.from_bytes(SECRET),
    lambda: hybrid.X25519MLKEM768Client.generate(),
    lambda: algorithms.mac("HMAC-SHA-256").new(SECRET),
    lambda: algorithms.aead("ChaCha20-Poly1305").new(SECRET),
    lambda: algorithms.stream_cipher("ChaCha20").new(SECRET, SECRET[:12]),
    lambda: algorithms.signature("ML-DSA-44").signing_key_from_bytes(SECRET),
    lambda: algorithms.kem("X-Wing").decapsulation_key_from_bytes(SECRET),
    lambda: algorithms.agreement("X25519").key_from_bytes(SECRET),
    lambda: ristretto255.Scalar.from_uniform_bytes(SECRET * 2),
]


@pytest.mark.parametrize("make", SECRETS)
def test_secrets_stay_inside(make):
    secret = make()
    for shown in (repr(secret), str(secret), f"{secret}"):
        assert SECRET[:4].hex() not in shown
        assert repr(SECRET)[2:10] not in shown
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError):
            pickle.dumps(secret, protocol)
    for copied in (copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            copied(secret)
    with pytest.raises((AttributeError, TypeError)):
        secret.attribute = 1
    assert not hasattr(secret, "__dict__")
    with pytest.raises(TypeError):
        type("Subclass", (type(secret),), {})


def test_exceptions():
    for name in ("InvalidSignature", "InvalidTag", "InvalidKey", "InvalidLength", "InvalidEncoding", "InvalidBuffer", "RandomError", "FaultError"):
        assert issubclass(getattr(carnelian, name), carnelian.CarnelianError)
        assert getattr(carnelian, name).__module__ == "carnelian"
    for name in ("HashingError", "VerificationError", "VerifyMismatchError", "InvalidHashError"):
        assert issubclass(getattr(argon2, name), carnelian.CarnelianError)
        assert getattr(argon2, name).__module__ == "carnelian.argon2"
    for name in ("InvalidKey", "InvalidLength", "InvalidEncoding"):
        assert issubclass(getattr(carnelian, name), ValueError)
    assert issubclass(argon2.InvalidHashError, ValueError)
    assert issubclass(carnelian.InvalidBuffer, BufferError)
    assert issubclass(carnelian.RandomError, OSError)
    assert not issubclass(carnelian.InvalidSignature, ValueError)
    with pytest.raises(carnelian.InvalidLength, match="nonce: expected 12 bytes, found 3"):
        carnelian.ChaCha20Poly1305(bytes(32)).encrypt(b"abc", b"")
    error = pickle.loads(pickle.dumps(carnelian.InvalidTag("message")))
    assert isinstance(error, carnelian.InvalidTag) and error.args == ("message",)


def test_backend():
    assert carnelian.backend() in ("avx512", "avx2", "sse", "portable64", "portable32")


MODULES = ["carnelian"] + [
    f"carnelian.{module.name}" for module in pkgutil.iter_modules(carnelian.__path__) if not module.name.startswith("_")
]


@pytest.mark.parametrize("name", MODULES)
def test_documentation(name):
    module = importlib.import_module(name)
    if name == "carnelian":
        # The example of columns needs it.
        pytest.importorskip("pyarrow")
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    finder = doctest.DocTestFinder()
    for found in finder.find(module):
        runner.run(found)
    for public, value in vars(module).items():
        if public.startswith("_") or inspect.ismodule(value):
            continue
        if inspect.isclass(value) or callable(value):
            assert inspect.getdoc(value), f"{name}.{public} has no documentation"
        # The finder passes over functions that are not written in Python.
        if inspect.isbuiltin(value) and ">>>" in (value.__doc__ or ""):
            runner.run(parser.get_doctest(value.__doc__, {}, f"{name}.{public}", None, 0))
        if inspect.isclass(value) and value.__module__.startswith("carnelian"):
            for member, method in vars(value).items():
                if not member.startswith("_") and callable(method):
                    assert inspect.getdoc(method), f"{name}.{public}.{member} has no documentation"
    assert runner.failures == 0


@pytest.mark.parametrize("name", MODULES)
def test_names(name):
    module = importlib.import_module(name)
    for public in getattr(module, "__all__", []):
        value = getattr(module, public)
        if inspect.isclass(value) or inspect.isbuiltin(value):
            assert value.__module__ in (name, "carnelian", "carnelian.argon2"), (public, value.__module__)


def test_guide():
    guide = pathlib.Path(__file__).resolve().parents[3] / "docs" / "guide" / "python.md"
    # Its examples of columns need them.
    pytest.importorskip("numpy")
    pytest.importorskip("pyarrow")
    assert doctest.testfile(str(guide), module_relative=False, optionflags=doctest.ELLIPSIS).failed == 0


def classes():
    """Every class of the compiled part of the package."""
    from carnelian import _carnelian

    for module in vars(_carnelian).values():
        if inspect.ismodule(module):
            yield from (value for value in vars(module).values() if inspect.isclass(value))


@pytest.mark.skipif(sys.version_info < (3, 10), reason="Python 3.10 has classes that cannot be changed")
def test_classes_cannot_be_changed():
    found = set(classes())
    assert {carnelian.sha256, carnelian.blake2b, ed25519.SigningKey, mldsa.SigningKey65, carnelian.Column} < found
    for kind in found:
        with pytest.raises(TypeError):
            kind.attribute = 1
        with pytest.raises(TypeError):
            kind.__doc__ = ""
        with pytest.raises(TypeError):
            del kind.__doc__
    with pytest.raises(TypeError):
        carnelian.sha256.digest = None
    assert not hasattr(carnelian.sha256, "attribute")

    class Subclass(carnelian.InvalidTag):
        pass

    Subclass.attribute = 1


LOADED_AGAIN = """
import importlib, sys
import carnelian
from carnelian import _carnelian
importlib.reload(_carnelian)
for name in [name for name in sys.modules if name.split(".")[0] == "carnelian"]:
    del sys.modules[name]
import carnelian as again
assert again is not carnelian and again.blake2b is carnelian.blake2b and again.InvalidTag is carnelian.InvalidTag
assert again.sha256(b"abc").digest() == carnelian.sha256(b"abc").digest() == again.sha256.hash(b"abc")
"""


def test_a_module_can_be_loaded_again():
    subprocess.run([sys.executable, "-c", LOADED_AGAIN], check=True)


def test_columns_have_a_type_of_values():
    assert carnelian.Column[bytes].__origin__ is carnelian.Column
