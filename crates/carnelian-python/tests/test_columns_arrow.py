"""Columns of Arrow, from every library that has the PyCapsule interface."""

import ctypes
import gc
import hashlib
import random
import struct

import carnelian
import pytest
from carnelian import ed25519, x25519

pa = pytest.importorskip("pyarrow")

BYTES = [pa.binary(), pa.large_binary(), pa.binary_view()]
TEXTS = [pa.string(), pa.large_string(), pa.string_view()]
COUNT = 200


def sha256(message):
    return None if message is None else hashlib.sha256(message).digest()


@pytest.fixture(scope="module")
def messages():
    source = random.Random(5)
    messages = [source.randbytes(source.choice([0, 1, 11, 12, 13, 100])) for _ in range(COUNT)]
    return [None if row % 7 == 3 else message for row, message in enumerate(messages)]


@pytest.fixture(scope="module")
def signed():
    source = random.Random(6)
    seeds = [source.randbytes(32) for _ in range(COUNT)]
    messages = [source.randbytes(source.randrange(100)) for _ in range(COUNT)]
    return seeds, ed25519.derive_batch(seeds), messages, ed25519.sign_batch(seeds, messages)


class Producer:
    """An object that hands out the given capsules, and nothing else."""

    def __init__(self, schema, array):
        self.capsules = schema, array

    def __arrow_c_array__(self, requested_schema=None):
        return self.capsules


def words_of(capsule, name, count):
    """The fields of the structure in a capsule."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return (ctypes.c_int64 * count).from_address(pointer(capsule, name))


class Stream:
    def __init__(self, capsule):
        self.capsule = capsule

    def __arrow_c_stream__(self, requested_schema=None):
        return self.capsule


class TestTypes:
    @pytest.mark.parametrize("kind", BYTES, ids=str)
    def test_bytes(self, kind, messages):
        array = pa.array(messages, kind)
        answer = carnelian.hash_batch("sha256", array)
        assert answer.to_pylist() == [sha256(message) for message in messages]
        assert answer.null_count == array.null_count

    @pytest.mark.parametrize("kind", TEXTS, ids=str)
    def test_text_is_its_bytes(self, kind):
        texts = ["", "ascii", None, "größer als zwölf Bytes", "短"]
        expected = [sha256(text and text.encode() if text else (None if text is None else b"")) for text in texts]
        assert carnelian.hash_batch("sha256", pa.array(texts, kind)).to_pylist() == expected

    @pytest.mark.parametrize("width", [0, 1, 32, 33])
    def test_fixed_width(self, width):
        rows = [bytes([row]) * width for row in range(20)] + [None]
        expected = [sha256(row) for row in rows]
        array = pa.array(rows, pa.binary(width))
        assert carnelian.hash_batch("sha256", array).to_pylist() == expected
        assert carnelian.hash_batch("sha256", array[3:]).to_pylist() == expected[3:]

    @pytest.mark.parametrize(
        "kind", [pa.list_(pa.uint8()), pa.large_list(pa.uint8()), pa.list_(pa.uint8(), 4)], ids=str
    )
    def test_lists_of_uint8(self, kind):
        rows = [b"abcd", b"efgh", None, b"ijkl", b"mnop"]
        array = pa.array([row and list(row) for row in rows], kind)
        for start in range(5):
            expected = [sha256(row) for row in rows[start:]]
            assert carnelian.hash_batch("sha256", array[start:]).to_pylist() == expected

    @pytest.mark.parametrize("index", [pa.int8(), pa.uint8(), pa.int32(), pa.int64(), pa.uint64()], ids=str)
    @pytest.mark.parametrize("kind", [pa.binary(), pa.large_binary(), pa.string(), pa.binary(3)], ids=str)
    def test_dictionaries(self, index, kind):
        values = pa.array(["one", "two"], pa.string()).cast(pa.binary()).cast(kind)
        array = pa.DictionaryArray.from_arrays(pa.array([0, 1, None, 1, 0], index), values)
        expected = [sha256(row) for row in [b"one", b"two", None, b"two", b"one"]]
        assert carnelian.hash_batch("sha256", array).to_pylist() == expected
        assert carnelian.hash_batch("sha256", array[1:4]).to_pylist() == expected[1:4]

    def test_a_null_in_a_dictionary(self):
        array = pa.DictionaryArray.from_arrays(pa.array([0, 1]), pa.array([b"one", None]))
        assert carnelian.hash_batch("sha256", array).to_pylist() == [sha256(b"one"), None]

    def test_the_type_null(self):
        assert carnelian.hash_batch("sha256", pa.nulls(3)).to_pylist() == [None] * 3

    @pytest.mark.parametrize(
        "array",
        [pa.array([1, 2]), pa.array([[1], [2]]), pa.array([{"a": b""}]), pa.array([1.5]), pa.table({"a": [b""]})],
        ids=["int64", "list of int64", "struct", "double", "table"],
    )
    def test_what_holds_no_bytes(self, array):
        with pytest.raises(TypeError, match="messages: expected .* found an Arrow array of type"):
            carnelian.hash_batch("sha256", array)


class TestExtensions:
    """The bytes in which an extension type is stored are not always its values."""

    STORAGES = [
        (pa.binary(), [b"one", None]),
        (pa.string(), ["one", None]),
        (pa.binary(3), [b"one", None]),
        (pa.list_(pa.uint8()), [[1, 2], None]),
        (pa.dictionary(pa.int8(), pa.binary()), [b"one", None]),
    ]

    @pytest.mark.parametrize(("storage", "values"), STORAGES, ids=lambda value: str(value)[:20])
    @pytest.mark.parametrize("in_pieces", [False, True])
    def test_they_are_refused(self, storage, values, in_pieces):
        array = pa.ExtensionArray.from_storage(pa.opaque(storage, "kind", "vendor"), pa.array(values, storage))
        with pytest.raises(TypeError, match=r"extension type arrow\.opaque"):
            carnelian.hash_batch("sha256", pa.chunked_array([array, array]) if in_pieces else array)
        assert len(carnelian.hash_batch("sha256", array.storage)) == 2

    def test_inside_a_list_and_a_dictionary(self):
        byte = pa.opaque(pa.uint8(), "kind", "vendor")
        values = pa.ExtensionArray.from_storage(byte, pa.array([1, 2, 3], pa.uint8()))
        with pytest.raises(TypeError, match="extension type"):
            carnelian.hash_batch("sha256", pa.ListArray.from_arrays(pa.array([0, 1, 3], pa.int32()), values))
        text = pa.ExtensionArray.from_storage(pa.opaque(pa.binary(), "kind", "vendor"), pa.array([b"one"]))
        with pytest.raises(TypeError, match="extension type"):
            carnelian.hash_batch("sha256", pa.DictionaryArray.from_arrays(pa.array([0, 0], pa.int8()), text))

    def test_other_metadata_are_no_matter(self):
        class Column:
            def __init__(self, metadata):
                self.field = pa.field("name", pa.binary(), metadata=metadata)

            def __arrow_c_array__(self, requested_schema=None):
                return self.field.__arrow_c_schema__(), pa.array([b"one"]).__arrow_c_array__()[1]

        for metadata in ({"": ""}, {b"\xff": b"\xff\x00"}, {"a": "b", "ARROW:extension:nam": "c"}):
            assert carnelian.hash_batch("sha256", Column(metadata)).to_pylist() == [sha256(b"one")]
        for metadata in ({"ARROW:extension:name": "mine"}, {"a": b"\xff", "ARROW:extension:name": b"\xff", "b": "c"}):
            with pytest.raises(TypeError, match="extension type"):
                carnelian.hash_batch("sha256", Column(metadata))

    def test_objects_of_polars(self):
        pl = pytest.importorskip("polars")
        # Not an extension type: nothing in the capsules says that these are addresses.
        for objects in (pl.Series([b"a", b"b"], dtype=pl.Object), pl.Series([], dtype=pl.Object)):
            with pytest.raises(TypeError, match="addresses"):
                carnelian.hash_batch("sha256", objects)
        assert carnelian.hash_batch("sha256", pl.Series([b"a"])).to_pylist() == [sha256(b"a")]
        assert carnelian.hash_batch("sha256", pl.Series(["Object"])).to_pylist() == [sha256(b"Object")]


class TestShapes:
    @pytest.mark.parametrize("kind", BYTES, ids=str)
    def test_slices(self, kind, messages):
        array = pa.array(messages, kind)
        for start, end in [(0, 0), (0, 1), (3, 4), (1, COUNT), (8, 77), (COUNT, COUNT)]:
            expected = [sha256(message) for message in messages[start:end]]
            assert carnelian.hash_batch("sha256", array[start:end]).to_pylist() == expected
            assert carnelian.hash_batch("sha256", array[1:][start:end]).to_pylist() == [
                sha256(message) for message in messages[1:][start:end]
            ]

    @pytest.mark.parametrize("kind", BYTES, ids=str)
    def test_chunks(self, kind, messages):
        ends = [0, 0, 1, 1, 50, 51, 180, COUNT, COUNT]
        chunks = [pa.array(messages, kind)[start:end] for start, end in zip(ends, ends[1:])]
        answer = carnelian.hash_batch("sha256", pa.chunked_array(chunks))
        assert answer.to_pylist() == [sha256(message) for message in messages]

    @pytest.mark.parametrize("kind", [*BYTES, *TEXTS, pa.binary(32), pa.list_(pa.uint8(), 32)], ids=str)
    def test_no_rows(self, kind):
        for column in [pa.array([], kind), pa.chunked_array([], kind), pa.array([None], kind)[1:]]:
            answer = carnelian.hash_batch("sha256", column)
            assert answer.to_pylist() == [] and pa.array(answer).type == pa.binary(32)

    def test_chunks_need_not_agree(self, signed):
        _, keys, messages, signatures = signed
        columns = (
            pa.chunked_array([keys[:50], keys[50:]], pa.binary(32)),
            pa.chunked_array([messages[:120], messages[120:]], pa.large_binary()),
            pa.array(signatures, pa.binary(64)),
        )
        assert ed25519.verify_batch(*columns).all()


class TestSignatures:
    @pytest.mark.parametrize("kind", BYTES, ids=str)
    def test_verdicts(self, kind, signed):
        seeds, keys, messages, signatures = signed
        bad = list(signatures)
        bad[17] = bytes(64)
        answer = ed25519.verify_batch(pa.array(keys, pa.binary(32)), pa.array(messages, kind), pa.array(bad, kind))
        assert answer.to_pylist() == [row != 17 for row in range(COUNT)]
        assert not answer.all() and answer.invalid() == [17]

    def test_nulls_and_slices(self, signed):
        _, keys, messages, signatures = (list(column) for column in signed)
        keys[3] = messages[5] = signatures[7] = None
        keys, messages, signatures = (pa.array(column) for column in (keys, messages, signatures))
        answer = ed25519.verify_batch(keys, messages, signatures)
        assert answer.to_pylist() == [None if row in (3, 5, 7) else True for row in range(COUNT)]
        assert not answer.all() and answer.invalid() == [3, 5, 7]
        assert ed25519.verify_batch(keys[8:], messages[8:], signatures[8:]).all()

    def test_keys_from_a_dictionary(self, signed):
        seeds, *_ = signed
        issued = [seeds[row % 3] for row in range(COUNT)]
        messages = [b"%d" % row for row in range(COUNT)]
        seeds_array = pa.array(issued).dictionary_encode()
        signatures = ed25519.sign_batch(seeds_array, pa.array(messages))
        keys = pa.array(ed25519.derive_batch(issued)).dictionary_encode()
        assert ed25519.verify_batch(keys, pa.array(messages), signatures).all()

    @pytest.mark.parametrize("kind", [pa.binary(), pa.binary_view(), pa.binary(63)], ids=str)
    def test_a_row_of_the_wrong_width(self, kind, signed):
        _, keys, messages, _ = signed
        signatures = pa.array([None] * 9 + [bytes(63)] * (COUNT - 9), kind)
        with pytest.raises(carnelian.InvalidLength, match="signatures: row 9: expected 64 bytes, found 63") as raised:
            ed25519.verify_batch(keys, messages, signatures)
        assert raised.value.row == 9

    def test_arrow_decides_the_answer(self, signed):
        _, keys, messages, signatures = signed
        assert isinstance(ed25519.verify_batch(keys, messages, pa.array(signatures)), carnelian.Column)

    def test_exchange(self):
        secrets = [bytes([row]) * 32 for row in range(9)]
        publics = x25519.derive_batch(pa.array(secrets)).to_pylist()
        publics[2], publics[4] = None, bytes(32)
        answer = carnelian.x25519_batch(pa.array(secrets), pa.array(publics))
        assert [row is None for row in answer] == [row in (2, 4) for row in range(9)]


class TestAnswers:
    def test_a_column_is_a_sequence(self, messages):
        answer = carnelian.hash_batch("sha256", pa.array(messages))
        rows = answer.to_pylist()
        assert len(answer) == COUNT and list(answer) == rows and answer[-1] == rows[-1]
        assert answer[10:2:-3] == rows[10:2:-3]
        for index in [COUNT, -COUNT - 1]:
            with pytest.raises(IndexError):
                answer[index]
        assert repr(answer) == "<carnelian.Column: 200 rows of bytes of width 32, 29 null>"
        with pytest.raises(TypeError):
            answer.all()

    def test_pyarrow_takes_a_column(self, signed):
        _, keys, messages, signatures = signed
        verdicts = pa.array(ed25519.verify_batch(keys, messages, pa.array(signatures)))
        assert verdicts.type == pa.bool_() and verdicts.to_pylist() == [True] * COUNT
        digests = pa.array(carnelian.hash_batch("sha512", pa.array(messages)))
        digests.validate(full=True)
        assert digests.type == pa.binary(64)

    def test_numpy_takes_a_column(self, signed):
        np = pytest.importorskip("numpy")
        _, keys, messages, signatures = signed
        mask = np.asarray(ed25519.verify_batch(keys, messages, pa.array(signatures)))
        assert mask.dtype == bool and mask.all()
        assert np.asarray(carnelian.hash_batch("sha256", pa.array(messages))).shape == (COUNT, 32)
        with pytest.raises(ValueError, match="row 0: is null"):
            np.asarray(carnelian.hash_batch("sha256", pa.nulls(1)))

    def test_a_column_is_a_column_again(self, messages):
        once = carnelian.hash_batch("sha256", pa.array(messages))
        twice = carnelian.hash_batch("sha256", once)
        assert twice.to_pylist() == [sha256(digest) for digest in once]

    def test_capsules_that_nobody_takes_are_released(self, messages):
        answer = carnelian.hash_batch("sha256", pa.array(messages))
        for _ in range(100):
            answer.__arrow_c_array__()
            answer.__arrow_c_schema__()
        assert pa.array(answer).to_pylist() == answer.to_pylist()

    def test_an_array_outlives_its_column(self, messages):
        array = pa.array(carnelian.hash_batch("sha256", pa.array(messages)))
        gc.collect()
        assert array.to_pylist() == [sha256(message) for message in messages]


class TestOwnership:
    def test_a_capsule_is_consumed_once(self, messages):
        producer = Producer(*pa.array(messages).__arrow_c_array__())
        assert carnelian.hash_batch("sha256", producer).null_count
        with pytest.raises(carnelian.InvalidBuffer, match="messages: the Arrow capsule was consumed before"):
            carnelian.hash_batch("sha256", producer)
        stream = Stream(pa.chunked_array([messages]).__arrow_c_stream__())
        carnelian.hash_batch("sha256", stream)
        with pytest.raises(carnelian.InvalidBuffer, match="messages: the Arrow capsule was consumed before"):
            carnelian.hash_batch("sha256", stream)

    def test_memory_is_released_exactly_once(self):
        rows = [bytes(1000)] * 1000
        before = pa.total_allocated_bytes()
        for _ in range(20):
            array = pa.array(rows)
            carnelian.hash_batch("sha256", array)
            carnelian.hash_batch("sha256", pa.chunked_array([array, array]))
            with pytest.raises(carnelian.InvalidLength):
                ed25519.derive_batch(array)
        del array
        gc.collect()
        assert pa.total_allocated_bytes() == before

    def test_capsules_of_another_kind(self):
        schema, array = pa.array([b""]).__arrow_c_array__()
        for capsules in [(array, schema), (1, 2), (schema,), (schema, array, schema)]:
            with pytest.raises((TypeError, ValueError)):
                carnelian.hash_batch("sha256", Producer(*capsules) if len(capsules) == 2 else _Odd(capsules))
        with pytest.raises((TypeError, ValueError)):
            carnelian.hash_batch("sha256", Stream(schema))
        with pytest.raises((TypeError, ValueError)):
            carnelian.hash_batch("sha256", Stream(None))

    def test_an_error_of_the_producer_is_told(self):
        def batches():
            yield pa.record_batch({"a": [b"x"]})
            raise RuntimeError("the disk is gone")

        class Failing:
            def __arrow_c_stream__(self, requested_schema=None):
                raise RuntimeError("the disk is gone")

        with pytest.raises(RuntimeError, match="the disk is gone"):
            carnelian.hash_batch("sha256", Failing())


class _Odd:
    def __init__(self, answer):
        self.answer = answer

    def __arrow_c_array__(self, requested_schema=None):
        return self.answer


class TestDamaged:
    """Arrays that contradict themselves; pyarrow checks them only when asked."""

    @pytest.mark.parametrize("offsets", [[0, 9, 3], [-1, 1, 3], [0, -5, 3], [0, 1, -3], [2, 1, 0]])
    @pytest.mark.parametrize(
        "kind, letter", [(pa.binary(), "i"), (pa.large_binary(), "q"), (pa.string(), "i")], ids=str
    )
    def test_offsets(self, offsets, kind, letter):
        memory = bytearray(struct.pack(f"3{letter}", 0, 1, 3))
        array = pa.Array.from_buffers(kind, 2, [None, pa.py_buffer(memory), pa.py_buffer(b"abc")])
        # Later than pyarrow's own check.
        memory[:] = struct.pack(f"3{letter}", *offsets)
        with pytest.raises(carnelian.InvalidBuffer, match="the Arrow array is damaged: its offsets"):
            carnelian.hash_batch("sha256", array)

    @pytest.mark.parametrize("view", [(20, 0, 1, 0), (20, 0, 0, 5), (20, 0, 0, -1), (-1, 0, 0, 0), (20, 0, -1, 0)])
    def test_views(self, view):
        buffers = [None, pa.py_buffer(struct.pack("4i", *view)), pa.py_buffer(bytes(24))]
        array = pa.Array.from_buffers(pa.binary_view(), 1, buffers)
        with pytest.raises(carnelian.InvalidBuffer, match="a view points outside its buffer"):
            carnelian.hash_batch("sha256", array)

    @pytest.mark.parametrize("key", [2, -1, 127])
    def test_keys_of_a_dictionary(self, key):
        array = pa.DictionaryArray.from_arrays(pa.array([0, key], pa.int8()), pa.array([b"a", b"b"]), safe=False)
        with pytest.raises(carnelian.InvalidBuffer, match="a key is not in its dictionary"):
            carnelian.hash_batch("sha256", array)

    def test_a_null_byte_in_a_list(self):
        for kind in [pa.list_(pa.uint8()), pa.large_list(pa.uint8()), pa.list_(pa.uint8(), 2)]:
            array = pa.array([[1, 2], None, [1, None], [3, 4]], kind)
            with pytest.raises(carnelian.InvalidBuffer, match="a byte of a list is null"):
                carnelian.hash_batch("sha256", array)
            assert carnelian.hash_batch("sha256", array[:2]).to_pylist() == [sha256(bytes([1, 2])), None]
            assert carnelian.hash_batch("sha256", array[3:]).to_pylist() == [sha256(bytes([3, 4]))]


    @pytest.mark.parametrize("field, value", [(0, -1), (0, 1 << 62), (2, -3), (3, 1), (4, -1), (5, 0)])
    @pytest.mark.parametrize("kind", [pa.binary(), pa.large_string(), pa.binary_view(), pa.list_(pa.uint8())], ids=str)
    def test_structures(self, kind, field, value):
        """Lengths, counts and pointers in the structure itself."""
        rows = [[1], [2]] if pa.types.is_list(kind) else [b"one", b"a value that is not inline"]
        schema, array = pa.array(rows, kind).__arrow_c_array__()
        words_of(array, b"arrow_array", 10)[field] = value
        with pytest.raises(carnelian.InvalidBuffer, match="the Arrow array is damaged"):
            carnelian.hash_batch("sha256", Producer(schema, array))

    @pytest.mark.parametrize("kind, buffer", [(pa.binary(), 1), (pa.binary(), 2), (pa.binary_view(), 3)], ids=str)
    def test_null_pointers(self, kind, buffer):
        schema, array = pa.array([b"a value that is not inline"], kind).__arrow_c_array__()
        words = words_of(array, b"arrow_array", 10)
        (ctypes.c_int64 * words[3]).from_address(words[5])[buffer] = 0
        with pytest.raises(carnelian.InvalidBuffer, match="null"):
            carnelian.hash_batch("sha256", Producer(schema, array))

    @pytest.mark.parametrize("text", [None, b"\xff", b"+w:3", b"+l"])
    def test_schemas(self, text):
        schema, array = pa.array([b"one"]).__arrow_c_array__()
        memory = ctypes.create_string_buffer(text or b"")
        words_of(schema, b"arrow_schema", 9)[0] = 0 if text is None else ctypes.addressof(memory)
        with pytest.raises(carnelian.InvalidBuffer, match="its schema"):
            carnelian.hash_batch("sha256", Producer(schema, array))


class TestLibraries:
    def test_polars(self, signed):
        pl = pytest.importorskip("polars")
        _, keys, messages, signatures = signed
        frame = pl.DataFrame({"key": keys, "message": messages, "signature": signatures})
        answer = ed25519.verify_batch(frame["key"], frame["message"], frame["signature"])
        assert frame.with_columns(valid=pl.Series(answer))["valid"].all()
        twice = pl.concat([frame, frame[5:]], rechunk=False)
        assert ed25519.verify_batch(twice["key"], twice["message"], twice["signature"]).all()
        arrays = pl.Series([list(key) for key in keys], dtype=pl.Array(pl.UInt8, 32))
        assert ed25519.verify_batch(arrays, frame["message"], frame["signature"]).all()
        category = pl.Series(["a", "b", None, "a"], dtype=pl.Categorical)
        expected = [sha256(row) for row in [b"a", b"b", None, b"a"]]
        assert carnelian.hash_batch("sha256", category).to_pylist() == expected

    def test_duckdb(self, signed):
        duckdb = pytest.importorskip("duckdb")
        _, keys, messages, signatures = signed
        signed_rows = pa.table({"key": keys, "message": messages, "signature": signatures})
        answer = duckdb.sql("select * from signed_rows order by key desc").to_arrow_table()
        assert len(answer) == len(signed_rows)
        assert ed25519.verify_batch(answer["key"], answer["message"], answer["signature"]).all()

    def test_datafusion(self, signed):
        datafusion = pytest.importorskip("datafusion")
        _, keys, messages, signatures = signed
        context = datafusion.SessionContext()
        frame = context.from_arrow(pa.table({"key": keys, "message": messages, "signature": signatures}))
        for batch in frame.select("signature", "message", "key").collect():
            assert ed25519.verify_batch(batch["key"], batch["message"], batch["signature"]).all()

    def test_pandas(self, messages):
        pd = pytest.importorskip("pandas")
        series = pd.Series(messages, dtype=pd.ArrowDtype(pa.binary()))
        assert carnelian.hash_batch("sha256", series).to_pylist() == [sha256(message) for message in messages]
