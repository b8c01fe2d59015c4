"""Columns of lists and of NumPy: every answer is that of the single operation."""

import array
import gc
import hashlib
import hmac
import mmap
import os
import random
import signal
import subprocess
import sys
import threading

import carnelian
import pytest
from carnelian import ed25519, x25519

np = pytest.importorskip("numpy")

RULES = ["rfc8032", "zip215", "strict", "cofactorless"]
HASHES = [
    "sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384", "sha3_512", "blake2b", "blake2s",
]  # fmt: skip


def rows_of(count, width, seed=1):
    source = random.Random(seed)
    return [source.randbytes(width) for _ in range(count)]


def messages_of(count, seed=2):
    source = random.Random(seed)
    return [source.randbytes(source.randrange(300)) for _ in range(count)]


def table(rows):
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)


@pytest.fixture(scope="module")
def signed():
    seeds, messages = rows_of(300, 32), messages_of(300)
    return seeds, ed25519.derive_batch(seeds), messages, ed25519.sign_batch(seeds, messages)


class TestHash:
    @pytest.mark.parametrize("name", HASHES)
    @pytest.mark.parametrize("count", [0, 1, 2, 15, 16, 17, 700])
    def test_digests_are_those_of_hashlib(self, name, count):
        messages = messages_of(count)
        assert carnelian.hash_batch(name, messages) == [hashlib.new(name, message).digest() for message in messages]

    @pytest.mark.parametrize("name", ["SHA-256", "sha256", "SHA256"])
    def test_a_name_is_written_in_several_ways(self, name):
        assert carnelian.hash_batch(name, [b"abc"]) == [hashlib.sha256(b"abc").digest()]

    @pytest.mark.parametrize("name", ["shake_128", "shake_256"])
    @pytest.mark.parametrize("length", [1, 31, 32, 64, 500])
    def test_output_of_any_length(self, name, length):
        messages = messages_of(40)
        expected = [hashlib.new(name, message).digest(length) for message in messages]
        assert carnelian.hash_batch(name, messages, length=length) == expected

    @pytest.mark.parametrize("length", [16, 20, 32, 48, 64])
    def test_blake2b_with_shorter_digests(self, length):
        messages = messages_of(20)
        expected = [hashlib.blake2b(message, digest_size=length).digest() for message in messages]
        assert carnelian.hash_batch("blake2b", messages, length=length) == expected

    def test_what_has_no_such_digest(self):
        with pytest.raises(carnelian.InvalidLength, match="sha256 has no digests of 31 bytes"):
            carnelian.hash_batch("sha256", [b""], length=31)
        with pytest.raises(ValueError, match="shake_128 needs one"):
            carnelian.hash_batch("shake_128", [b""])
        with pytest.raises(carnelian.InvalidLength):
            carnelian.hash_batch("shake_128", [b""], length=0)
        with pytest.raises(ValueError, match='"md5"'):
            carnelian.hash_batch("md5", [b""])

    @pytest.mark.parametrize("name", HASHES)
    def test_tags_are_those_of_hmac(self, name):
        messages = messages_of(100)
        for key in [b"", b"key", bytes(300)]:
            expected = [hmac.digest(key, message, name) for message in messages]
            assert carnelian.hmac_batch(name, key, messages) == expected

    @pytest.mark.parametrize("threads", [1, 2, 3, 8])
    def test_any_number_of_threads(self, threads):
        messages = messages_of(5000)
        assert carnelian.hash_batch("sha512", messages, threads=threads) == carnelian.hash_batch("sha512", messages)

    @pytest.mark.parametrize("threads", [0, 1025])
    def test_threads_out_of_range(self, threads):
        with pytest.raises(ValueError, match=f"threads: expected 1 to 1024, found {threads}"):
            carnelian.hash_batch("sha512", [b""], threads=threads)


class TestLists:
    def test_every_object_with_the_buffer_protocol(self):
        mapped = mmap.mmap(-1, 4)
        mapped[:] = b"mmap"
        messages = [b"bytes", bytearray(b"bytearray"), memoryview(b"memoryview"), array.array("B", b"array"), mapped]
        messages += [np.frombuffer(b"numpy", np.uint8), memoryview(b"a slice of it")[2:7], b"", bytearray()]
        assert carnelian.hash_batch("sha256", messages) == [hashlib.sha256(message).digest() for message in messages]
        mapped.close()

    @pytest.mark.parametrize(
        "sequence", [tuple, iter, lambda rows: np.array(rows, object), lambda rows: (row for row in rows)]
    )
    def test_every_sequence(self, sequence):
        messages = [b"one", b"two!", None]
        answer = carnelian.hash_batch("sha256", sequence(messages))
        assert answer == [hashlib.sha256(b"one").digest(), hashlib.sha256(b"two!").digest(), None]

    def test_none_stays_none(self, signed):
        seeds, keys, messages, signatures = (list(column) for column in signed)
        keys[3] = messages[5] = signatures[7] = None
        expected = [None if row in (3, 5, 7) else True for row in range(len(keys))]
        assert ed25519.verify_batch(keys, messages, signatures) == expected
        assert ed25519.sign_batch(seeds, messages)[4:7] == [signatures[4], None, signatures[6]]
        assert ed25519.derive_batch([None, seeds[1]]) == [None, keys[1]]
        assert carnelian.hash_batch("sha256", [None, None]) == [None, None]
        assert ed25519.verify_batch([None] * 3, [None] * 3, [None] * 3) == [None] * 3

    def test_a_row_that_is_no_byte_string(self):
        message = "messages: row 2: expected an object with the buffer protocol or None, found str"
        with pytest.raises(TypeError, match=message) as raised:
            carnelian.hash_batch("sha256", [b"", b"", "text"])
        assert raised.value.row == 2
        with pytest.raises(carnelian.InvalidBuffer, match="messages: row 1: the object exports no C-contiguous bytes"):
            carnelian.hash_batch("sha256", [b"", memoryview(b"abcd")[::2]])

    @pytest.mark.parametrize(
        "value", ["text", {b"key": 1}, {b"set"}, 7, None, np.zeros(3), np.zeros((2, 2, 2), np.uint8)], ids=repr
    )
    def test_what_is_no_column(self, value):
        with pytest.raises(TypeError, match="messages: expected a sequence of bytes"):
            carnelian.hash_batch("sha256", value)

    def test_one_message_is_no_column(self):
        with pytest.raises(TypeError, match="messages: expected a column, found one value"):
            carnelian.hash_batch("sha256", b"message")

    def test_a_list_may_lose_its_objects_meanwhile(self):
        messages = [os.urandom(1000) for _ in range(20000)]
        expected = carnelian.hash_batch("sha256", messages)
        answers = []
        thread = threading.Thread(target=lambda: answers.append(carnelian.hash_batch("sha256", messages, threads=1)))
        thread.start()
        while thread.is_alive() and not answers and messages:
            messages.clear()
            gc.collect()
        thread.join()
        assert answers[0] in (expected, [])

    def test_a_buffer_is_exported_meanwhile_and_released_afterwards(self):
        message = bytearray(b"message")
        carnelian.hash_batch("sha256", [message] * 10)
        message.clear()


class TestSignatures:
    @pytest.mark.parametrize("rule", RULES)
    def test_a_bad_signature_at_each_position(self, signed, rule):
        _, keys, messages, signatures = (column[:70] for column in signed)
        for row in [0, 1, 2, 31, 63, 64, 69]:
            for bad in (bytes([signatures[row][0] ^ 1]) + signatures[row][1:], bytes(64), bytes([255]) * 64):
                column = signatures[:row] + [bad] + signatures[row + 1 :]
                expected = [number != row for number in range(len(keys))]
                assert ed25519.verify_batch(keys, messages, column, rule=rule) == expected

    @pytest.mark.parametrize("count", [1, 2, 3, 4, 63, 64, 65, 299])
    def test_signatures_are_those_of_single_calls(self, signed, count):
        seeds, keys, messages, signatures = (column[:count] for column in signed)
        single = [ed25519.SigningKey.from_bytes(seed) for seed in seeds]
        assert signatures == [key.sign(message) for key, message in zip(single, messages)]
        assert keys == [key.verifying_key.to_bytes() for key in single]
        assert ed25519.sign_batch(single, messages) == signatures
        assert ed25519.derive_batch(single) == keys
        assert ed25519.verify_batch([key.verifying_key for key in single], messages, signatures) == [True] * count

    @pytest.mark.parametrize("rule", RULES)
    def test_one_key_for_all(self, signed, rule):
        key = ed25519.SigningKey.generate()
        messages = signed[2]
        signatures = ed25519.sign_batch(key, messages)
        assert signatures == ed25519.sign_batch(key.to_bytes(), messages)
        signatures[9] = signatures[8]
        expected = [row != 9 for row in range(len(messages))]
        assert ed25519.verify_batch(key.verifying_key, messages, signatures, rule=rule) == expected
        assert ed25519.verify_batch(key.verifying_key.to_bytes(), messages, signatures, rule=rule) == expected

    def test_one_message_for_all(self, signed):
        seeds, keys, *_ = signed
        signatures = ed25519.sign_batch(seeds, b"message")
        assert ed25519.verify_batch(keys, b"message", signatures) == [True] * len(keys)
        assert ed25519.verify_batch(keys, b"another", signatures) == [False] * len(keys)

    def test_messages_that_others_can_write_are_copied_to_be_signed(self):
        seed = bytes(32)
        messages = [bytearray(os.urandom(size)) for size in [0, 1, 1 << 16, 1 << 20, 3, 1 << 19, 7]]
        assert ed25519.sign_batch(seed, messages) == ed25519.sign_batch(seed, [bytes(message) for message in messages])

    def test_a_key_that_is_none_is_one_row(self, signed):
        _, keys, messages, signatures = (column[:9] for column in signed)
        keys[4] = b"\xff" * 32
        assert ed25519.verify_batch(keys, messages, signatures) == [row != 4 for row in range(9)]
        with pytest.raises(carnelian.InvalidKey):
            ed25519.verify_batch(b"\xff" * 32, messages, signatures)

    def test_the_rules_differ_where_single_verification_does(self):
        neutral = bytes([1]) + bytes(31)
        signature = neutral + bytes(32)
        for rule in RULES:
            expected = rule != "strict"
            assert ed25519.verify_batch([neutral] * 5, [b"any"] * 5, [signature] * 5, rule=rule) == [expected] * 5
        with pytest.raises(ValueError, match="rule"):
            ed25519.verify_batch([neutral], [b""], [signature], rule="lax")

    @pytest.mark.parametrize("column, width", [(0, 32), (2, 64)])
    def test_a_row_of_the_wrong_width(self, signed, column, width):
        columns = [list(part[:9]) for part in signed[1:]]
        name = ["keys", "messages", "signatures"][column]
        for found in [0, width - 1, width + 1]:
            columns[column][7] = bytes(found)
            message = f"{name}: row 7: expected {width} bytes, found {found}"
            with pytest.raises(carnelian.InvalidLength, match=message) as raised:
                ed25519.verify_batch(*columns)
            assert raised.value.row == 7
        columns[column] = np.zeros((9, width + 1), np.uint8)
        with pytest.raises(carnelian.InvalidLength, match=f"{name}: row 0: expected {width} bytes, found {width + 1}"):
            ed25519.verify_batch(*columns)

    def test_columns_of_different_lengths(self, signed):
        _, keys, messages, signatures = (column[:9] for column in signed)
        for columns in [(keys[:8], messages, signatures), (keys, messages[:8], signatures)]:
            name = "keys" if len(columns[0]) == 8 else "messages"
            with pytest.raises(ValueError, match=f"{name}: expected 9 rows, found 8"):
                ed25519.verify_batch(*columns)
        with pytest.raises(ValueError, match="expected 9 rows, found 8"):
            ed25519.sign_batch(keys, messages[:8])

    def test_no_rows(self):
        assert ed25519.verify_batch([], [], []) == []
        assert ed25519.sign_batch([], []) == []
        assert ed25519.sign_batch(bytes(32), []) == []
        assert ed25519.verify_batch(bytes([1]) + bytes(31), b"", []) == []

    @pytest.mark.parametrize("threads", [1, 2, 5])
    def test_any_number_of_threads(self, signed, threads):
        seeds, keys, messages, signatures = (column * 40 for column in signed)
        signatures[9999] = bytes(64)
        expected = [row != 9999 for row in range(len(keys))]
        assert ed25519.verify_batch(keys, messages, signatures, threads=threads) == expected
        assert ed25519.sign_batch(seeds, messages, threads=threads)[:9999] == signatures[:9999]

    def test_from_many_threads_at_once(self, signed):
        _, keys, messages, signatures = signed
        answers = []
        work = lambda: answers.append(ed25519.verify_batch(keys, messages, signatures))  # noqa: E731
        threads = [threading.Thread(target=work) for _ in range(8)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        assert answers == [[True] * len(keys)] * 8


class TestExchange:
    def test_secrets_are_those_of_single_exchanges(self):
        secrets, others = rows_of(70, 32, 3), rows_of(70, 32, 4)
        publics = x25519.derive_batch(others)
        single = [x25519.SecretKey.from_bytes(secret) for secret in secrets]
        peers = [x25519.PublicKey.from_bytes(public) for public in publics]
        expected = [secret.exchange(peer) for secret, peer in zip(single, peers)]
        assert carnelian.x25519_batch(secrets, publics) == expected
        assert carnelian.x25519_batch(single, peers) == expected
        assert carnelian.x25519_batch(single[0], publics) == [single[0].exchange(peer) for peer in peers]
        assert carnelian.x25519_batch(secrets, peers[0]) == [secret.exchange(peers[0]) for secret in single]

    def test_keys_of_small_order_and_nulls(self):
        good = x25519.derive_batch([b"\x02" * 32])[0]
        secret = b"\x01" * 32
        shared = carnelian.x25519_batch(secret, [good, bytes(32), None, good])
        assert shared[1] is None and shared[2] is None and shared[0] == shared[3] != bytes(32)
        with pytest.raises(carnelian.InvalidKey, match="row 1: the public key is of small order") as raised:
            carnelian.x25519_batch(secret, table([good, bytes(32)]))
        assert raised.value.row == 1


class TestNumPy:
    def test_rows_of_an_array(self, signed):
        seeds, keys, messages, signatures = signed
        mask = ed25519.verify_batch(table(keys), messages, table(signatures))
        assert mask.dtype == bool and mask.shape == (300,) and mask.all() and mask.flags.writeable
        assert (ed25519.derive_batch(table(seeds)) == table(keys)).all()
        assert (ed25519.sign_batch(table(seeds), messages) == table(signatures)).all()
        digests = carnelian.hash_batch("sha384", table(keys))
        assert digests.dtype == np.uint8 and digests.shape == (300, 48)
        assert [row.tobytes() for row in digests] == [hashlib.sha384(key).digest() for key in keys]

    @pytest.mark.parametrize("kind", ["V", "S"])
    def test_fixed_width_types(self, signed, kind):
        _, keys, messages, signatures = signed
        columns = np.array(keys, f"{kind}32"), messages, np.array(signatures, f"{kind}64")
        assert ed25519.verify_batch(*columns).all()

    def test_what_numpy_does_to_text_is_not_guessed(self):
        padded = np.array([b"abc", b"abcd"])
        with pytest.raises(ValueError, match="messages: row 0: ends with a zero byte") as raised:
            carnelian.hash_batch("sha256", padded)
        assert raised.value.row == 0
        full = carnelian.hash_batch("sha256", padded.view("V4"))
        assert full[0].tobytes() == hashlib.sha256(b"abc\0").digest()
        even = carnelian.hash_batch("sha256", np.array([b"abcd", b"efgh"]))
        assert even[1].tobytes() == hashlib.sha256(b"efgh").digest()

    def test_strides_and_slices(self, signed):
        _, keys, messages, signatures = signed
        rows = np.zeros(300, [("key", np.uint8, 32), ("signature", "V64"), ("more", np.int64)])
        rows["key"], rows["signature"] = table(keys), np.array(signatures, "V64")
        assert ed25519.verify_batch(rows["key"], messages, rows["signature"]).all()
        assert ed25519.verify_batch(rows["key"][::-1], messages[::-1], rows["signature"][::-1]).all()
        assert ed25519.verify_batch(rows["key"][7::3], messages[7::3], rows["signature"][7::3]).all()
        assert not ed25519.verify_batch(rows["key"], messages, rows["signature"][::-1])[:100].any()
        same = np.broadcast_to(table(keys)[0], (300, 32))
        assert ed25519.verify_batch(same, messages, table(signatures)).tolist() == [True] + [False] * 299
        with pytest.raises(carnelian.InvalidBuffer, match="64 bytes apart|2 bytes apart"):
            carnelian.hash_batch("sha256", table(signatures)[:, ::2])

    def test_no_rows(self):
        assert ed25519.verify_batch(np.zeros((0, 32), np.uint8), [], np.zeros((0, 64), np.uint8)).shape == (0,)
        assert carnelian.hash_batch("sha256", np.zeros((0, 9), np.uint8)).shape == (0, 32)
        assert carnelian.hash_batch("sha256", np.zeros((2, 0), np.uint8)).tobytes() == hashlib.sha256().digest() * 2

    def test_nulls_have_no_place(self, signed):
        _, keys, messages, signatures = signed
        with pytest.raises(ValueError, match="row 3: is null") as raised:
            ed25519.verify_batch(table(keys), messages[:3] + [None] + messages[4:], table(signatures))
        assert raised.value.row == 3

    def test_out(self, signed):
        _, keys, messages, signatures = signed
        mask = np.zeros(300, bool)
        assert ed25519.verify_batch(keys, messages, signatures, out=mask) is mask and mask.all()
        digests = np.zeros((300, 32), np.uint8)
        assert carnelian.hash_batch("sha256", messages, out=digests) is digests
        assert digests[299].tobytes() == hashlib.sha256(messages[299]).digest()
        plain = bytearray(300 * 64)
        ed25519.sign_batch(bytes(32), messages, out=plain)
        assert plain[-64:] == ed25519.sign_batch(bytes(32), messages[-1:])[0]
        with pytest.raises(carnelian.InvalidLength, match="out: expected 9600 bytes, found 300"):
            carnelian.hash_batch("sha256", messages, out=mask)
        digests.flags.writeable = False
        with pytest.raises(carnelian.InvalidBuffer):
            carnelian.hash_batch("sha256", messages, out=digests)

    def test_without_numpy_an_answer_is_a_memoryview(self):
        code = """
import sys, hashlib, carnelian
rows = memoryview(bytearray(range(64))).cast("B", (2, 32))
answer = carnelian.hash_batch("sha256", rows)
assert answer.shape == (2, 32) and answer[1, 0] == hashlib.sha256(bytes(range(32, 64))).digest()[0]
assert "numpy" not in sys.modules
"""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        subprocess.run([sys.executable, "-c", code], check=True, env=environment)

    def test_more_rows_than_memory(self):
        signatures = np.broadcast_to(np.zeros((1, 64), np.uint8), (1 << 45, 64))
        with pytest.raises(MemoryError):
            ed25519.verify_batch(bytes(32), b"message", signatures)
        for out in (None, bytearray(32)):
            with pytest.raises(MemoryError):
                carnelian.hash_batch("sha256", signatures, out=out)

    def test_masks_are_refused(self):
        rows = np.ma.array(table(rows_of(3, 32)), mask=[[False] * 32, [True] * 32, [False] * 32])
        fixed = np.ma.array(np.array([b"one", b"two"], "S3"), mask=[False, True])
        objects = np.ma.array([b"one", b"two"], dtype=object, mask=[True, False])
        flat = np.ma.array(np.arange(32, dtype=np.uint8))
        for masked in (rows, fixed, fixed.view(np.ma.MaskedArray), objects, flat, np.ma.array(table(rows_of(3, 32)))):
            with pytest.raises(TypeError, match="mask"):
                carnelian.hash_batch("sha256", masked)
        with pytest.raises(TypeError, match="keys"):
            ed25519.sign_batch(rows, [b""] * 3)
        with pytest.raises(TypeError, match="keys"):
            ed25519.sign_batch(flat, [b""])
        with pytest.raises(TypeError, match="row 1") as raised:
            carnelian.hash_batch("sha256", [b"one", np.ma.masked])
        assert raised.value.row == 1
        assert (carnelian.hash_batch("sha256", rows.data) == carnelian.hash_batch("sha256", table(rows_of(3, 32)))).all()

    def test_objects_in_two_dimensions_are_no_rows(self):
        with pytest.raises(TypeError, match="2 dimensions"):
            carnelian.hash_batch("sha256", np.array([[b"a", b"b"]], dtype=object))



@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers")
def test_a_user_can_interrupt(signed):
    # Seconds of work on every machine, of which the test waits for the first look at signals only.
    _, keys, messages, signatures = (column * 4000 for column in signed)
    mask = np.zeros(len(keys), bool)

    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            ed25519.verify_batch(keys, messages, signatures, threads=1, out=mask)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    # The answer was not completed.
    assert not mask.any()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_child_process_has_threads_of_its_own(signed):
    _, keys, messages, signatures = signed
    assert ed25519.verify_batch(keys, messages, signatures) == [True] * 300
    child = os.fork()
    if child == 0:
        os._exit(0 if ed25519.verify_batch(keys, messages, signatures) == [True] * 300 else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_memory_is_flat(signed):
    resource = pytest.importorskip("resource")
    _, keys, messages, signatures = signed

    def use():
        for _ in range(20):
            ed25519.verify_batch(table(keys), messages, table(signatures))
            carnelian.hash_batch("sha256", [bytearray(1 << 16)] * 50)
            ed25519.sign_batch(bytes(32), [bytearray(1 << 16)] * 50)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    use()
    before = use()
    assert max(use() for _ in range(5)) - before < 8 << 10
