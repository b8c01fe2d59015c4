//! OpenSSL's keys apart from their use: decoding, and the contexts that `EVP_PKEY_derive`, `EVP_DigestSign` and
//! `EVP_DigestVerify` need.

use super::super::file::Owned;
use super::{ED25519_KEY, FILES, Functions, Key, KeyContext, X25519_KEY};
use crate::offers::Offers;
use crate::op::keys::{Decoded, Decoder, Ed25519, Initialization, Input, Step, X25519};
use crate::operation::{Calls, repeat};
use std::ffi::c_int;

/// Adds these offers.
pub(super) fn and<const SLOT: usize>(offers: Offers) -> Offers {
    let (secret, public) = decoders::<SLOT, X25519_KEY>();
    let offers = offers.and(Decoded::<X25519>::new("assembly", Some(secret), Some(public)));
    let (secret, public) = decoders::<SLOT, ED25519_KEY>();
    let offers = offers.and(Decoded::<Ed25519>::new("C", Some(secret), Some(public)));
    offers.and(Initialization {
        backend: "C".to_owned(),
        dh: Some(Step {
            calls: |input| {
                let crypto = FILES.get(SLOT);
                let (secret, public) = exchange(crypto, input)?;
                ready(crypto, &secret, &public)?;
                Some(repeat(move || ready(crypto, &secret, &public)))
            },
            result: |input| {
                let crypto = FILES.get(SLOT);
                let (secret, public) = exchange(crypto, input)?;
                Some(crypto.derive(&ready(crypto, &secret, &public)?)?.to_vec())
            },
        }),
        sign: Some(Step {
            calls: |input| {
                let crypto = FILES.get(SLOT);
                contexts(crypto, crypto.EVP_DigestSignInit, crypto.private_key(ED25519_KEY, &input.secret)?)
            },
            result: |input| {
                let crypto = FILES.get(SLOT);
                let key = crypto.private_key(ED25519_KEY, &input.secret)?;
                let context = crypto.digest_context(crypto.EVP_DigestSignInit, &key)?;
                Some(crypto.sign(&context, &input.message)?.to_vec())
            },
        }),
        verify: Some(Step {
            calls: |input| {
                let crypto = FILES.get(SLOT);
                contexts(crypto, crypto.EVP_DigestVerifyInit, crypto.public_key(ED25519_KEY, &input.public)?)
            },
            result: |input| {
                let crypto = FILES.get(SLOT);
                let context = crypto.verification(&input.public)?;
                Some(vec![u8::from(crypto.verify(&context, &input.message, &input.signature))])
            },
        }),
    })
}

/// Returns decoders of private and of public keys of one kind.
fn decoders<const SLOT: usize, const KIND: c_int>() -> (Decoder, Decoder) {
    let public = |key: &Owned<Key>| FILES.get(SLOT).raw_public_key(key).unwrap_or_default();
    let secret = Decoder::new(|bytes| FILES.get(SLOT).private_key(KIND, bytes), public);
    (secret, Decoder::new(|bytes| FILES.get(SLOT).public_key(KIND, bytes), public))
}

/// Decodes the keys of an exchange.
fn exchange(crypto: &Functions, input: &Input) -> Option<(Owned<Key>, Owned<Key>)> {
    Some((crypto.private_key(X25519_KEY, &input.secret)?, crypto.public_key(X25519_KEY, &input.public)?))
}

/// Creates a context that is ready to derive a shared secret.
fn ready(crypto: &Functions, secret: &Owned<Key>, public: &Owned<Key>) -> Option<Owned<KeyContext>> {
    let context = crypto.derivation_of(secret)?;
    crypto.set_peer_key(&context, public).then_some(context)
}

/// Returns calls that each create a context for signing or verification.
fn contexts(crypto: &'static Functions, set: super::SetKey, key: Owned<Key>) -> Option<Calls> {
    crypto.digest_context(set, &key)?;
    Some(repeat(move || crypto.digest_context(set, &key)))
}
