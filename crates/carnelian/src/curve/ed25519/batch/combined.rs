//! One equation for many signatures under the cofactored rules: 8·Σ zᵢ(sᵢ·B − Rᵢ − kᵢ·Aᵢ) = 0 with coefficients zᵢ of
//! 128 bits (Bernstein, Duif, Lange, Schwabe, Yang, "High-speed high-security signatures", Section 5).
//!
//! If every signature is valid, each 8(sᵢ·B − Rᵢ − kᵢ·Aᵢ) is the identity element, and so is the sum. If one is not
//! valid, its term is a nonzero element of the group of prime order L, and at most one value of its coefficient makes
//! the sum zero. The coefficients are hashes of everything that the equations depend on, so a forger cannot choose
//! them: each set of signatures that a forger tries succeeds with probability 2⁻¹²⁸.

use crate::curve::curve25519::{EdwardsPoint, Scalar};
use crate::curve::ed25519::equation::{holds_with_cofactor, is_small_order_vartime};
use crate::hash::Sha512;
use alloc::vec;
use alloc::vec::Vec;

/// A term of the equation: a signature that is well formed.
pub(in crate::curve::ed25519) struct Term {
    /// The index of the item in the batch.
    pub(in crate::curve::ed25519) index: usize,
    /// The index of the key among the distinct keys of the batch.
    pub(in crate::curve::ed25519) key: usize,
    pub(in crate::curve::ed25519) r: EdwardsPoint,
    pub(in crate::curve::ed25519) s: Scalar,
    pub(in crate::curve::ed25519) k: Scalar,
}

/// Calls `invalid` with the index of every term whose equation 8(s·B − R − k·A) = 0 does not hold.
pub(super) fn find_invalid(terms: &[Term], keys: &[EdwardsPoint], invalid: &mut dyn FnMut(usize)) {
    let coefficients = coefficients(terms);
    let mut search = Search { terms, coefficients: &coefficients, keys, budget: terms.len() * 3 / 2, invalid };
    let sum = search.sum(0, terms.len());
    search.halve(0, terms.len(), &sum);
}

/// Returns a coefficient of 128 bits for each term. Each digest yields four; its input is a block number and the digest
/// of all kᵢ and sᵢ. kᵢ is the hash of Rᵢ, Aᵢ and the message, so the coefficients depend on these too.
pub(in crate::curve::ed25519) fn coefficients(terms: &[Term]) -> Vec<Scalar> {
    let mut transcript = Sha512::new();
    transcript.update(b"Carnelian: coefficients of a batch of Ed25519 signatures");
    for term in terms {
        transcript.update(&term.k.to_bytes());
        transcript.update(&term.s.to_bytes());
    }
    let seed = transcript.finalize();
    let blocks = terms.len().div_ceil(4);
    let inputs: Vec<[u8; 72]> = (0..blocks as u64).map(|block| numbered(&seed, block)).collect();
    let inputs: Vec<&[u8]> = inputs.iter().map(<[u8; 72]>::as_slice).collect();
    let mut digests = vec![[0; 64]; blocks];
    let hashed = Sha512::digest_batch(&inputs, &mut digests);
    debug_assert!(hashed.is_ok());
    let coefficients = digests.as_flattened().as_chunks::<16>().0.iter();
    coefficients.take(terms.len()).map(|bytes| Scalar::from(u128::from_le_bytes(*bytes))).collect()
}

/// Returns the seed followed by a block number.
fn numbered(seed: &[u8; 64], block: u64) -> [u8; 72] {
    let mut input = [0; 72];
    input[..64].copy_from_slice(seed);
    input[64..].copy_from_slice(&block.to_le_bytes());
    input
}

/// A search for the terms whose equation does not hold.
struct Search<'a> {
    terms: &'a [Term],
    coefficients: &'a [Scalar],
    keys: &'a [EdwardsPoint],
    /// The number of terms that may still be summed again before the rest is checked one by one. Finding one invalid
    /// signature sums each term once.
    budget: usize,
    invalid: &'a mut dyn FnMut(usize),
}

impl Search<'_> {
    /// Returns Σ zᵢ(Rᵢ + kᵢ·Aᵢ − sᵢ·B) over the terms `start..end`. The scalars of equal keys are added first, and so
    /// are those of B.
    fn sum(&self, start: usize, end: usize) -> EdwardsPoint {
        let terms = || self.terms[start..end].iter().zip(&self.coefficients[start..end]);
        let count = end - start;
        let mut of_base = Scalar::ZERO;
        let mut of_keys: Vec<(usize, Scalar)> = Vec::with_capacity(count);
        let (mut scalars, mut points) = (Vec::with_capacity(2 * count + 1), Vec::with_capacity(2 * count + 1));
        for (term, z) in terms() {
            of_base = z.mul_add(&term.s, &of_base);
            of_keys.push((term.key, *z * term.k));
            scalars.push(*z);
            points.push(term.r);
        }
        // Sorting makes equal keys adjacent. The work depends on the number of these terms, not of all keys.
        of_keys.sort_unstable_by_key(|(key, _)| *key);
        for same in of_keys.chunk_by(|(a, _), (b, _)| a == b) {
            scalars.push(same.iter().fold(Scalar::ZERO, |sum, (_, of_key)| sum + *of_key));
            points.push(self.keys[same[0].0]);
        }
        scalars.push(-of_base);
        points.push(EdwardsPoint::BASE);
        EdwardsPoint::multiscalar_mul_on_one_core_vartime(&scalars, &points)
    }

    /// Reports the terms of `start..end`, whose sum is `sum`, that do not hold. The sum of the right half is the
    /// difference between `sum` and that of the left half.
    fn halve(&mut self, start: usize, end: usize, sum: &EdwardsPoint) {
        if start == end || is_small_order_vartime(sum) {
            return;
        }
        if end - start == 1 {
            (self.invalid)(self.terms[start].index);
            return;
        }
        let middle = start + (end - start) / 2;
        let Some(budget) = self.budget.checked_sub(middle - start) else {
            self.check_each(start, end);
            return;
        };
        self.budget = budget;
        let left = self.sum(start, middle);
        self.halve(start, middle, &left);
        self.halve(middle, end, &(*sum - left));
    }

    fn check_each(&mut self, start: usize, end: usize) {
        for term in &self.terms[start..end] {
            if !holds_with_cofactor(&self.keys[term.key], &term.r, &term.k, &term.s) {
                (self.invalid)(term.index);
            }
        }
    }
}
