//! HKDF and Argon2.

use crate::check::{Case, Check, Source};
use crate::hashing::{blocks_of, place};
use carnelian::hash::{Hash, Sha256, Sha512};
use carnelian::kdf::Hkdf;
use carnelian::kdf::argon2::{Argon2, Block, Params, PasswordHash, Variant, WorkArea};
use std::hint::black_box;

pub(crate) const CASES: &[Case] = &[
    Case { name: "hkdf/sha256", run: derive::<Sha256> },
    Case { name: "hkdf/sha512", run: derive::<Sha512> },
    Case { name: "argon2i/hash", run: |check| hash(check, Variant::I) },
    Case { name: "argon2d/hash", run: |check| hash(check, Variant::D) },
    Case { name: "argon2id/hash", run: |check| hash(check, Variant::Id) },
    Case { name: "argon2/verify", run: verify },
    Case { name: "argon2/hash-password", run: hash_password },
];

fn derive<H: Hash>(check: &mut Check) {
    let (salt, ikm) = (check.drawn(13), check.bytes("the input", 40));
    let prk = Box::new(Hkdf::<H>::extract_prk(&salt, &ikm));
    check.secret("PRK", (*prk).as_ref());
    blocks_of::<H>(check, (*prk).as_ref());
    let mut okm = vec![0; 150];
    check.run("derive", &mut || Hkdf::<H>::derive(&salt, &ikm, b"public", &mut okm).expect("short enough"));
    check.secret("OKM", &okm);
    check.run("extract", &mut || _ = black_box(&Hkdf::<H>::extract(&salt, &ikm)));
    check.run("extract and expand", &mut || {
        Hkdf::<H>::extract(&salt, &ikm).expand(b"public", &mut okm).expect("short enough");
    });
    check.run("from_prk and expand", &mut || {
        let hkdf = Hkdf::<H>::from_prk((*prk).as_ref());
        hkdf.as_ref().expect("as long as a digest").expand(b"public", &mut okm).expect("short enough");
    });
    // PRK is the caller's, as plain bytes.
    let (salt, ikm) = (check.drawn(13), check.bytes("another input", 40));
    let mut prk = place::<H>();
    check.run("extract_prk", &mut || *prk = Hkdf::<H>::extract_prk(&salt, &ikm));
    check.public((*prk).as_ref());
}

fn hash(check: &mut Check, variant: Variant) {
    for (params, tag_len) in [((16, 2, 1), 32), ((47, 3, 5), 64), ((600, 1, 1), 100)] {
        let params = Params::new(params.0, params.1, params.2).expect("parameters of Argon2");
        let (password, salt) = (check.bytes("the password", 21), check.bytes("the salt", 16));
        let (secret, data) = (check.bytes("the pepper", 9), check.bytes("the data", 8));
        let argon2 = Argon2::new(variant, params).with_secret(&secret).with_associated_data(&data);
        let mut tag = vec![0; tag_len];
        check.run("hash_into", &mut || argon2.hash_into(&password, &salt, &mut tag).expect("enough memory"));
        check.secret("the tag", &tag);
        let mut memory = vec![Block::ZERO; params.blocks() as usize];
        check.run("hash_in", &mut || {
            let mut area = WorkArea::borrowed(&mut memory);
            argon2.hash_in(&mut area, &password, &salt, &mut tag).expect("enough memory");
        });
    }
}

/// The string is public, the tag in it too.
fn hash_password(check: &mut Check) {
    let params = Params::new(16, 1, 1).expect("parameters of Argon2");
    let (password, secret) = (check.bytes("the password", 12), check.bytes("the pepper", 10));
    let salt = check.drawn(64);
    let argon2 = Argon2::id(params).with_secret(&secret);
    let mut text = String::new();
    check.run("hash_password", &mut || {
        text = argon2.hash_password(&password, &mut Source(&salt)).expect("enough memory");
    });
    public_text(check, &text);
    check.public(&salt);
    let hash: PasswordHash = text.parse().expect("a string of Argon2");
    let hash = Box::new(hash);
    check.run("verify_with_secret", &mut || assert!(hash.verify_with_secret(&password, &secret).is_ok()));
    check.run("verify_in", &mut || {
        let mut area = WorkArea::new(&params).expect("enough memory");
        assert!(hash.verify_in(&mut area, &password, &secret).is_ok());
    });
}

/// A string of Argon2, and what it holds.
fn public_text(check: &mut Check, text: &str) {
    use base64ct::{Base64Unpadded, Encoding};
    check.public(text.as_bytes());
    for part in text.split('$').filter_map(|part| Base64Unpadded::decode_vec(part).ok()) {
        check.public(&part);
    }
}

fn verify(check: &mut Check) {
    let params = Params::new(16, 1, 1).expect("parameters of Argon2");
    let (password, other) = (check.bytes("the password", 12), check.bytes("another password", 12));
    let salt = check.drawn(64);
    let text = Argon2::id(params).hash_password(&password, &mut Source(&salt)).expect("enough memory");
    public_text(check, &text);
    check.public(&salt);
    let hash: Box<PasswordHash> = Box::new(text.parse().expect("a string of Argon2"));
    check.run("the right password", &mut || assert!(hash.verify(&password).is_ok()));
    check.run("a wrong password", &mut || assert!(hash.verify(&other).is_err()));
}
