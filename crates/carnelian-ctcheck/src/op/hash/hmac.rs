//! HMAC with secret keys over secret messages, and key derivation with HKDF.
//!
//! These functions are generic, so the compiler would inline them into the operations. Called through opaque pointers,
//! they remain functions of the library, which the scan identifies by name.

use super::sha256;
use crate::check::Check;
use crate::op::Operation;
use carnelian::cpu::Tier;
use carnelian::hash::hmac::{Hmac, Key};
use carnelian::hash::{Hash, Sha3_256, Sha256, Sha512};
use carnelian::kdf::Hkdf;
use carnelian::kdf::hkdf::HkdfError;
use std::hint::black_box;

const TIERS: &[Tier] = &[Tier::Portable64, Tier::Avx2, Tier::Avx512];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "hmac/sha256", tiers: sha256::TIERS, backend: Sha256::backend, run: mac::<Sha256> },
    Operation { name: "hmac/sha512", tiers: TIERS, backend: Sha512::backend, run: mac::<Sha512> },
    Operation { name: "hmac/sha3-256", tiers: TIERS, backend: Sha3_256::backend, run: mac::<Sha3_256> },
    Operation { name: "hkdf/sha256", tiers: sha256::TIERS, backend: Sha256::backend, run: derive::<Sha256> },
    Operation { name: "hkdf/sha512", tiers: TIERS, backend: Sha512::backend, run: derive::<Sha512> },
];

/// Covers keys shorter than a block, of one block and longer; one-shot, incremental, and verification.
fn mac<H: Hash>(check: &mut Check) {
    for len in [1, H::BLOCK_LEN, H::BLOCK_LEN + 1] {
        let (key, message) = (check.bytes(len), check.bytes(3 * H::BLOCK_LEN - 5));
        let mac: fn(&[u8], &[u8]) -> H::Digest = Hmac::<H>::mac;
        let tag = black_box(mac)(key.expose(), message.expose());
        check.secret_result(tag.as_ref());
        let key = Key::<H>::new(key.expose());
        let mut pieces = key.start();
        message.expose().chunks(50).for_each(|piece| pieces.update(piece));
        check.secret_result(pieces.finalize().as_ref());
        let whole = || {
            let mut pieces = key.start();
            pieces.update(message.expose());
            pieces
        };
        assert!(whole().finalize_verify(tag.as_ref()).is_ok());
        let mut wrong = tag;
        wrong.as_mut()[0] ^= 1;
        assert!(whole().finalize_verify(wrong.as_ref()).is_err());
        assert!(key.verify(message.expose(), tag.as_ref()).is_ok());
        assert!(key.verify_truncated(message.expose(), &tag.as_ref()[1..]).is_err());
    }
}

type Derive = fn(&[u8], &[u8], &[u8], &mut [u8]) -> Result<(), HkdfError>;

fn derive<H: Hash>(check: &mut Check) {
    let (salt, secret) = (check.bytes(13), check.bytes(40));
    let mut key = [0; 150];
    let derive: Derive = Hkdf::<H>::derive;
    black_box(derive)(salt.expose(), secret.expose(), b"public", &mut key).expect("short enough");
    check.secret_result(&key);
    // Extract and expand separately.
    let mut extracted = [0; 20];
    let hkdf = Hkdf::<H>::extract(salt.expose(), secret.expose());
    hkdf.expand(b"public", &mut extracted).expect("short enough");
    check.secret_result(&extracted);
    let prk = Hkdf::<H>::extract_prk(salt.expose(), secret.expose());
    check.secret_result(prk.as_ref());
    let mut again = [0; 150];
    let hkdf = Hkdf::<H>::from_prk(prk.as_ref()).expect("as long as a digest");
    hkdf.expand(b"public", &mut again).expect("short enough");
    check.secret_result(&again);
}
