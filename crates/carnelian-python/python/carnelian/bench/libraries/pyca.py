"""cryptography, over OpenSSL."""

import cryptography
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305

from .columns import Columns

NAME = "cryptography"
HASHES = {
    "sha256": hashes.SHA256(),
    "sha512": hashes.SHA512(),
    "sha3_256": hashes.SHA3_256(),
    "blake2b": hashes.BLAKE2b(64),
}


def version():
    return cryptography.__version__


class Calls:
    def __init__(self, inputs):
        self.inputs = inputs
        self.columns = Columns(inputs.rows)

    def call(self, operation):
        inputs, name, size = self.inputs, operation.name, operation.size
        if name in inputs.argon2:
            return self.argon2(*inputs.argon2[name])
        if name == "x25519":
            secret = X25519PrivateKey.from_private_bytes(inputs.seed)
            peer = X25519PrivateKey.from_private_bytes(inputs.peer_seed).public_key()
            return lambda: secret.exchange(peer)
        if name == "verify_batch-list":
            return self.verify_all()
        if operation.rows == 0:
            return None
        message = inputs.message(size)
        if name in HASHES:
            return self.hash(HASHES[name], message)
        if name == "hmac-sha256":
            return self.hmac(message)
        if name.startswith("ed25519"):
            key = Ed25519PrivateKey.from_private_bytes(inputs.seed)
            if name == "ed25519-sign":
                return lambda: key.sign(message)
            public, signature = key.public_key(), key.sign(message)
            return lambda: public.verify(signature, message)
        return self.encryption(name, message)

    def hash(self, function, message):
        def call():
            hasher = hashes.Hash(function)
            hasher.update(message)
            return hasher.finalize()

        return call

    def hmac(self, message):
        key, function = self.inputs.key, HASHES["sha256"]

        def call():
            hasher = hmac.HMAC(key, function)
            hasher.update(message)
            return hasher.finalize()

        return call

    def encryption(self, name, message):
        kind, _, direction = name.partition("-")
        kinds = {"chacha20poly1305": ChaCha20Poly1305, "aes256gcm": AESGCM}
        if kind not in kinds:
            return None
        key, nonce, header = kinds[kind](self.inputs.key), self.inputs.nonce, self.inputs.header
        if direction == "encrypt":
            return lambda: key.encrypt(nonce, message, header)
        sealed = key.encrypt(nonce, message, header)
        return lambda: key.decrypt(nonce, sealed, header)

    def argon2(self, time, memory, lanes):
        from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

        password, salt = self.inputs.password, self.inputs.salt
        return lambda: Argon2id(salt=salt, length=32, iterations=time, lanes=lanes, memory_cost=memory).derive(password)

    def verify_all(self):
        rows = list(zip(*self.columns.list))

        def call():
            verdicts = []
            for key, message, signature in rows:
                Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
                verdicts.append(True)
            return verdicts

        return call
