//! DHKEM(X25519, HKDF-SHA256). The known secrets are computed by other libraries, step by step.

use crate::check::{Case, Check, Source};
use crate::hashing::blocks_of;
use carnelian::composite::dhkem::{Ciphertext, DecapsulationKey, EncapsulationKey};
use carnelian::hash::Sha256;
use curve25519_dalek::montgomery::MontgomeryPoint;
use curve25519_dalek::scalar::clamp_integer;
use hkdf::Hkdf;
use std::hint::black_box;

pub(crate) const CASES: &[Case] = &[
    Case { name: "dhkem-x25519/generate", run: generate },
    Case { name: "dhkem-x25519/encapsulate", run: encapsulate },
    Case { name: "dhkem-x25519/decapsulate", run: decapsulate },
    Case { name: "dhkem-x25519/auth-encapsulate", run: auth_encapsulate },
    Case { name: "dhkem-x25519/auth-decapsulate", run: auth_decapsulate },
];

/// LabeledExtract and then LabeledExpand; records the key between them.
fn labeled(check: &mut Check, [extract, expand]: [&str; 2], ikm: &[u8], info: &[u8]) -> Box<[u8; 32]> {
    let ikm = [b"HPKE-v1KEM\0\x20", extract.as_bytes(), ikm].concat();
    let (prk, hkdf) = Hkdf::<sha2::Sha256>::extract(None, &ikm);
    check.secret("PRK", &prk);
    blocks_of::<Sha256>(check, &prk);
    let mut okm = Box::new([0; 32]);
    hkdf.expand(&[b"\0\x20HPKE-v1KEM\0\x20", expand.as_bytes(), info].concat(), &mut *okm).expect("short enough");
    okm
}

/// Records a secret key, and returns its public half.
pub(crate) fn known(check: &mut Check, key: &[u8; 32]) -> [u8; 32] {
    check.secret("a key", key);
    check.secret("the clamped key", &clamp_integer(*key));
    let public = MontgomeryPoint::mul_base_clamped(*key).0;
    check.public(&public);
    public
}

/// The key that is derived from secret bytes, and its public half.
fn derived(check: &mut Check, ikm: &[u8]) -> (Box<[u8; 32]>, [u8; 32]) {
    let sk = labeled(check, ["dkp_prk", "sk"], ikm, b"");
    let pk = known(check, &sk);
    (sk, pk)
}

/// A secret key.
fn key(check: &mut Check) -> (Box<DecapsulationKey>, Box<[u8; 32]>) {
    let bytes = check.array::<32>("the key");
    known(check, &bytes);
    (Box::new(DecapsulationKey::from_bytes(*bytes)), bytes)
}

/// A public key; its secret key is discarded.
pub(crate) fn public_key(check: &mut Check) -> [u8; 32] {
    let seed: [u8; 32] = check.drawn(32)[..].try_into().expect("32 bytes");
    let public = MontgomeryPoint::mul_base_clamped(seed).0;
    check.public(&public);
    public
}

pub(crate) fn product(check: &mut Check, key: &[u8; 32], public: [u8; 32]) -> [u8; 32] {
    let product = MontgomeryPoint(public).mul_clamped(*key).0;
    check.secret("a result of X25519", &product);
    product
}

/// ExtractAndExpand: the shared secret of exchanges between public keys.
fn shared(check: &mut Check, dh: &[[u8; 32]], kem_context: &[[u8; 32]]) -> Box<[u8; 32]> {
    let shared = labeled(check, ["eae_prk", "shared_secret"], dh.as_flattened(), kem_context.as_flattened());
    check.secret("the shared secret", &*shared);
    shared
}

fn generate(check: &mut Check) {
    let ikm = check.array::<32>("the input");
    derived(check, &*ikm);
    check.run("generate", &mut || _ = black_box(&DecapsulationKey::generate(&mut Source(&ikm[..]))));
    check.run("derive_key_pair", &mut || _ = black_box(&DecapsulationKey::derive_key_pair(&ikm[..])));
    let (key, bytes) = key(check);
    check.run("from_bytes", &mut || _ = black_box(&DecapsulationKey::from_bytes(*bytes)));
    check.run("to_bytes", &mut || _ = black_box(&key.to_bytes()));
    check.run("encapsulation_key", &mut || _ = black_box(key.encapsulation_key()));
}

fn encapsulate(check: &mut Check) {
    let pk_r = public_key(check);
    let ikm = check.array::<32>("the input");
    let (sk_e, enc) = derived(check, &*ikm);
    let dh = product(check, &sk_e, pk_r);
    let expected = shared(check, &[dh], &[enc, pk_r]);
    let recipient = Box::new(EncapsulationKey::from_bytes(pk_r).expect("not of small order"));
    check.run("encapsulate", &mut || _ = black_box(&recipient.encapsulate(&mut Source(&ikm[..]))));
    check.run("encapsulate, unwrapped", &mut || {
        let (ciphertext, shared) = recipient.encapsulate(&mut Source(&ikm[..])).expect("the source delivers");
        assert_eq!(ciphertext.as_bytes(), &enc);
        assert!(shared.expose() == &*expected);
        black_box(shared.as_secret());
    });
}

fn decapsulate(check: &mut Check) {
    let (recipient, sk_r) = key(check);
    let enc = public_key(check);
    let dh = product(check, &sk_r, enc);
    let expected = shared(check, &[dh], &[enc, *recipient.encapsulation_key().as_bytes()]);
    let ciphertext = Box::new(Ciphertext::from_bytes(enc));
    check.run("decapsulate", &mut || _ = black_box(&recipient.decapsulate(&ciphertext)));
    check.run("decapsulate, unwrapped", &mut || {
        let shared = recipient.decapsulate(&ciphertext).expect("not of small order");
        assert!(shared.expose() == &*expected);
    });
    let zero = Box::new(Ciphertext::from_bytes([0; 32]));
    check.run("a ciphertext of small order", &mut || _ = black_box(&recipient.decapsulate(&zero)));
}

fn auth_encapsulate(check: &mut Check) {
    let pk_r = public_key(check);
    let (sender, sk_s) = key(check);
    let ikm = check.array::<32>("the input");
    let (sk_e, enc) = derived(check, &*ikm);
    let dh = [product(check, &sk_e, pk_r), product(check, &sk_s, pk_r)];
    let expected = shared(check, &dh, &[enc, pk_r, *sender.encapsulation_key().as_bytes()]);
    let recipient = Box::new(EncapsulationKey::from_bytes(pk_r).expect("not of small order"));
    check.run("auth_encapsulate", &mut || {
        _ = black_box(&recipient.auth_encapsulate(&sender, &mut Source(&ikm[..])));
    });
    check.run("auth_encapsulate, unwrapped", &mut || {
        let made = recipient.auth_encapsulate(&sender, &mut Source(&ikm[..]));
        let (ciphertext, shared) = made.expect("the source delivers");
        assert_eq!(ciphertext.as_bytes(), &enc);
        assert!(shared.expose() == &*expected);
    });
}

fn auth_decapsulate(check: &mut Check) {
    let (recipient, sk_r) = key(check);
    let (enc, pk_s) = (public_key(check), public_key(check));
    let dh = [product(check, &sk_r, enc), product(check, &sk_r, pk_s)];
    let expected = shared(check, &dh, &[enc, *recipient.encapsulation_key().as_bytes(), pk_s]);
    let ciphertext = Box::new(Ciphertext::from_bytes(enc));
    let sender = Box::new(EncapsulationKey::from_bytes(pk_s).expect("not of small order"));
    check.run("auth_decapsulate", &mut || _ = black_box(&recipient.auth_decapsulate(&ciphertext, &sender)));
    check.run("auth_decapsulate, unwrapped", &mut || {
        let shared = recipient.auth_decapsulate(&ciphertext, &sender).expect("not of small order");
        assert!(shared.expose() == &*expected);
    });
}
