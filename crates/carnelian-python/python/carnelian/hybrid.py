"""X25519MLKEM768, the hybrid key exchange of TLS 1.3: secure as long as either of its parts is.

>>> from carnelian.hybrid import X25519MLKEM768Client, x25519mlkem768_respond
>>> client = X25519MLKEM768Client.generate()
>>> server_secret, server_share = x25519mlkem768_respond(client.share)
>>> client.finish(server_share) == server_secret
True

The secret is not uniform: derive keys from it.
"""

from ._carnelian import hybrid as _native

X25519MLKEM768Client = _native.X25519MLKEM768Client
x25519mlkem768_respond = _native.x25519mlkem768_respond

__all__ = ["X25519MLKEM768Client", "x25519mlkem768_respond"]
