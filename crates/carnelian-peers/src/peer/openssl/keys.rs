//! Keys apart from their use: generation, decoding, and the contexts that `EVP_PKEY_derive`, `EVP_DigestSign` and
//! `EVP_DigestVerify` need.

use super::{IN_MEMORY, private_key, public_bytes};
use crate::offers::Offers;
use crate::op::keys::{self, Bytes, Decoded, Decoder, Drawn, Initialization, Input, Step};
use crate::operation::repeat;
use openssl::error::ErrorStack;
use openssl::md_ctx::MdCtx;
use openssl::pkey::{HasPublic, Id, PKey, PKeyRef, Private, Public};
use openssl::pkey_ctx::PkeyCtx;

/// Adds these offers.
pub(super) fn and(offers: Offers) -> Offers {
    let [x25519, ed25519] = [decoders(x25519_secret, x25519_public), decoders(ed25519_secret, ed25519_public)];
    let offers = offers.and(Decoded::<keys::X25519>::new("assembly", Some(x25519.0), Some(x25519.1)));
    let offers = offers.and(Decoded::<keys::Ed25519>::new("C", Some(ed25519.0), Some(ed25519.1)));
    let offers = offers.and(Drawn::<keys::X25519>::new("assembly", || drawn(PKey::generate_x25519())));
    let offers = offers.and(Drawn::<keys::Ed25519>::new("C", || drawn(PKey::generate_ed25519())));
    offers.and(Initialization { backend: "C".to_owned(), dh: Some(DH), sign: Some(SIGN), verify: Some(VERIFY) })
}

fn x25519_secret(secret: &Bytes) -> Option<PKey<Private>> {
    Some(private_key(secret, Id::X25519))
}

fn ed25519_secret(seed: &Bytes) -> Option<PKey<Private>> {
    Some(private_key(seed, Id::ED25519))
}

fn x25519_public(public: &Bytes) -> Option<PKey<Public>> {
    PKey::public_key_from_raw_bytes(public, Id::X25519).ok()
}

fn ed25519_public(public: &Bytes) -> Option<PKey<Public>> {
    PKey::public_key_from_raw_bytes(public, Id::ED25519).ok()
}

/// Returns decoders of private and of public keys.
fn decoders(
    secret: fn(&Bytes) -> Option<PKey<Private>>,
    public: fn(&Bytes) -> Option<PKey<Public>>,
) -> (Decoder, Decoder) {
    (Decoder::new(secret, |key| public_bytes(key)), Decoder::new(public, |key| public_bytes(key)))
}

/// Returns the bytes of a generated key pair.
fn drawn(key: Result<PKey<Private>, ErrorStack>) -> (Bytes, Bytes) {
    let key = key.expect("the system has randomness");
    let secret = key.raw_private_key().expect("every key has bytes");
    (secret.try_into().expect("32 bytes"), public_bytes(&key))
}

const DH: Step = Step {
    calls: |input| {
        let (secret, public) = exchange(input)?;
        Some(repeat(move || ready(&secret, &public)))
    },
    result: |input| {
        let (secret, public) = exchange(input)?;
        let mut shared = vec![0; 32];
        ready(&secret, &public).derive(Some(&mut shared)).ok()?;
        Some(shared)
    },
};

const SIGN: Step = Step {
    calls: |input| {
        let key = ed25519_secret(&input.secret)?;
        Some(repeat(move || signing(&key)))
    },
    result: |input| {
        let mut signature = vec![0; 64];
        let key = ed25519_secret(&input.secret)?;
        signing(&key).digest_sign(&input.message, Some(&mut signature)).ok()?;
        Some(signature)
    },
};

const VERIFY: Step = Step {
    calls: |input| {
        let key = ed25519_public(&input.public)?;
        Some(repeat(move || verification(&key)))
    },
    result: |input| {
        let key = ed25519_public(&input.public)?;
        Some(vec![u8::from(verification(&key).digest_verify(&input.message, &input.signature).ok()?)])
    },
};

/// Decodes the keys of an exchange.
fn exchange(input: &Input) -> Option<(PKey<Private>, PKey<Public>)> {
    Some((x25519_secret(&input.secret)?, x25519_public(&input.public)?))
}

/// Creates a context that is ready to derive a shared secret.
fn ready(secret: &PKeyRef<Private>, public: &PKeyRef<impl HasPublic>) -> PkeyCtx<Private> {
    let mut context = PkeyCtx::new(secret).expect(IN_MEMORY);
    context.derive_init().expect(IN_MEMORY);
    context.derive_set_peer(public).expect("a key of the same algorithm");
    context
}

fn signing(key: &PKeyRef<Private>) -> MdCtx {
    let mut context = MdCtx::new().expect(IN_MEMORY);
    context.digest_sign_init(None, key).expect(IN_MEMORY);
    context
}

fn verification(key: &PKeyRef<Public>) -> MdCtx {
    let mut context = MdCtx::new().expect(IN_MEMORY);
    context.digest_verify_init(None, key).expect(IN_MEMORY);
    context
}
