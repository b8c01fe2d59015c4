//! One equation for many signatures under the cofactored rules: 8·Σ zᵢ(sᵢ·B − Rᵢ − kᵢ·Aᵢ) = 0 with coefficients zᵢ of
//! 128 bits (Bernstein, Duif, Lange, Schwabe, Yang, "High-speed high-security signatures", Section 5).
//!
//! If every signature is valid, each 8(sᵢ·B − Rᵢ − kᵢ·Aᵢ) is the neutral element, and so is the sum. If one is not, its
//! share lies in the group of prime order L, and at most one value of its coefficient makes the sum vanish. The
//! coefficients are hashes of everything that the equations depend on, so whoever makes a signature that is not valid
//! cannot choose them: every set of signatures is a new draw at 2⁻¹²⁸.

use super::equation::{holds_with_cofactor, is_small_order_vartime};
use crate::curve::curve25519::{EdwardsPoint, Scalar};
use crate::hash::Sha512;
use alloc::vec;
use alloc::vec::Vec;

/// A signature whose parts are well formed, on its way into the equation.
pub(super) struct Term {
    /// Where in the batch it stands.
    pub(super) place: usize,
    /// Which of the batch's keys it is under.
    pub(super) key: usize,
    pub(super) r: EdwardsPoint,
    pub(super) s: Scalar,
    pub(super) k: Scalar,
}

/// Calls `invalid` with the place of every term whose equation 8(s·B − R − k·A) = 0 does not hold.
pub(super) fn find_invalid(terms: &[Term], keys: &[EdwardsPoint], invalid: &mut dyn FnMut(usize)) {
    let coefficients = coefficients(terms);
    let mut search = Search { terms, coefficients: &coefficients, keys, budget: terms.len() * 3 / 2, invalid };
    let sum = search.sum(0, terms.len());
    search.halve(0, terms.len(), &sum);
}

/// The coefficients: 128 bits for each term, four from each digest of a digest of all kᵢ and sᵢ. kᵢ is the hash of Rᵢ,
/// Aᵢ and the message, so they are bound as well.
pub(super) fn coefficients(terms: &[Term]) -> Vec<Scalar> {
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

/// The seed, followed by the number of a block.
fn numbered(seed: &[u8; 64], block: u64) -> [u8; 72] {
    let mut input = [0; 72];
    input[..64].copy_from_slice(seed);
    input[64..].copy_from_slice(&block.to_le_bytes());
    input
}

/// The search for the terms that do not hold.
struct Search<'a> {
    terms: &'a [Term],
    coefficients: &'a [Scalar],
    keys: &'a [EdwardsPoint],
    /// How many terms may still be summed again before the rest is checked one by one: finding one invalid signature
    /// takes as many as there are terms.
    budget: usize,
    invalid: &'a mut dyn FnMut(usize),
}

impl Search<'_> {
    /// Σ zᵢ(Rᵢ + kᵢ·Aᵢ − sᵢ·B) over the terms from `start` to before `end`. The coefficients of one key and of B are
    /// added up first.
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
        // Equal keys come to stand side by side; the work is for the keys of these terms, however many there are in all.
        of_keys.sort_unstable_by_key(|(key, _)| *key);
        for same in of_keys.chunk_by(|(a, _), (b, _)| a == b) {
            scalars.push(same.iter().fold(Scalar::ZERO, |sum, (_, of_key)| sum + *of_key));
            points.push(self.keys[same[0].0]);
        }
        scalars.push(-of_base);
        points.push(EdwardsPoint::BASE);
        EdwardsPoint::multiscalar_mul_on_one_core_vartime(&scalars, &points)
    }

    /// Reports the terms from `start` to before `end`, whose sum is `sum`, that do not hold. What the left half adds
    /// says what the right half does.
    fn halve(&mut self, start: usize, end: usize, sum: &EdwardsPoint) {
        if start == end || is_small_order_vartime(sum) {
            return;
        }
        if end - start == 1 {
            (self.invalid)(self.terms[start].place);
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
                (self.invalid)(term.place);
            }
        }
    }
}
