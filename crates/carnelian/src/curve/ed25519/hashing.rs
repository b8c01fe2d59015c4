//! What Sections 5.1.5 to 5.1.7 of RFC 8032 hash.

use super::variant::Domain;
use crate::base::secret::Secret;
use crate::curve::curve25519::Scalar;
use crate::hash::Sha512;

/// The digest of a secret: it is written where it stays.
pub(super) fn secret_digest(hasher: &mut Sha512) -> Secret<[u8; 64]> {
    let Ok(digest) = Secret::build(|digest| {
        *digest = hasher.finalize_reset();
        Ok::<_, core::convert::Infallible>(())
    });
    digest
}

/// Section 5.1.5: steps 1 and 2 for the digest `h` of a seed: the secret scalar, as the number that is not yet taken
/// modulo L.
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

/// A number modulo L, of which nothing else is to stay.
pub(super) fn reduced(digest: &Secret<[u8; 64]>) -> Secret<Scalar> {
    Secret::new(Scalar::from_bytes_mod_order_wide(digest.expose()))
}

/// Section 5.1.6, step 2: r = SHA-512(dom2(F, C) ‖ prefix ‖ PH(M)) mod L.
///
/// With noise Z, Section 3 of draft-irtf-cfrg-det-sigs-with-noise: SHA-512(dom2(F, C) ‖ Z ‖ prefix ‖ 000... ‖ PH(M)),
/// where the zeros fill a block of SHA-512. So the blocks with the prefix hold nothing that an attacker chooses, and
/// noise goes in before the prefix.
pub(super) fn nonce(
    domain: Domain<'_>,
    noise: Option<&Secret<[u8; 32]>>,
    prefix: &Secret<[u8; 32]>,
    message: &[u8],
) -> Secret<Scalar> {
    const ZEROS: [u8; 128] = [0; 128];
    let mut hasher = domain.hasher();
    if let Some(noise) = noise {
        hasher.update(noise.expose());
    }
    hasher.update(prefix.expose());
    if noise.is_some() {
        let filled = (domain.len() + 64) % ZEROS.len();
        hasher.update(&ZEROS[..(ZEROS.len() - filled) % ZEROS.len()]);
    }
    hasher.update(message);
    reduced(&secret_digest(&mut hasher))
}

/// A hasher of SHA-512(dom2(F, C) ‖ R ‖ A ‖ PH(M)) that lacks PH(M).
pub(super) fn challenge_hasher(domain: Domain<'_>, r: &[u8; 32], a: &[u8; 32]) -> Sha512 {
    let mut hasher = domain.hasher();
    hasher.update(r);
    hasher.update(a);
    hasher
}

/// The hash modulo L: k of Sections 5.1.6 and 5.1.7.
pub(super) fn challenge(mut hasher: Sha512) -> Scalar {
    Scalar::from_bytes_mod_order_wide(&hasher.finalize_reset())
}
