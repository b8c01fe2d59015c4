"""This package."""

import carnelian
from carnelian import argon2, ed25519, hmac, x25519

from .columns import Columns

NAME = "carnelian"


def version():
    return carnelian.__version__


class Calls:
    def __init__(self, inputs):
        self.inputs = inputs
        self.columns = Columns(inputs.rows)

    def call(self, operation):
        inputs, name, size = self.inputs, operation.name, operation.size
        if name in inputs.argon2:
            time, memory, lanes = inputs.argon2[name]
            return lambda: argon2.hash_secret_raw(inputs.password, inputs.salt, time, memory, lanes, 32, argon2.Type.ID)
        if name == "x25519":
            secret = x25519.SecretKey.from_bytes(inputs.seed)
            peer = x25519.SecretKey.from_bytes(inputs.peer_seed).public_key
            return lambda: secret.exchange(peer)
        if operation.rows == 0:
            return self.column(*name.split("-"))
        message = inputs.message(size)
        if name in ("sha256", "sha512", "sha3_256", "blake2b"):
            function = getattr(carnelian, name)
            return lambda: function(message).digest()
        if name == "hmac-sha256":
            key = inputs.key
            return lambda: hmac.digest(key, message, "sha256")
        if name.startswith("ed25519"):
            key = ed25519.SigningKey.from_bytes(inputs.seed)
            if name == "ed25519-sign":
                return lambda: key.sign(message)
            public, signature = key.verifying_key, key.sign(message)
            return lambda: public.verify(signature, message)
        return self.encryption(name, message)

    def encryption(self, name, message):
        inputs = self.inputs
        kind, _, direction = name.partition("-")
        nonce = inputs.long_nonce if kind == "xchacha20poly1305" else inputs.nonce
        header = inputs.header
        kinds = {
            "chacha20poly1305": carnelian.ChaCha20Poly1305,
            "xchacha20poly1305": carnelian.XChaCha20Poly1305,
            "aes256gcm": carnelian.AESGCM,
        }
        key = kinds[kind](inputs.key)
        if direction == "encrypt":
            return lambda: key.encrypt(nonce, message, header)
        sealed = key.encrypt(nonce, message, header)
        return lambda: key.decrypt(nonce, sealed, header)

    def column(self, name, kind):
        columns = getattr(self.columns, kind)
        if columns is None:
            return None
        keys, messages, signatures = columns
        if name == "verify_batch":
            return lambda: ed25519.verify_batch(keys, messages, signatures)
        return lambda: carnelian.hash_batch("sha256", messages)
