"""Short calls beside the standard library: each in turns with its counterpart, the least time of many rounds counts.

    python small_calls.py ROUNDS [MOST]

With MOST it fails if one of our calls takes more than that many times what the other takes. `cargo xtask small-calls` runs
it with the wheel.
"""

import hashlib
import hmac
import os
import sys
from time import perf_counter_ns

import carnelian
import carnelian.hmac

# Calls of each function in a row.
CALLS = 40

# The loop is in each function, so that nothing but the call is in it.
CONSTRUCT = "def run(calls, make, data):\n    for _ in calls:\n        make(data).digest()"
HEXADECIMAL = "def run(calls, make, data):\n    for _ in calls:\n        make(data).hexdigest()"
UPDATED = "def run(calls, make, data):\n    for _ in calls:\n        h = make()\n        h.update(data)\n        h.digest()"
SIZED = "def run(calls, make, data):\n    for _ in calls:\n        make(data, digest_size=32).digest()"
KEYED = "def run(calls, make, data):\n    for _ in calls:\n        make(data, key=b'0123456789abcdef').digest()"
METHOD = "def run(calls, call, data):\n    for _ in calls:\n        call(data)"
METHOD_OF_TWO = "def run(calls, call, data):\n    for _ in calls:\n        call(data, data)"
BARE = "def run(calls, call, _):\n    for _ in calls:\n        call()"


def compiled(source):
    names = {}
    exec(source, names)
    return names["run"]


def rows():
    for name in ("blake2b", "blake2s", "sha256", "sha512", "sha3_256"):
        ours, theirs = getattr(carnelian, name), getattr(hashlib, name)
        for length in (0, 64, 128, 256, 1024):
            yield f"{name}(data).digest(), {length} B", CONSTRUCT, ours, theirs, bytes(length)
        for length in (1, 64):
            yield f"{name}().update(data), {length} B", METHOD, ours().update, theirs().update, bytes(length)
        yield f"{name}()", BARE, ours, theirs, None
        for length in (64, 1024):
            yield f"{name}(data).hexdigest(), {length} B", HEXADECIMAL, ours, theirs, bytes(length)
            yield f"{name}(), update, digest, {length} B", UPDATED, ours, theirs, bytes(length)
            if name.startswith("blake2"):
                yield f"{name}(data, digest_size=32), {length} B", SIZED, ours, theirs, bytes(length)
                yield f"{name}(data, key=...), {length} B", KEYED, ours, theirs, bytes(length)
        for method in ("digest", "hexdigest", "copy"):
            yield f"{name}().{method}()", BARE, getattr(ours(b"data"), method), getattr(theirs(b"data"), method), None
    for name in ("blake2b", "sha256"):
        source = METHOD.replace("call(data)", f"call({name!r}, data).digest()")
        yield f"new({name!r}, data).digest(), 64 B", source, carnelian.new, hashlib.new, bytes(64)
    for length in (16, 32, 64, 1024):
        yield f"random_bytes({length})", METHOD, carnelian.random_bytes, os.urandom, length
    yield "hmac.compare_digest(a, b), 32 B", METHOD_OF_TWO, carnelian.hmac.compare_digest, hmac.compare_digest, bytes(32)


def main(rounds, most):
    calls = [None] * CALLS
    table = [(name, compiled(source), ours, theirs, argument) for name, source, ours, theirs, argument in rows()]
    least = [[float("inf"), float("inf")] for _ in table]
    for _ in range(rounds):
        for times, (_, run, ours, theirs, argument) in zip(least, table):
            for side, call in enumerate((ours, theirs)):
                start = perf_counter_ns()
                run(calls, call, argument)
                times[side] = min(times[side], (perf_counter_ns() - start) / CALLS)
    print(f"{'call, ns':36} {'ours':>8} {'other':>8}  ratio")
    slow = 0
    for (name, *_), (ours, theirs) in zip(table, least):
        is_slow = most is not None and ours > most * theirs
        slow += is_slow
        print(f"{name:36} {ours:8.0f} {theirs:8.0f}  {ours / theirs:.2f}{', too slow' if is_slow else ''}")
    return slow


if __name__ == "__main__":
    sys.exit(1 if main(int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else None) else 0)
