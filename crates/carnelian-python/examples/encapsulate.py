"""Agree on a secret with ML-KEM-768: the server publishes a key, the client answers with a ciphertext.

python encapsulate.py
"""

import hmac

from carnelian.mlkem import ML_KEM_768


def main():
    key = ML_KEM_768.generate()
    # The files, which OpenSSL and `cryptography` read too; `to_bytes` returns the same keys as bytes.
    private_pem = key.to_pem(password="correct horse")
    public_pem = key.encapsulation_key.to_pem()

    # The client. A public key that is not valid raises InvalidKey.
    at_client, ciphertext = ML_KEM_768.EncapsulationKey.from_pem(public_pem).encapsulate()
    print(f"a ciphertext of {len(ciphertext)} bytes for a secret of {len(at_client)}")

    # The server.
    key = ML_KEM_768.DecapsulationKey.from_pem(private_pem, password="correct horse")
    assert hmac.compare_digest(key.decapsulate(ciphertext), at_client)
    print("both have the same secret")

    # A changed ciphertext is no error: the secret is then one that the client does not have.
    changed = bytes([ciphertext[0] ^ 1]) + ciphertext[1:]
    assert not hmac.compare_digest(key.decapsulate(changed), at_client)
    print("after a change of the ciphertext they differ")


if __name__ == "__main__":
    main()
