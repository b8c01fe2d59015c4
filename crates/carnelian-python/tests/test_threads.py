"""Objects that many threads use at once, processes that fork, and memory over many calls."""

import gc
import hashlib
import multiprocessing
import os
import subprocess
import sys
import threading

import pytest

import carnelian
from carnelian import argon2, ed25519, hmac, mldsa, mlkem, nacl, slhdsa, x25519


def on_threads(work, count=8):
    """Runs `work(number)` on `count` threads at once, and raises what any of them raised."""
    start, errors = threading.Barrier(count), []

    def run(number):
        start.wait()
        try:
            work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


@pytest.mark.parametrize("size", [1, 64, 2047, 2048, 10_000])
def test_one_hash_object(size):
    """Every update is whole: the digest is that of as many equal pieces, in whatever order."""
    for make, expected in (
        (carnelian.sha256, hashlib.sha256),
        (carnelian.blake2b, hashlib.blake2b),
        (carnelian.sha3_512, hashlib.sha3_512),
    ):
        h, piece = make(), bytes(size)

        def work(number):
            for _ in range(200):
                h.update(piece)
                if number == 0:
                    h.digest()
                    h.copy()

        on_threads(work)
        assert h.digest() == expected(piece * 1600).digest()


def test_one_mac_object():
    h = hmac.new(b"key", digestmod="sha512")
    on_threads(lambda number: [h.update(bytes(3000)) for _ in range(100)])
    assert h.digest() == hmac.digest(b"key", bytes(3000 * 800), "sha512")


def test_keys_on_threads():
    signing, exchange = ed25519.SigningKey.generate(), x25519.SecretKey.generate()
    kem, dsa = mlkem.DecapsulationKey768.generate(), mldsa.SigningKey44.generate()
    hashed = slhdsa.SigningKeySHA2_128f.generate()
    aead, box = carnelian.AESGCM(bytes(32)), nacl.SecretBox(bytes(32))

    def work(number):
        message = bytes([number]) * (100 + 1000 * number)
        for _ in range(20):
            signing.verifying_key.verify(signing.sign(message), message)
            assert exchange.exchange(exchange.public_key)
            secret, ciphertext = kem.encapsulation_key.encapsulate()
            assert kem.decapsulate(ciphertext) == secret
            dsa.verifying_key.verify(dsa.sign(message), message)
            hashed.verifying_key.verify(hashed.sign(message), message)
            nonce = number.to_bytes(12, "big")
            assert aead.decrypt(nonce, aead.encrypt(nonce, message)) == message
            assert box.decrypt(box.encrypt(message)) == message

    on_threads(work)


def test_a_buffer_that_is_written_meanwhile():
    """Whatever is read, nothing crashes, and what is written afterwards is read again."""
    data, stop = bytearray(1 << 20), threading.Event()
    key = ed25519.SigningKey.generate()

    def write():
        value = 0
        while not stop.is_set():
            value = (value + 1) % 256
            data[:] = bytes([value]) * len(data)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(30):
            carnelian.sha256(data)
            carnelian.ChaCha20Poly1305(bytes(32)).encrypt(bytes(12), data)
            with pytest.raises(carnelian.InvalidTag):
                carnelian.AESGCM(bytes(32)).decrypt(bytes(12), data)
            # A signature is that of one content, though the message is read twice: all bytes of it are the same.
            signature = key.sign(data)
            assert len(signature) == 64
    finally:
        stop.set()
        writer.join()
    assert carnelian.sha256(data).digest() == hashlib.sha256(data).digest()


@pytest.mark.parametrize(
    "call",
    [lambda: carnelian.sha3_512(bytes(1 << 26)), lambda: slhdsa.SLH_DSA_SHAKE_128s.generate().sign(b"message")],
    ids=["hash", "sign"],
)
def test_the_lock_is_released(call):
    """A long call lets other threads run: they count while it hashes or signs."""
    counted = []
    done = threading.Event()

    def count():
        while not done.is_set():
            counted.append(1)

    counter = threading.Thread(target=count)
    counter.start()
    while not counted:
        pass
    before = len(counted)
    call()
    during = len(counted) - before
    done.set()
    counter.join()
    assert during > 100


def in_child(queue):
    key = ed25519.SigningKey.generate()
    key.verifying_key.verify(key.sign(b"message"), b"message")
    hasher = argon2.PasswordHasher(time_cost=1, memory_cost=256, parallelism=4)
    hasher.verify(hasher.hash("password"), "password")
    key = slhdsa.SigningKeySHA2_128f.generate()
    key.verifying_key.verify(key.sign(b"message"), b"message")
    queue.put((carnelian.random_bytes(16), carnelian.sha256(b"abc").hexdigest()[:8]))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_fork():
    # The threads of Argon2's lanes and of SLH-DSA exist in the parent before the fork, and not in the children.
    argon2.PasswordHasher(time_cost=1, memory_cost=256, parallelism=4).hash("password")
    slhdsa.SigningKeySHA2_128f.generate().sign(b"message")
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    children = [context.Process(target=in_child, args=(queue,)) for _ in range(3)]
    for child in children:
        child.start()
    answers = [queue.get(timeout=60) for _ in children]
    for child in children:
        child.join(timeout=60)
        assert child.exitcode == 0
    assert len({drawn for drawn, _ in answers} | {carnelian.random_bytes(16)}) == 4
    assert {digest for _, digest in answers} == {"ba7816bf"}


WITHOUT_THREADS = """
import carnelian
from carnelian import argon2, ed25519, slhdsa
messages = [bytes([number % 251]) * 40 for number in range(5000)]
seeds = [bytes([number]) * 32 for number in range(200)]
signing = slhdsa.SigningKeySHA2_128f.generate()
signing.verifying_key.verify(signing.sign(b"message"), b"message")
assert all(signing.verifying_key.verify_batch(signing.sign_batch(messages[:3]), messages[:3]))
keys = ed25519.derive_batch(seeds)
assert all(ed25519.verify_batch(keys, messages[:200], ed25519.sign_batch(seeds, messages[:200])))
assert carnelian.hash_batch("sha256", messages, threads=8)[4999] == carnelian.sha256(messages[4999]).digest()
hasher = argon2.PasswordHasher(time_cost=1, memory_cost=256, parallelism=4)
hasher.verify(hasher.hash("password"), "password")
"""


@pytest.mark.skipif(sys.maxsize < 1 << 32, reason="a stack can be as large as the address space")
def test_where_the_system_starts_no_thread():
    # The stack of a thread is to be larger than the address space.
    environment = {**os.environ, "RUST_MIN_STACK": str(1 << 47), "RAYON_NUM_THREADS": "8"}
    subprocess.run([sys.executable, "-c", WITHOUT_THREADS], check=True, timeout=300, env=environment)


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_stays(pytestconfig):
    """As much memory after many calls, most of which fail or export views, as after a few."""
    calls = pytestconfig.getoption("--calls")
    view, nonce = bytearray(64), bytes(12)
    aead = carnelian.ChaCha20Poly1305(bytes(32))
    signing = ed25519.SigningKey.generate()
    public = signing.verifying_key.to_bytes()
    signature = signing.sign(view)

    def fails(call, *arguments):
        try:
            call(*arguments)
        except carnelian.CarnelianError:
            return
        raise AssertionError

    operations = [
        (1, lambda: carnelian.sha256(view).copy().digest()),
        (1, lambda: carnelian.blake2b(view, key=view[:5], digest_size=20).hexdigest()),
        (1, lambda: carnelian.new("sha3_256", view).digest()),
        (1, lambda: hmac.new(view, view, "sha512").digest()),
        (1, lambda: aead.decrypt(nonce, aead.encrypt(nonce, view, view), view)),
        (1, lambda: fails(aead.decrypt, nonce, view)),
        (1, lambda: fails(aead.encrypt, view, view)),
        (1, lambda: aead.encrypt_into(nonce, view, None, bytearray(80))),
        (10, lambda: signing.sign(view)),
        (30, lambda: signing.verifying_key.verify(signature, view)),
        (30, lambda: fails(signing.verifying_key.verify, signature, b"other")),
        (10, lambda: ed25519.VerifyingKey.from_bytes(public)),
        (50, lambda: ed25519.SigningKey.from_pem(signing.to_pem())),
        (1, lambda: nacl.SecretBox(bytes(32)).encrypt(view)),
        (100, lambda: mlkem.DecapsulationKey512.generate().encapsulation_key.encapsulate()),
    ]
    for cost, operation in operations:
        rounds = max(calls // cost // 5, 10)
        for _ in range(max(rounds // 5, 10)):
            operation()
        gc.collect()
        before = resident()
        for _ in range(rounds):
            operation()
        gc.collect()
        # A leak of eight bytes a call would be more.
        assert resident() - before < max(8 * rounds, 1 << 20)
