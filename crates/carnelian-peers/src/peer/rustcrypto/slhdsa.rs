//! RustCrypto's SLH-DSA, over its hash functions. A key object holds what it is encoded to.

use super::{KECCAK_BACKEND, sha256_backend, sha512_backend};
use crate::offers::Offers;
use crate::op::postquantum::Bytes as _;
use crate::op::slhdsa::{self, SlhDsa};
use crate::peer::found::{Found, locked_version};
use slh_dsa::{
    ParameterSet, Sha2_128f, Sha2_128s, Sha2_192f, Sha2_192s, Sha2_256f, Sha2_256s, Shake128f, Shake128s, Shake192f,
    Shake192s, Shake256f, Shake256s, Signature, SigningKey, VerifyingKey,
};

pub(in crate::peer) fn find() -> Found {
    // The larger sets use SHA-512 beside SHA-256.
    let (sha256, both, shake) =
        (sha256_backend().to_owned(), format!("{}, {}", sha256_backend(), sha512_backend()), KECCAK_BACKEND.to_owned());
    let offers = Offers::none()
        .and(offer::<Sha2_128s, slhdsa::SlhDsaSha2_128s>(&sha256))
        .and(offer::<Sha2_128f, slhdsa::SlhDsaSha2_128f>(&sha256))
        .and(offer::<Sha2_192s, slhdsa::SlhDsaSha2_192s>(&both))
        .and(offer::<Sha2_192f, slhdsa::SlhDsaSha2_192f>(&both))
        .and(offer::<Sha2_256s, slhdsa::SlhDsaSha2_256s>(&both))
        .and(offer::<Sha2_256f, slhdsa::SlhDsaSha2_256f>(&both))
        .and(offer::<Shake128s, slhdsa::SlhDsaShake128s>(&shake))
        .and(offer::<Shake128f, slhdsa::SlhDsaShake128f>(&shake))
        .and(offer::<Shake192s, slhdsa::SlhDsaShake192s>(&shake))
        .and(offer::<Shake192f, slhdsa::SlhDsaShake192f>(&shake))
        .and(offer::<Shake256s, slhdsa::SlhDsaShake256s>(&shake))
        .and(offer::<Shake256f, slhdsa::SlhDsaShake256f>(&shake));
    Ok((locked_version("slh-dsa", "0."), offers))
}

fn offer<P: ParameterSet + 'static, S: slhdsa::Set>(backend: &str) -> SlhDsa<S> {
    SlhDsa {
        backend: backend.to_owned(),
        key_pair: |seeds| S::PublicKey::copied(&signing_key::<P, S>(seeds).as_ref().to_bytes()),
        signer: |seeds| {
            let key = signing_key::<P, S>(seeds);
            Box::new(move |message| {
                let signature = key.try_sign_with_context(message, &[], None).expect("the context is short");
                S::Signature::copied(&signature.to_bytes())
            })
        },
        prepared_signer: None,
        signer_on_threads: None,
        verify: |key, message, signature| {
            let key = VerifyingKey::<P>::try_from(key.as_ref());
            let signature = Signature::<P>::try_from(signature.as_ref());
            key.ok()
                .zip(signature.ok())
                .is_some_and(|(key, signature)| key.try_verify_with_context(message, &[], &signature).is_ok())
        },
        verify_batch: None,
    }
}

fn signing_key<P: ParameterSet, S: slhdsa::Set>([seed, prf, public]: &slhdsa::Seeds<S>) -> SigningKey<P> {
    SigningKey::slh_keygen_internal(seed.as_ref(), prf.as_ref(), public.as_ref())
}
