//! The hashes of RFC 8032 Sections 5.1.5 to 5.1.7.

use super::variant::{Domain, Scheme};
use crate::base::secret::Secret;
use crate::curve::curve25519::Scalar;
use crate::hash::Hash;

/// Writes a secret digest directly into its container.
pub(super) fn secret_digest<S: Scheme>(hasher: &mut S::Hasher) -> Secret<[u8; 64]> {
    let Ok(digest) = Secret::build(|digest| {
        *digest = hasher.finalize_reset();
        Ok::<_, core::convert::Infallible>(())
    });
    digest
}

/// Section 5.1.5, steps 1 and 2: returns the secret scalar, not reduced modulo L, for the digest `h` of a seed.
pub(super) fn secret_number(h: &Secret<[u8; 64]>) -> Secret<[u8; 32]> {
    let Ok(number) = Secret::build(|number: &mut [u8; 32]| {
        number.copy_from_slice(&h.expose()[..32]);
        number[0] &= 248;
        number[31] &= 127;
        number[31] |= 64;
        Ok::<_, core::convert::Infallible>(())
    });
    number
}

/// Reduces a digest mod L. No other copy of the result remains.
pub(super) fn reduced(digest: &Secret<[u8; 64]>) -> Secret<Scalar> {
    Secret::new(Scalar::from_bytes_mod_order_wide(digest.expose()))
}

/// Section 5.1.6, step 2: r = H(dom2(F, C) ‖ prefix ‖ PH(M)) mod L.
pub(super) fn nonce<S: Scheme>(domain: Domain<'_>, prefix: &Secret<[u8; 32]>, message: &[u8]) -> Secret<Scalar> {
    let mut hasher = domain.hasher::<S::Hasher>();
    hasher.update(prefix.expose());
    hasher.update(message);
    reduced(&secret_digest::<S>(&mut hasher))
}

/// Section 3 of draft-irtf-cfrg-det-sigs-with-noise-05: writes prefix′, the first half of H(prefix ‖ Z), which replaces
/// the prefix in [`nonce`]. The prefix is mixed with the noise Z before any input that an attacker may choose.
pub(super) fn hedge_prefix<S: Scheme>(
    prefix: &Secret<[u8; 32]>,
    noise: &Secret<[u8; 32]>,
    hedged: &mut Secret<[u8; 32]>,
) {
    let mut hasher = S::Hasher::new();
    hasher.update(prefix.expose());
    hasher.update(noise.expose());
    let digest = secret_digest::<S>(&mut hasher);
    hedged.write(|hedged| hedged.copy_from_slice(&digest.expose()[..32]));
}

/// Returns a hasher for H(dom2(F, C) ‖ R ‖ A ‖ PH(M)) that has absorbed all but PH(M). Inlined, since the first block is
/// read as a whole soon after a move would have written it in parts, which stalls.
#[inline(always)]
pub(super) fn challenge_hasher<S: Scheme>(domain: Domain<'_>, r: &[u8; 32], a: &[u8; 32]) -> S::Hasher {
    let mut hasher = domain.hasher::<S::Hasher>();
    hasher.update(r);
    hasher.update(a);
    hasher
}

/// Returns k of Sections 5.1.6 and 5.1.7: the hash modulo L.
pub(super) fn challenge<S: Scheme>(mut hasher: S::Hasher) -> Scalar {
    Scalar::from_bytes_mod_order_wide(&hasher.finalize_reset())
}
