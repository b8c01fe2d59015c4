"""ML-KEM-768 together with X25519, secure as long as one of them is.

python hybrid.py

X-Wing encrypts to a public key; X25519MLKEM768 is the key exchange of TLS 1.3.
"""

import hmac

from carnelian import hkdf, xwing
from carnelian.hybrid import X25519MLKEM768Client, x25519mlkem768_respond


def x_wing():
    """The secret is 32 uniform bytes, which can be a key as they are."""
    key = xwing.DecapsulationKey.generate()
    public = key.encapsulation_key.to_bytes()
    at_sender, ciphertext = xwing.EncapsulationKey.from_bytes(public).encapsulate()
    assert hmac.compare_digest(key.decapsulate(ciphertext), at_sender)
    print(f"X-Wing: a key of {len(public)} bytes, a ciphertext of {len(ciphertext)}")


def tls():
    """The client sends a share in its ClientHello, the server's ServerHello has the answer."""
    client = X25519MLKEM768Client.generate()
    at_server, server_share = x25519mlkem768_respond(client.share)
    at_client = client.finish(server_share)
    assert hmac.compare_digest(at_client, at_server)

    # The 64 bytes are not uniform: derive keys from them. TLS takes the salt and the label from its handshake.
    key = hkdf.derive(at_client, 32, salt=b"the salt", info=b"the label")
    assert len(key) == 32
    print(f"X25519MLKEM768: shares of {len(client.share)} and {len(server_share)} bytes")


if __name__ == "__main__":
    x_wing()
    tls()
