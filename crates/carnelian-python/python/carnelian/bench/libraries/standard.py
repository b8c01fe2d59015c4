"""The standard library: hashlib and hmac."""

import hashlib
import hmac
import platform

from .columns import Columns

NAME = "hashlib"


def version():
    return platform.python_version()


class Calls:
    def __init__(self, inputs):
        self.inputs = inputs
        self.columns = Columns(inputs.rows)

    def call(self, operation):
        name, message = operation.name, self.inputs.message(operation.size)
        if name in ("sha256", "sha512", "sha3_256", "blake2b"):
            function = getattr(hashlib, name)
            return lambda: function(message).digest()
        if name == "hmac-sha256":
            key = self.inputs.key
            return lambda: hmac.digest(key, message, "sha256")
        if name == "hash_batch-list":
            messages, sha256 = self.columns.list[1], hashlib.sha256
            return lambda: [sha256(message).digest() for message in messages]
        return None
