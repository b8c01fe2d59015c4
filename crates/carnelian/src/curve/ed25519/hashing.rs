//! What Sections 5.1.5 to 5.1.7 of RFC 8032 hash.

use super::variant::{Domain, Scheme};
use crate::base::secret::Secret;
use crate::curve::curve25519::Scalar;
use crate::hash::Hash;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// The digest of a secret: it is written where it stays.
pub(super) fn secret_digest<S: Scheme>(hasher: &mut S::Hasher) -> Secret<[u8; 64]> {
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

/// Section 5.1.6, step 2: r = H(dom2(F, C) ‖ prefix ‖ PH(M)) mod L.
pub(super) fn nonce<S: Scheme>(domain: Domain<'_>, prefix: &Secret<[u8; 32]>, message: &[u8]) -> Secret<Scalar> {
    let mut hasher = domain.hasher::<S::Hasher>();
    hasher.update(prefix.expose());
    hasher.update(message);
    reduced(&secret_digest::<S>(&mut hasher))
}

/// Section 3 of draft-irtf-cfrg-det-sigs-with-noise-05: prefix′, the first half of H(prefix ‖ Z), which takes the
/// place of the prefix in [`nonce`]. The prefix meets the noise Z before it meets anything that an attacker may choose.
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

/// A hasher of H(dom2(F, C) ‖ R ‖ A ‖ PH(M)) that lacks PH(M).
pub(super) fn challenge_hasher<S: Scheme>(domain: Domain<'_>, r: &[u8; 32], a: &[u8; 32]) -> S::Hasher {
    let mut hasher = domain.hasher::<S::Hasher>();
    hasher.update(r);
    hasher.update(a);
    hasher
}

/// The hash modulo L: k of Sections 5.1.6 and 5.1.7.
pub(super) fn challenge<S: Scheme>(mut hasher: S::Hasher) -> Scalar {
    Scalar::from_bytes_mod_order_wide(&hasher.finalize_reset())
}

/// Messages from this length on are hashed where they lie, one at a time: side by side they would have to be copied.
#[cfg(feature = "alloc")]
pub(super) const LONG: usize = 1 << 16;

/// How many messages are hashed side by side at most: so many copies are in memory.
#[cfg(feature = "alloc")]
const GROUP: usize = 64;

/// What the challenge of a pure signature is the hash of: the encodings of R and of A, and the message.
#[cfg(feature = "alloc")]
pub(super) type Transcript<'a> = ([u8; 32], [u8; 32], &'a [u8]);

/// The [`challenge`] of each transcript, several at a time where the CPU has the lanes for it.
#[cfg(feature = "alloc")]
pub(super) fn challenges<S: Scheme>(transcripts: &[Transcript<'_>]) -> Vec<Scalar> {
    let mut scalars = Vec::with_capacity(transcripts.len());
    let mut buffer = Vec::new();
    for group in transcripts.chunks(GROUP) {
        buffer.clear();
        let short = group.iter().filter(|(_, _, message)| message.len() < LONG);
        let mut ends = Vec::with_capacity(GROUP);
        for (r, a, message) in short {
            buffer.extend_from_slice(r);
            buffer.extend_from_slice(a);
            buffer.extend_from_slice(message);
            ends.push(buffer.len());
        }
        let starts = core::iter::once(0).chain(ends.iter().copied());
        let copies: Vec<&[u8]> = starts.zip(&ends).map(|(start, end)| &buffer[start..*end]).collect();
        let mut digests = [[0; 64]; GROUP];
        let hashed = S::Hasher::digest_batch(&copies, &mut digests[..copies.len()]);
        debug_assert!(hashed.is_ok());
        let mut digests = digests.iter().take(copies.len());
        scalars.extend(group.iter().map(|(r, a, message)| {
            if message.len() < LONG
                && let Some(digest) = digests.next()
            {
                return Scalar::from_bytes_mod_order_wide(digest);
            }
            let mut hasher = challenge_hasher::<S>(Domain::Pure, r, a);
            hasher.update(message);
            challenge::<S>(hasher)
        }));
    }
    scalars
}
