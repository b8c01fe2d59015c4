//! Many keys and exchanges at a time, which needs a heap.

use super::{NonContributory, PublicKey, SecretKey, SharedSecret, decode_scalar};
use crate::base::ct;
use crate::base::memory::wiping_stack;
use crate::base::random::{Random, RandomError};
use crate::base::secret::{Held, Secret};
use crate::curve::curve25519::{montgomery_mul_base_batch, montgomery_mul_batch};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroize;

/// An upper bound on the stack that the computation of many public keys uses above the kernels, which wipe their own.
const STACK: usize = 8192;

/// Generates `count` secret keys and returns them with their public keys, several at a time where the CPU has vector
/// lanes for it.
///
/// # Errors
/// [`RandomError`] if the source fails.
pub fn generate_batch(count: usize, random: &mut impl Random) -> Result<Vec<(SecretKey, PublicKey)>, RandomError> {
    let secrets: Vec<SecretKey> = (0..count).map(|_| SecretKey::generate(random)).collect::<Result<_, _>>()?;
    let publics = public_key_batch(&secrets);
    Ok(secrets.into_iter().zip(publics).collect())
}

/// Returns the public key of each secret key, several at a time where the CPU has vector lanes for it. Constant time.
#[must_use]
#[inline(never)]
pub fn public_key_batch(secrets: &[SecretKey]) -> Vec<PublicKey> {
    let scalars: Vec<_> = secrets.iter().map(|secret| decode_scalar(secret.0.expose())).collect();
    let scalars: Vec<_> = scalars.iter().map(Secret::expose).collect();
    let mut publics = vec![[0; 32]; secrets.len()];
    wiping_stack::<STACK, _>(|| montgomery_mul_base_batch(&scalars, &mut publics));
    publics.into_iter().map(|u| PublicKey(ct::declassify(u, "a public key is public"))).collect()
}

/// Computes [`SecretKey::diffie_hellman`] for many independent pairs, several at a time where the CPU has vector lanes
/// for it, and with shared inversions. Result `i` belongs to pair `i`; a peer of small order is an error in its own
/// result and does not affect the others. Constant time.
///
/// ```
/// use carnelian::curve::x25519::{self, PublicKey, SecretKey};
/// let (alice, bob) = (SecretKey::from_bytes([1; 32]), SecretKey::from_bytes([2; 32]));
/// let (good, zero) = (bob.public_key(), PublicKey::from_bytes([0; 32]));
/// let shared = x25519::diffie_hellman_batch(&[(&alice, &zero), (&alice, &good)]);
/// assert!(shared[0].is_err());
/// assert!(shared[1].is_ok());
/// ```
#[must_use]
pub fn diffie_hellman_batch(pairs: &[(&SecretKey, &PublicKey)]) -> Vec<Result<SharedSecret, NonContributory>> {
    wiping_stack::<STACK, _>(|| diffie_hellman_each(pairs))
}

/// Computes the exchanges. Parts of clamped keys may stay in its frame.
fn diffie_hellman_each(pairs: &[(&SecretKey, &PublicKey)]) -> Vec<Result<SharedSecret, NonContributory>> {
    let scalars: Vec<_> = pairs.iter().map(|(secret, _)| decode_scalar(secret.0.expose())).collect();
    let scalars: Vec<_> = scalars.iter().map(Secret::expose).collect();
    let peers: Vec<_> = pairs.iter().map(|(_, peer)| &peer.0).collect();
    let mut shared = vec![[0; 32]; pairs.len()];
    montgomery_mul_batch(&scalars, &peers, &mut shared);
    let hold = |u: &_| {
        let mut held = Held::place(Secret::ZEROED);
        held.write(|out| *out = *u);
        held
    };
    let results = shared.iter().map(|u| SharedSecret::checked(hold(u))).collect();
    shared.zeroize();
    results
}
