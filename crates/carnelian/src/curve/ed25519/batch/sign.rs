//! Signing and key generation in batches: hashes and multiplications several at a time where the CPU has vector lanes
//! for it, and encodings with shared inversions.

use super::challenges::{LONG, challenges};
use crate::base::ct;
use crate::base::memory::wipe_stack;
use crate::base::random::{Random, RandomError};
use crate::base::secret::{Held, Secret};
use crate::curve::curve25519::{EdwardsPoint, Scalar};
use crate::curve::ed25519::signature::{Signature, SignatureOf};
use crate::curve::ed25519::signing::{Private, SigningKey, SigningKeyOf};
use crate::curve::ed25519::variant::{Ed25519, Scheme};
use crate::curve::ed25519::verifying::VerifyingKeyOf;
use crate::hash::Hash;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// The maximum number of items in a group, which share an inversion and whose messages are copied.
const TOGETHER: usize = 32;

/// An upper bound on the stack that the work on one group uses.
const STACK: usize = 32 << 10;

/// Signs many messages like [`SigningKey::sign`]; result `i` belongs to pair `i`. Takes time that depends only on the
/// lengths of the messages.
///
/// ```
/// use carnelian::curve::ed25519::{self, SigningKey};
/// let (one, two) = (SigningKey::from_seed([1; 32]), SigningKey::from_seed([2; 32]));
/// let signatures = ed25519::sign_batch(&[(&one, b"a"), (&two, b"b"), (&one, b"c")]);
/// assert_eq!(signatures[2], one.sign(b"c"));
/// ```
#[must_use]
pub fn sign_batch(batch: &[(&SigningKey, &[u8])]) -> Vec<Signature> {
    sign_all(batch)
}

/// [`sign_batch`] for any scheme.
pub(in crate::curve) fn sign_all<S: Scheme>(batch: &[(&SigningKeyOf<S>, &[u8])]) -> Vec<SignatureOf<S>> {
    let mut signatures = Vec::with_capacity(batch.len());
    for group in batch.chunks(TOGETHER) {
        if group.iter().any(|(_, message)| message.len() >= LONG) {
            // Hashing dominates here, and copies would be large.
            signatures.extend(group.iter().map(|(key, message)| key.sign(message)));
        } else {
            let before = signatures.len();
            sign_group(group, &mut signatures);
            let is_intact = group.iter().all(|(key, _)| key.is_intact());
            wipe_stack::<STACK>();
            if !is_intact {
                signatures.truncate(before);
                signatures.extend(group.iter().map(|(key, message)| key.sign(message)));
            }
        }
    }
    signatures
}

/// RFC 8032 Section 5.1.6 for every pair of a group.
#[inline(never)]
fn sign_group<S: Scheme>(group: &[(&SigningKeyOf<S>, &[u8])], signatures: &mut Vec<SignatureOf<S>>) {
    // 2. r ← H(prefix ‖ M).
    let nonces = nonces(group);
    // 3. R ← r·B.
    let rs = multiples(&nonces).1;
    // 4. k ← H(R ‖ A ‖ M).
    let parts = rs.iter().zip(group);
    let transcripts: Vec<_> = parts.map(|(r, (key, message))| (*r, key.verifying_key().to_bytes(), *message)).collect();
    // 5. S ← (r + k·s) mod L.
    let parts = rs.iter().zip(group).zip(nonces.iter()).zip(challenges::<S>(&transcripts));
    signatures.extend(parts.map(|(((r, (key, _)), nonce), k)| SignatureOf::from_halves(r, &key.response(nonce, &k))));
}

/// Returns the nonces of a group, hashed in parallel.
fn nonces<S: Scheme>(group: &[(&SigningKeyOf<S>, &[u8])]) -> Zeroizing<Vec<Scalar>> {
    // The final length: a buffer that grows would leave copies of secrets in freed memory.
    let length = group.iter().map(|(_, message)| 32 + message.len()).sum();
    let mut buffer = Zeroizing::new(Vec::with_capacity(length));
    for (key, message) in group {
        buffer.extend_from_slice(key.prefix().expose());
        buffer.extend_from_slice(message);
    }
    let mut rest = buffer.as_slice();
    let mut inputs = Vec::with_capacity(group.len());
    for (_, message) in group {
        let (input, others) = rest.split_at(32 + message.len());
        inputs.push(input);
        rest = others;
    }
    let digests = digests::<S>(&inputs);
    let mut nonces = Zeroizing::new(Vec::with_capacity(group.len()));
    nonces.extend(digests.iter().map(Scalar::from_bytes_mod_order_wide));
    nonces
}

/// Returns the digests of secrets.
fn digests<S: Scheme>(inputs: &[&[u8]]) -> Zeroizing<Vec<[u8; 64]>> {
    let mut digests = Zeroizing::new(vec![[0; 64]; inputs.len()]);
    let hashed = S::Hasher::digest_batch(inputs, &mut digests);
    debug_assert!(hashed.is_ok());
    digests
}

/// Returns the multiples of B, with Z = 1, and their encodings. Both are public then; before normalization the
/// coordinates reveal more about the scalars than the points do.
fn multiples(scalars: &[Scalar]) -> (Vec<EdwardsPoint>, Vec<[u8; 32]>) {
    let mut points = vec![EdwardsPoint::IDENTITY; scalars.len()];
    let multiplied = EdwardsPoint::mul_base_batch(scalars, &mut points);
    debug_assert!(multiplied.is_ok());
    let mut encodings = vec![[0; 32]; scalars.len()];
    EdwardsPoint::normalize_batch(&mut points, &mut encodings);
    for (point, encoding) in points.iter_mut().zip(&mut encodings) {
        (*point, *encoding) = ct::declassify((*point, *encoding), "public keys and signatures are public");
    }
    (points, encodings)
}

/// Generates `count` keys, several at a time where the CPU has vector lanes for it.
///
/// # Errors
/// [`RandomError`] if the source fails.
///
/// ```
/// use carnelian::curve::ed25519;
/// use carnelian::random::OsRandom;
/// assert_eq!(ed25519::generate_batch(10, &mut OsRandom)?.len(), 10);
/// # Ok::<(), carnelian::random::RandomError>(())
/// ```
pub fn generate_batch(count: usize, random: &mut impl Random) -> Result<Vec<SigningKey>, RandomError> {
    generate_all(count, random)
}

/// [`generate_batch`] for any scheme.
pub(in crate::curve) fn generate_all<S: Scheme>(
    count: usize,
    random: &mut impl Random,
) -> Result<Vec<SigningKeyOf<S>>, RandomError> {
    let mut places = Vec::with_capacity(count);
    for _ in 0..count {
        let mut place = Private::place();
        place.seed.draw(random)?;
        places.push(place);
    }
    Ok(expand_all(places))
}

/// Derives keys from many seeds like [`SigningKey::from_seed`], several at a time where the CPU has vector lanes for
/// it. Constant time.
///
/// ```
/// use carnelian::curve::ed25519::{self, SigningKey};
/// let keys = ed25519::from_seed_batch(&[[1; 32], [2; 32]]);
/// assert_eq!(keys[1].verifying_key(), SigningKey::from_seed([2; 32]).verifying_key());
/// ```
#[must_use]
pub fn from_seed_batch(seeds: &[[u8; 32]]) -> Vec<SigningKey> {
    from_all_seeds::<Ed25519>(seeds)
}

/// [`from_seed_batch`] for any scheme.
pub(in crate::curve) fn from_all_seeds<S: Scheme>(seeds: &[[u8; 32]]) -> Vec<SigningKeyOf<S>> {
    let place = |bytes: &_| {
        let mut place = Private::place();
        place.seed.write(|seed| *seed = *bytes);
        place
    };
    expand_all(seeds.iter().map(place).collect())
}

/// RFC 8032 Section 5.1.5 for many seeds, which are already in their final location.
fn expand_all<S: Scheme>(places: Vec<Held<Private>>) -> Vec<SigningKeyOf<S>> {
    let mut keys = Vec::with_capacity(places.len());
    let mut places = places.into_iter();
    while !places.as_slice().is_empty() {
        let count = places.len().min(TOGETHER);
        expand_group(places.by_ref().take(count).collect(), &mut keys);
        wipe_stack::<STACK>();
    }
    keys
}

#[inline(never)]
fn expand_group<S: Scheme>(mut places: Vec<Held<Private>>, keys: &mut Vec<SigningKeyOf<S>>) {
    // 1. h ← H(seed).
    let inputs: Vec<&[u8]> = places.iter().map(|place| place.seed.expose().as_slice()).collect();
    let digests = digests::<S>(&inputs);
    // 2. and 3. s, and A ← s·B.
    for (place, digest) in places.iter_mut().zip(digests.iter()) {
        place.set_digest(&Secret::new(*digest));
    }
    let mut scalars = Zeroizing::new(Vec::with_capacity(digests.len()));
    scalars.extend(places.iter().map(|place| *place.scalar.expose()));
    let (points, encodings) = multiples(&scalars);
    let verifying_keys = points.into_iter().zip(encodings).map(|(a, bytes)| VerifyingKeyOf::from_canonical(a, bytes));
    let pairs = places.into_iter().zip(verifying_keys);
    keys.extend(pairs.map(|(mut private, verifying_key)| {
        private.seal(verifying_key.as_bytes());
        SigningKeyOf { private, verifying_key }
    }));
}
