//! Sampling of polynomials from the output of SHAKE, FIPS 204 Section 7.3.
//!
//! The seeds differ only in their last two bytes, so that several polynomials are sampled at once, each in its lane.

use super::parameters::Parameters;
use super::ring::kernel::Backend;
use super::ring::packing::Packing;
use super::ring::polynomial::{Coefficients, N, NttPoly, Poly};
use crate::base::memory::wipe;
use crate::hash::Shake256;
use crate::hash::keccak::beside::{LanesBeside, Passenger};
use crate::hash::keccak::lanes::{ShakeLanes, Squeeze};
use crate::postquantum::lattice::rejection::fill;

/// Bytes in a block of SHAKE128.
const BLOCK_128: usize = 168;
/// Bytes in a block of SHAKE256.
const BLOCK_256: usize = 136;
/// Bytes from which a polynomial is sampled with an overwhelming probability: 280 candidates. 1 in 1 024 is rejected.
const UNIFORM_LEN: usize = 5 * BLOCK_128;
/// Bytes from which a secret polynomial is sampled with a high probability: 544 candidates. At least 9 in 16 are
/// accepted.
const BOUNDED_LEN: usize = 2 * BLOCK_256;
/// Whole blocks that hold a packed polynomial of y, which has up to 640 bytes.
const MASK_LEN: usize = 5 * BLOCK_256;

/// Returns the number of lanes with which a backend samples `count` polynomials at once, or all of its lanes.
fn lanes_for(backend: Backend, count: usize) -> usize {
    match count {
        0 | 1 => 1,
        2..=4 => backend.lanes().min(4),
        _ => backend.lanes(),
    }
}

/// Evaluates `$run` for a number of lanes, with a function that returns the sponges for seeds.
macro_rules! by_lanes {
    ($lanes:expr, $SECURITY:literal, |$new:ident| $run:expr) => {
        match $lanes {
            8 => {
                let $new = ShakeLanes::<$SECURITY, 8>::new;
                $run
            }
            4 => {
                let $new = ShakeLanes::<$SECURITY, 4>::new;
                $run
            }
            _ => {
                let $new = ShakeLanes::<$SECURITY, 1>::new;
                $run
            }
        }
    };
}

/// Fills all polynomials of an iterator from a seed that ends in the two bytes that `suffix` returns for their indices.
/// What is read from sponges is wiped if it is secret.
fn fill_all<'p, S: Squeeze<LANES>, const LANES: usize, const SEED: usize, const LEN: usize, const BLOCK: usize>(
    new: impl Fn([&[u8]; LANES]) -> S,
    seed: &[u8; SEED],
    suffix: impl Fn(usize) -> [u8; 2],
    polys: impl Iterator<Item = &'p mut Coefficients>,
    reject: &impl Fn(&[u8], &mut Coefficients, usize) -> usize,
    is_secret: bool,
) {
    let mut polys = polys.fuse();
    let (mut seeds, mut bytes) = ([*seed; LANES], [[0; LEN]; LANES]);
    for first in (0..).step_by(LANES) {
        let mut group = core::array::from_fn(|_| polys.next());
        if group.iter().all(Option::is_none) {
            break;
        }
        for (index, seed) in (first..).zip(&mut seeds) {
            seed[SEED - 2..].copy_from_slice(&suffix(index));
        }
        let mut sponges = new(seeds.each_ref().map(|seed| &seed[..]));
        fill::<_, LANES, LEN, BLOCK>(&mut sponges, &mut bytes, &mut group, reject);
    }
    if is_secret {
        wipe(seeds.as_flattened_mut());
        wipe(bytes.as_flattened_mut());
    }
}

/// Algorithms 32 and 30, ExpandA(ρ) and RejNTTPoly(ρ′): fills `a_hat` with the elements of Â from number `first` on, row
/// by row, where a row has `columns` elements. Takes public data only.
pub(super) fn expand_a_from(backend: Backend, rho: &[u8; 32], columns: usize, first: usize, a_hat: &mut [NttPoly]) {
    let mut seed = [0; 34];
    seed[..32].copy_from_slice(rho);
    // 3. and 4. ρ′ ← ρ ‖ s ‖ r.
    let suffix = |index| column_and_row(columns, first + index);
    let reject = |bytes: &[u8], poly: &mut Coefficients, count| backend.reject_uniform(bytes, poly, count);
    let lanes = lanes_for(backend, a_hat.len());
    let polys = a_hat.iter_mut().map(|poly| &mut poly.0);
    by_lanes!(lanes, 128, |new| {
        fill_all::<_, _, 34, UNIFORM_LEN, BLOCK_128>(new, &seed, suffix, polys, &reject, false);
    });
}

/// Like [`expand_a_from`], for one element fewer than there are lanes; the first lane is a passenger's.
pub(super) fn expand_a_beside(
    backend: Backend,
    rho: &[u8; 32],
    columns: usize,
    first: usize,
    a_hat: &mut [NttPoly],
    passenger: &mut Passenger<'_>,
) {
    if backend.lanes() == 8 {
        expand_beside(|seeds| LanesBeside::<128, 8>::new(seeds, passenger), backend, rho, columns, first, a_hat);
    } else {
        expand_beside(|seeds| LanesBeside::<128, 4>::new(seeds, passenger), backend, rho, columns, first, a_hat);
    }
}

fn expand_beside<S: Squeeze<LANES>, const LANES: usize>(
    new: impl FnOnce([&[u8]; LANES]) -> S,
    backend: Backend,
    rho: &[u8; 32],
    columns: usize,
    first: usize,
    a_hat: &mut [NttPoly],
) {
    let mut seeds = [[0; 34]; LANES];
    for (number, seed) in (first..).zip(&mut seeds[1..]) {
        seed[..32].copy_from_slice(rho);
        seed[32..].copy_from_slice(&column_and_row(columns, number));
    }
    let mut polys = a_hat.iter_mut().map(|poly| &mut poly.0);
    let mut group = core::array::from_fn(|lane| if lane == 0 { None } else { polys.next() });
    let mut sponges = new(seeds.each_ref().map(|seed| &seed[..]));
    let reject = |bytes: &[u8], poly: &mut Coefficients, count| backend.reject_uniform(bytes, poly, count);
    fill::<_, LANES, UNIFORM_LEN, BLOCK_128>(&mut sponges, &mut [[0; UNIFORM_LEN]; LANES], &mut group, &reject);
}

/// Returns s and r for element `number` of a matrix, row by row.
fn column_and_row(columns: usize, number: usize) -> [u8; 2] {
    // A division, as a product with the reciprocal rounded up: exact for a matrix of up to 64 elements.
    debug_assert!(number < 64 && matches!(columns, 4 | 5 | 7));
    let reciprocal = match columns {
        4 => const { 256 / 4 + 1 },
        5 => const { 256 / 5 + 1 },
        _ => const { 256 / 7 + 1 },
    };
    let row = (number * reciprocal) >> 8;
    [(number - row * columns) as u8, row as u8]
}

/// Algorithms 33 and 31, ExpandS(ρ) and RejBoundedPoly(ρ′): fills s₁ and s₂. Time depends on which candidates are
/// rejected, which says nothing about the others.
pub(super) fn expand_s(backend: Backend, eta: i32, rho: &[u8; 64], s1: &mut [Poly], s2: &mut [Poly]) {
    let mut seed = [0; 66];
    seed[..64].copy_from_slice(rho);
    // 2. and 5. ρ ‖ IntegerToBytes(r, 2).
    let suffix = |index| (index as u16).to_le_bytes();
    let reject = |bytes: &[u8], poly: &mut Coefficients, count| backend.reject_bounded(eta, bytes, poly, count);
    // All lanes first, and no more lanes than needed for the rest.
    let rest = (s1.len() + s2.len()) & (backend.lanes() - 1);
    let whole = s1.len() + s2.len() - rest;
    let mut polys = s1.iter_mut().chain(s2).map(|poly| &mut poly.0);
    by_lanes!(backend.lanes(), 256, |new| {
        let polys = polys.by_ref().take(whole);
        fill_all::<_, _, 66, BOUNDED_LEN, BLOCK_256>(new, &seed, suffix, polys, &reject, true);
    });
    by_lanes!(lanes_for(backend, rest), 256, |new| {
        let suffix = |index| suffix(whole + index);
        fill_all::<_, _, 66, BOUNDED_LEN, BLOCK_256>(new, &seed, suffix, polys, &reject, true);
    });
    wipe(&mut seed);
}

/// The vectors y of all attempts, one polynomial after the other, as Algorithm 34, ExpandMask(ρ, μ), draws them: an
/// attempt continues with the number after the last one of the attempt before. So lanes that an attempt does not need
/// draw polynomials for the next one. Wiped when dropped.
pub(super) struct Masks {
    seed: [u8; 66],
    /// Packed polynomials, each at its number modulo [`HELD`].
    packed: [[u8; MASK_LEN]; HELD],
    drawn: u16,
    used: u16,
}

/// The number of polynomials that there is room for: less than an attempt needs, and those of all lanes.
const HELD: usize = 16;

impl Masks {
    /// Masks without a seed.
    pub(super) const ZEROED: Self = Self { seed: [0; 66], packed: [[0; MASK_LEN]; HELD], drawn: 0, used: 0 };

    /// Returns ρ″, to be written before anything is drawn.
    pub(super) fn rho_mut(&mut self) -> &mut [u8] {
        &mut self.seed[..64]
    }

    /// Writes the next ℓ polynomials to `y`.
    pub(super) fn draw<P: Parameters>(&mut self, backend: Backend, y: &mut [Poly]) {
        for y in y {
            if self.used == self.drawn {
                by_lanes!(backend.lanes(), 256, |new| self.draw_packed(0, new));
            }
            let packed = &self.packed[usize::from(self.used) & (HELD - 1)];
            self.used += 1;
            backend.unpack(Packing::z(P::Z_BITS), &packed[..P::Z_LEN], y); // 5.
        }
    }

    /// Draws polynomials for the next attempt, as long as it needs more and the passenger is not done, in all lanes but
    /// the passenger's. The attempt at hand may be the last one: then they were drawn in vain.
    pub(super) fn draw_beside<P: Parameters>(&mut self, backend: Backend, passenger: &mut Passenger<'_>) {
        while backend.lanes() > 1 && usize::from(self.drawn - self.used) < P::L && !passenger.is_done() {
            if backend.lanes() == 8 {
                self.draw_packed(1, |seeds| LanesBeside::<256, 8>::new(seeds, passenger));
            } else {
                self.draw_packed(1, |seeds| LanesBeside::<256, 4>::new(seeds, passenger));
            }
        }
    }

    /// Draws a polynomial in each lane from number `first` on.
    fn draw_packed<S: Squeeze<LANES>, const LANES: usize>(
        &mut self,
        first: usize,
        new: impl FnOnce([&[u8]; LANES]) -> S,
    ) {
        let (mut seeds, mut outputs) = ([self.seed; LANES], [[0; MASK_LEN]; LANES]);
        for (number, seed) in (self.drawn..).zip(&mut seeds[first..]) {
            seed[64..].copy_from_slice(&number.to_le_bytes()); // 3.
        }
        new(seeds.each_ref().map(|seed| &seed[..])).squeeze(outputs.each_mut().map(|output| &mut output[..])); // 4.
        for output in &outputs[first..] {
            self.packed[usize::from(self.drawn) & (HELD - 1)] = *output;
            self.drawn += 1;
        }
        wipe(seeds.as_flattened_mut());
        wipe(outputs.as_flattened_mut());
    }
}

impl Drop for Masks {
    fn drop(&mut self) {
        wipe(&mut self.seed);
        wipe(self.packed.as_flattened_mut());
    }
}

/// Algorithm 29, SampleInBall(ρ): a polynomial with `tau` coefficients that are 1 or −1; the others are 0. Takes public
/// data only.
pub(super) fn sample_in_ball(tau: usize, rho: &[u8], c: &mut Poly) {
    let mut shake = Shake256::new(); // 2.
    shake.update(rho); // 3.
    let mut reader = shake.finalize();
    let mut block = [0; BLOCK_256];
    reader.fill(&mut block);
    let (signs, mut rest) = block.split_first_chunk().expect("a block begins with eight bytes"); // 4.
    let mut signs = u64::from_le_bytes(*signs); // 5.
    let mut more = [0; BLOCK_256];
    c.0.fill(0); // 1.
    for i in N - tau..N {
        let j = loop {
            let Some((first, others)) = rest.split_first() else {
                reader.fill(&mut more);
                rest = &more;
                continue;
            };
            rest = others; // 7. and 9.
            if usize::from(*first) <= i {
                break usize::from(*first); // 8.
            }
        };
        c.0[i] = c.0[j]; // 11.
        c.0[j] = 1 - 2 * (signs & 1) as i32; // 12.
        signs >>= 1;
    }
}
