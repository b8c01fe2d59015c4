"""PyNaCl, over libsodium."""

import nacl
import nacl.bindings
import nacl.encoding
import nacl.hash
import nacl.pwhash
import nacl.signing

from .columns import Columns

NAME = "PyNaCl"
RAW = nacl.encoding.RawEncoder


def version():
    return nacl.__version__


class Calls:
    def __init__(self, inputs):
        self.inputs = inputs
        self.columns = Columns(inputs.rows)

    def call(self, operation):
        inputs, name, size = self.inputs, operation.name, operation.size
        if name in inputs.argon2:
            return self.argon2(*inputs.argon2[name])
        if name == "x25519":
            secret, exchange = inputs.seed, nacl.bindings.crypto_scalarmult
            peer = nacl.bindings.crypto_scalarmult_base(inputs.peer_seed)
            return lambda: exchange(secret, peer)
        if name == "verify_batch-list":
            return self.verify_all()
        if operation.rows == 0:
            return None
        message = inputs.message(size)
        if name in ("sha256", "sha512"):
            function = getattr(nacl.hash, name)
            return lambda: function(message, encoder=RAW)
        if name == "blake2b":
            return lambda: nacl.hash.blake2b(message, digest_size=64, encoder=RAW)
        if name.startswith("ed25519"):
            key = nacl.signing.SigningKey(inputs.seed)
            if name == "ed25519-sign":
                return lambda: key.sign(message)
            public, signature = key.verify_key, key.sign(message).signature

            def call():
                public.verify(message, signature)

            return call
        return self.encryption(name, message)

    def encryption(self, name, message):
        kind, _, direction = name.partition("-")
        names = {
            "chacha20poly1305": "crypto_aead_chacha20poly1305_ietf",
            "xchacha20poly1305": "crypto_aead_xchacha20poly1305_ietf",
            "aes256gcm": "crypto_aead_aes256gcm",
        }
        encrypt = getattr(nacl.bindings, f"{names.get(kind)}_encrypt", None)
        decrypt = getattr(nacl.bindings, f"{names.get(kind)}_decrypt", None)
        if encrypt is None or decrypt is None:
            return None
        inputs = self.inputs
        nonce = inputs.long_nonce if kind == "xchacha20poly1305" else inputs.nonce
        key, header = inputs.key, inputs.header
        try:
            sealed = encrypt(message, header, nonce, key)
        except nacl.exceptions.UnavailableError:
            return None
        if direction == "encrypt":
            return lambda: encrypt(message, header, nonce, key)
        return lambda: decrypt(sealed, header, nonce, key)

    def argon2(self, time, memory, lanes):
        if lanes != 1:
            return None
        password, salt = self.inputs.password, self.inputs.salt
        return lambda: nacl.pwhash.argon2id.kdf(32, password, salt, opslimit=time, memlimit=memory << 10)

    def verify_all(self):
        rows = list(zip(*self.columns.list))

        def call():
            verdicts = []
            for key, message, signature in rows:
                nacl.signing.VerifyKey(key).verify(message, signature)
                verdicts.append(True)
            return verdicts

        return call
