"""Signatures that withstand quantum computers: ML-DSA-65, small and fast, and SLH-DSA, which needs only a hash function.

python sign_postquantum.py
"""

import carnelian
from carnelian.mldsa import ML_DSA_65
from carnelian.slhdsa import SLH_DSA_SHA2_128f

MESSAGE = b"pay Alice 10"


def sign(parameters):
    """Sign under a context, which says what the signature is for, so that it is not valid anywhere else."""
    key = parameters.generate()
    signature = key.sign(MESSAGE, context=b"orders")

    public = parameters.VerifyingKey.from_pem(key.verifying_key.to_pem())
    public.verify(signature, MESSAGE, context=b"orders")
    print(f"{parameters.name}: a public key of {len(public.to_bytes())} bytes, a signature of {len(signature)}")
    try:
        public.verify(signature, MESSAGE)
    except carnelian.InvalidSignature:
        print("without the context it is not valid")
    else:
        raise AssertionError("a signature is valid under another context")


if __name__ == "__main__":
    sign(ML_DSA_65)
    sign(SLH_DSA_SHA2_128f)
