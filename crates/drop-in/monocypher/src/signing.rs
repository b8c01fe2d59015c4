//! EdDSA over edwards25519, RFC 8032 Sections 5.1.5 to 5.1.7, with keys that are stored as 64 bytes, the seed and the
//! public key.
//!
//! A signature is computed with the public key as it is stored. Deriving it from the seed again, as the Rust library
//! does when it loads such a key, would double the time.

use carnelian::curve::curve25519::{EdwardsPoint, Scalar};
use carnelian::curve::x25519;
use carnelian::hash::Hash;
use carnelian::secret::Secret;
use carnelian_ffi::wiping_stack;
use core::convert::Infallible;

/// Bytes of stack that signing uses above the kernels, which wipe their own.
const STACK: usize = 4096;

/// Returns the signature of a message. `domain` is what the hashes of a variant start with.
pub(crate) fn sign<H: Hash<Digest = [u8; 64]>>(domain: &[u8], key: &[u8; 64], message: &[u8]) -> [u8; 64] {
    wiping_stack::<STACK, _>(|| sign_internal::<H>(domain, key, message))
}

fn sign_internal<H: Hash<Digest = [u8; 64]>>(domain: &[u8], key: &[u8; 64], message: &[u8]) -> [u8; 64] {
    let (seed, a) = key.split_at(32);
    // Section 5.1.5, steps 1 and 2.
    let h = hash::<H>(&[seed]);
    let (number, prefix) = h.expose().split_at(32);
    let number = number.try_into().expect("half of 64 bytes");
    let s = Secret::new(Scalar::from_bytes_mod_order(x25519::decode_scalar(number).expose()));
    // Section 5.1.6: 2. r ← H(dom2(F, C) ‖ prefix ‖ PH(M)).
    let r = reduced(&hash::<H>(&[domain, prefix, message]));
    // 3. R ← r·B. Projective coordinates reveal more about r than the encoding does, so the point is secret too.
    let point = Secret::new(EdwardsPoint::mul_base(r.expose()));
    let r_encoded = point.expose().compress();
    // 4. k ← H(dom2(F, C) ‖ R ‖ A ‖ PH(M)).
    let k = reduced(&hash::<H>(&[domain, &r_encoded, a, message]));
    // 5. S ← (r + k·s) mod L.
    let mut signature = [0; 64];
    signature[..32].copy_from_slice(&r_encoded);
    signature[32..].copy_from_slice(&k.expose().mul_add(s.expose(), r.expose()).to_bytes());
    signature
}

/// Returns H(`parts`).
fn hash<H: Hash<Digest = [u8; 64]>>(parts: &[&[u8]]) -> Secret<[u8; 64]> {
    let Ok(digest) = Secret::build(|digest: &mut [u8; 64]| {
        let mut hasher = H::new();
        parts.iter().for_each(|part| hasher.update(part));
        *digest = hasher.finalize_reset();
        Ok::<_, Infallible>(())
    });
    digest
}

/// Returns a digest modulo L.
fn reduced(digest: &Secret<[u8; 64]>) -> Secret<Scalar> {
    Secret::new(Scalar::from_bytes_mod_order_wide(digest.expose()))
}
