"""The operations that are measured, their inputs, and the libraries that offer them."""

import hashlib
import importlib
from dataclasses import dataclass
from typing import Callable

# The module of each library in this package, in the order of the table's columns.
LIBRARIES = ["ours", "pyca", "sodium", "standard", "argon2_cffi", "rust"]

SMALL, LARGE = 64, 1 << 20


def as_bytes(answer):
    return None if answer is None else bytes(answer)


def first_64(answer):
    return bytes(answer)[:64]


@dataclass(frozen=True)
class Operation:
    """What is measured: one call, or one row of a column."""

    name: str
    size: int
    # The number of rows that one call works on.
    rows: int = 1
    # Turns an answer into what the answers of all libraries must be equal in.
    answer: Callable = as_bytes

    @property
    def label(self):
        return f"{self.size >> 20} MiB" if self.size >= 1 << 20 else f"{self.size} B"


class Inputs:
    """The inputs of all libraries: the same in every run."""

    key = hashlib.sha256(b"key").digest()
    seed = hashlib.sha256(b"seed").digest()
    peer_seed = hashlib.sha256(b"peer").digest()
    nonce = bytes(range(12))
    long_nonce = bytes(range(24))
    header = b"associated data"
    password, salt = b"correct horse battery staple", bytes(range(16))
    # Time, memory in KiB, lanes: the first is for logins, the second is the second choice of RFC 9106.
    argon2 = {"argon2id-19MiB": (2, 19456, 1), "argon2id-64MiB": (3, 65536, 4)}

    def __init__(self, rows):
        self.rows = rows

    @staticmethod
    def message(size):
        return bytes(size)


ONE_MESSAGE = [
    "sha256", "sha512", "sha3_256", "blake2b", "hmac-sha256",
    "chacha20poly1305-encrypt", "chacha20poly1305-decrypt", "xchacha20poly1305-encrypt", "xchacha20poly1305-decrypt",
    "aes256gcm-encrypt", "aes256gcm-decrypt", "ed25519-sign", "ed25519-verify",
]  # fmt: skip

COLUMNS = [f"{operation}-{kind}" for operation in ("verify_batch", "hash_batch") for kind in ("list", "numpy", "arrow")]


def _all():
    for name in ONE_MESSAGE:
        for size in (SMALL, LARGE):
            yield Operation(name, size, answer=first_64 if name == "ed25519-sign" else as_bytes)
    yield Operation("x25519", 32)
    for name, (_, memory, _) in Inputs.argon2.items():
        yield Operation(name, memory << 10)
    for name in COLUMNS:
        yield Operation(name, SMALL, rows=0, answer=list)


ALL = list(_all())


@dataclass(frozen=True)
class Library:
    """A library that is installed."""

    name: str
    version: str
    offers: Callable


def installed(rows):
    """Returns the libraries that can be imported, ours first."""
    inputs = Inputs(rows)
    found = []
    for name in LIBRARIES:
        try:
            module = importlib.import_module(f".libraries.{name}", __package__)
        except ImportError:
            continue
        library = module.Calls(inputs)
        found.append(Library(module.NAME, module.version(), library.call))
    return found
