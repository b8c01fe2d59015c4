"""Verify the Ed25519 signatures of a Parquet file of any size in constant memory.

    python verify_parquet.py write log.parquet --rows 1000000 --bad 123456
    python verify_parquet.py verify log.parquet
    python verify_parquet.py verify log.parquet --with polars
    python verify_parquet.py verify log.parquet --with duckdb

Each row of the file has the public key of its signer, a message and a signature. The row that `--bad` names gets the
signature of another row; `verify` finds it, whatever reads the file.
"""

import argparse
import random
import sys
import time

import pyarrow as pa
import pyarrow.parquet as pq
from carnelian import ed25519

COLUMNS = ["key", "message", "signature"]
SCHEMA = pa.schema([("key", pa.binary(32)), ("message", pa.binary()), ("signature", pa.binary(64))])

# Rows in memory at a time: enough for every core to have whole batches.
BATCH = 65536


def write(path, rows, bad=None, signers=1000):
    """Write a file of signed messages, of which the one in row *bad* has another's signature."""
    signing_keys = ed25519.generate_batch(signers)
    keys = [key.verifying_key.to_bytes() for key in signing_keys]
    with pq.ParquetWriter(path, SCHEMA, compression="none") as writer:
        for start in range(0, rows, BATCH):
            numbers = range(start, min(start + BATCH, rows))
            by = [random.randrange(signers) for _ in numbers]
            messages = pa.array([b"entry %d" % number for number in numbers], pa.binary())
            signatures = ed25519.sign_batch([signing_keys[signer] for signer in by], messages).to_pylist()
            if bad in numbers:
                signatures[bad - start] = signatures[bad - start - 1]
            rows_of = [keys[signer] for signer in by], messages, signatures
            columns = [pa.array(column, field.type) for column, field in zip(rows_of, SCHEMA)]
            writer.write_batch(pa.record_batch(columns, SCHEMA))


def with_pyarrow(path):
    """Yield the numbers of the rows whose signatures are not valid."""
    start = 0
    # Read ahead, the file would end up in memory.
    file = pq.ParquetFile(path, pre_buffer=False)
    for batch in file.iter_batches(BATCH, columns=COLUMNS):
        verdicts = ed25519.verify_batch(batch["key"], batch["message"], batch["signature"])
        yield from (start + row for row in verdicts.invalid())
        start += len(batch)


def with_polars(path):
    """The same, in one query that polars runs over the file in pieces."""
    import polars as pl

    def invalid(frame):
        verdicts = ed25519.verify_batch(frame["key"], frame["message"], frame["signature"])
        return frame.select("row").filter(~pl.Series(verdicts).fill_null(False))

    rows = pl.scan_parquet(path, row_index_name="row")
    bad = rows.map_batches(invalid, schema={"row": pl.get_index_type()}, streamable=True)
    yield from bad.collect(engine="streaming")["row"]


def with_duckdb(path):
    """The same, over the record batches of a query of DuckDB."""
    import duckdb

    rows = "select file_row_number as row, key, message, signature from read_parquet(?, file_row_number=true)"
    for batch in duckdb.sql(rows, params=[path]).to_arrow_reader(BATCH):
        verdicts = ed25519.verify_batch(batch["key"], batch["message"], batch["signature"])
        yield from batch["row"].take(pa.array(verdicts.invalid(), pa.int64())).to_pylist()


READERS = {"pyarrow": with_pyarrow, "polars": with_polars, "duckdb": with_duckdb}


def peak_memory():
    """Return the largest resident set of the process so far, in MiB."""
    try:
        import resource
    except ImportError:
        return float("nan")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << (20 if sys.platform == "darwin" else 10))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write", help="write a file of signed messages")
    writing.add_argument("path")
    writing.add_argument("--rows", type=int, default=1_000_000)
    writing.add_argument("--bad", type=int, help="the row whose signature is another's")
    verifying = commands.add_parser("verify", help="verify a file")
    verifying.add_argument("path")
    verifying.add_argument("--with", dest="reader", choices=READERS, default="pyarrow")
    arguments = parser.parse_args()

    start = time.perf_counter()
    if arguments.command == "write":
        write(arguments.path, arguments.rows, arguments.bad)
        invalid = []
    else:
        invalid = list(READERS[arguments.reader](arguments.path))
    rows, seconds = pq.ParquetFile(arguments.path).metadata.num_rows, time.perf_counter() - start
    print(f"{rows} rows in {seconds:.2f} s, {rows / seconds:.0f} a second, in at most {peak_memory():.0f} MiB")
    for row in invalid:
        print(f"row {row}: the signature is not valid")
    sys.exit(1 if invalid else 0)


if __name__ == "__main__":
    main()
