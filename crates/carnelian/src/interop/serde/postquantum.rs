//! ML-KEM, ML-DSA and SLH-DSA.

use super::{decoded, public};
use crate::base::hex;
use crate::postquantum::mldsa::Bytes as _;
use crate::postquantum::{mldsa, mlkem, slhdsa};

public! {
    [P: mlkem::Parameters] mlkem::EncapsulationKey<P>: |key| key,
        |text| decoded("an ML-KEM encapsulation key", text, P::EncapsulationKeyBytes::ZEROED);
    [P: mlkem::Parameters] mlkem::Ciphertext<P>: |ciphertext| ciphertext,
        |text| decoded("an ML-KEM ciphertext", text, P::CiphertextBytes::ZEROED);
    [P: mldsa::Parameters] mldsa::VerifyingKey<P>: |key| key,
        |text| decoded("an ML-DSA public key", text, P::PublicKeyBytes::ZEROED);
    [P: mldsa::Parameters] mldsa::Signature<P>: |signature| signature,
        |text| decoded("an ML-DSA signature", text, P::SignatureBytes::ZEROED);
    [P: mldsa::Parameters] mldsa::PrehashSignature<P>: |signature| signature,
        |text| decoded("a HashML-DSA signature", text, P::SignatureBytes::ZEROED);
    [P: slhdsa::Parameters] slhdsa::VerifyingKey<P>: |key| key,
        |text| decoded("an SLH-DSA public key", text, P::PublicKeyBytes::ZEROED);
    [P: slhdsa::Parameters] slhdsa::Signature<P>: |signature| signature, |text| {
        // Directly where it is to be, as the signature is large.
        let mut signature = Self::zeroed();
        hex::decode_to("an SLH-DSA signature", text, signature.bytes_mut()).map_err(E::custom).map(|()| signature)
    };
    [P: slhdsa::Parameters] slhdsa::PrehashSignature<P>: |signature| signature,
        |text| slhdsa::Signature::from_digits(text).map(|signature: slhdsa::Signature<P>| Self::from_bytes(signature.as_bytes()));
}
