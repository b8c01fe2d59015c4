//! Sampling of matrices and noise from seeds, with several sponges at once: Algorithms 7 and 8, and PRF of Section 4.1.

use super::parameters::Parameters;
use super::ring::{N, NttPoly, Rejection};
use crate::base::ct;
use crate::hash::keccak::beside::{Function, LanesBeside, Passenger};
use crate::hash::keccak::lanes::{Kernels, ShakeLanes, Squeeze, States, lanes_pay};
use crate::hash::{Shake128, Shake256};
use crate::postquantum::arrays::Array as _;
use crate::postquantum::lattice::rejection::fill;
use core::array;
use core::ops::Range;

/// Why encapsulation keys are declassified.
pub(super) const PUBLIC: &str = "an encapsulation key is public";

/// The bytes of a block of SHAKE128.
const BLOCK_LEN: usize = 168;
/// The bytes from which a polynomial is sampled at once, three blocks: 336 candidates, which suffice for all but one in a
/// hundred. One more block suffices for all but two in 10³².
const BLOCKS_LEN: usize = 3 * BLOCK_LEN;

/// The order of the elements of Â.
#[derive(Clone, Copy)]
pub(super) enum Order {
    /// By rows, for the generation and the check of keys.
    Rows,
    /// By columns, for encryption, which multiplies by the transposed matrix.
    Columns,
}

/// Samples Â: steps 4 to 8 of Algorithm 14. Variable time in ρ, which is public. Beside it H of an
/// encapsulation key or J of a ciphertext is computed, which has 3k blocks in every parameter set: k times as many
/// permutations as a polynomial takes. It is in one lane, and the other lanes sample polynomials.
///
/// For k = 2 and 3 the other lanes of four suffice. For k = 4 the first seven polynomials are sampled in eight lanes.
pub(super) fn matrix_beside<P: Parameters>(
    rho: &[u8; 32],
    hash: &mut Passenger<'_>,
    order: Order,
    matrix: &mut [NttPoly],
) {
    let (rejection, seeds) = (Rejection::choose(), Seeds { rho, k: P::K, order });
    let (x8_pays, x4_pays) = lanes_pay();
    if !x4_pays {
        return sample_each(rejection, &seeds, 0, matrix);
    }
    let mut first = 0;
    for step in 0..P::K {
        let elements = &mut matrix[first..];
        let room = 3 * (P::K - step);
        first += match x8_pays && elements.len() > room {
            true => {
                sample_beside(rejection, |inputs| LanesBeside::<128, 8>::new(inputs, hash), &seeds, first, elements)
            }
            false => {
                sample_beside(rejection, |inputs| LanesBeside::<128, 4>::new(inputs, hash), &seeds, first, elements)
            }
        };
    }
    sample_groups::<4>(rejection, &seeds, first, &mut matrix[first..]);
}

/// Samples Â by rows, calls `row` with the index and the elements of each and its 384 bytes in ek, and returns H(ek):
/// steps 3 to 7, 18 and 19 of Algorithm 13, and H of Algorithm 16. The other bytes of ek, ρ, have been written.
///
/// The hash of the first rows is computed beside the next ones: of 3k permutations four are left at the end for k = 3
/// and 4, and for k = 2, where four lanes sample the whole matrix at once, all of them.
pub(super) fn rows_and_hash<P: Parameters>(
    ek: &mut [u8],
    mut row: impl FnMut(usize, &[NttPoly], &mut [u8]),
) -> [u8; 32] {
    let (bytes, rho) = ek.split_last_chunk().expect("an encryption key has more bytes than a seed");
    debug_assert_eq!(bytes.len(), 384 * P::K);
    let (rejection, rho, mut matrix) = (Rejection::choose(), &{ *rho }, P::Matrix::<NttPoly>::ZEROED);
    let (seeds, matrix) = (Seeds { rho, k: P::K, order: Order::Rows }, matrix.as_mut());
    let (mut hash, mut absorbed) = (Passenger::of_unknown(Function::SHA3_256), 0);
    let (_, x4_pays) = lanes_pay();
    let mut sampled = if x4_pays { 4 } else { matrix.len() };
    match x4_pays {
        true => sample_groups::<4>(rejection, &seeds, 0, &mut matrix[..sampled]),
        false => sample_each(rejection, &seeds, 0, matrix),
    }
    let mut rows = 0;
    loop {
        while rows < P::K && (rows + 1) * P::K <= sampled {
            row(rows, &matrix[rows * P::K..][..P::K], &mut ek[384 * rows..][..384]);
            rows += 1;
        }
        if rows == P::K {
            return hash.known(&ct::declassify_bytes(ek, PUBLIC)[absorbed..], true).finish();
        }
        let known = ct::declassify_bytes(&ek[..384 * rows], PUBLIC);
        let mut riding = hash.known(&known[absorbed..], false);
        let elements = &mut matrix[sampled..];
        sampled += sample_beside(
            rejection,
            |inputs| LanesBeside::<128, 4>::new(inputs, &mut riding),
            &seeds,
            sampled,
            elements,
        );
        absorbed = known.len() - riding.waiting();
        hash = riding.known(&[], false);
    }
}

/// Samples elements of Â from index `first` on in all lanes but the first, which a hash has. Returns their number.
fn sample_beside<S: Squeeze<LANES>, const LANES: usize>(
    rejection: Rejection,
    lanes: impl FnOnce([&[u8]; LANES]) -> S,
    seeds: &Seeds<'_>,
    first: usize,
    elements: &mut [NttPoly],
) -> usize {
    let count = elements.len().min(LANES - 1);
    let inputs: [_; LANES] = array::from_fn(|lane| seeds.of(first + lane.clamp(1, count) - 1));
    sample_lanes(rejection, &mut lanes(inputs.each_ref().map(|input| &input[..])), 1, &mut elements[..count]);
    count
}

/// The seeds of the elements of Â.
struct Seeds<'r> {
    rho: &'r [u8; 32],
    k: usize,
    order: Order,
}

impl Seeds<'_> {
    /// Returns ρ ‖ j ‖ i for the element of row i and column j that is stored at `index`.
    fn of(&self, index: usize) -> [u8; 34] {
        // Not by a division, which a scan of the machine code cannot tell from one of a secret.
        let major = (1..self.k).filter(|major| major * self.k <= index).count();
        let (major, minor) = (major as u8, (index - major * self.k) as u8);
        let mut seed = [0; 34];
        seed[..32].copy_from_slice(self.rho);
        [seed[32], seed[33]] = match self.order {
            Order::Rows => [minor, major],
            Order::Columns => [major, minor],
        };
        seed
    }
}

/// Samples elements of Â one after the other.
fn sample_each(rejection: Rejection, seeds: &Seeds<'_>, first: usize, elements: &mut [NttPoly]) {
    for (index, element) in elements.iter_mut().enumerate() {
        let mut hasher = Shake128::new();
        hasher.update(&seeds.of(first + index));
        let mut reader = hasher.finalize();
        let (mut have, mut block) = (0, [0; BLOCK_LEN]);
        while have < N {
            reader.fill(&mut block);
            have = rejection.reject_vartime(&block, &mut element.0, have);
        }
    }
}

/// Samples elements of Â, `LANES` at a time.
fn sample_groups<const LANES: usize>(rejection: Rejection, seeds: &Seeds<'_>, first: usize, elements: &mut [NttPoly])
where
    States<LANES>: Kernels<LANES>,
{
    for (group, elements) in elements.chunks_mut(LANES).enumerate() {
        let first = first + group * LANES;
        let inputs: [_; LANES] = array::from_fn(|lane| seeds.of(first + lane.min(elements.len() - 1)));
        let mut lanes = ShakeLanes::<128, LANES>::new(inputs.each_ref().map(|input| &input[..]));
        sample_lanes(rejection, &mut lanes, 0, elements);
    }
}

/// Samples the matrices of several keys, each in its own lane. Variable time in ρ, which is public.
#[cfg(feature = "alloc")]
pub(super) fn matrices<P: Parameters, const LANES: usize>(
    rhos: [&[u8; 32]; LANES],
    order: Order,
    mut matrices: [&mut [NttPoly]; LANES],
) where
    States<LANES>: Kernels<LANES>,
{
    let rejection = Rejection::choose();
    for index in 0..P::K * P::K {
        let inputs = rhos.map(|rho| Seeds { rho, k: P::K, order }.of(index));
        let mut lanes = ShakeLanes::<128, LANES>::new(inputs.each_ref().map(|input| &input[..]));
        sample_lanes(rejection, &mut lanes, 0, matrices.iter_mut().map(|matrix| &mut matrix[index]));
    }
}

/// Samples an element of Â from each lane from number `first` on, as long as there are elements.
fn sample_lanes<'e, const LANES: usize>(
    rejection: Rejection,
    lanes: &mut impl Squeeze<LANES>,
    first: usize,
    elements: impl IntoIterator<Item = &'e mut NttPoly>,
) {
    let mut elements = elements.into_iter().fuse().map(|element| &mut element.0);
    let mut polys = array::from_fn(|lane| if lane < first { None } else { elements.next() });
    let reject = |bytes: &[u8], poly: &mut [i16; N], have| rejection.reject_vartime(bytes, poly, have);
    fill::<_, LANES, BLOCKS_LEN, BLOCK_LEN>(lanes, &mut [[0; BLOCKS_LEN]; LANES], &mut polys, &reject);
}

/// Calls `each` with PRF_η(s, N), Section 4.1 (4.3), for each N of `nonces`: SHAKE256(s ‖ N).
/// As many whole blocks are computed as 64η bytes need.
pub(super) fn prf(s: &[u8; 32], nonces: Range<usize>, eta: usize, mut each: impl FnMut(usize, &[u8])) {
    match lanes_pay() {
        (true, _) => {
            let mut first = nonces.start;
            while first < nonces.end {
                if nonces.end - first > 4 {
                    prf_group::<8>(s, first..nonces.end.min(first + 8), eta, &mut each);
                    first += 8;
                } else {
                    prf_group::<4>(s, first..nonces.end, eta, &mut each);
                    first += 4;
                }
            }
        }
        (false, true) => {
            for first in nonces.clone().step_by(4) {
                prf_group::<4>(s, first..nonces.end.min(first + 4), eta, &mut each);
            }
        }
        (false, false) => {
            let mut output = [0; 192];
            for nonce in nonces {
                let mut hasher = Shake256::new();
                hasher.update(s);
                hasher.update(&[nonce as u8]);
                let output = &mut output[..64 * eta];
                hasher.finalize().fill(output);
                each(nonce, output);
            }
        }
    }
}

/// [`prf`], and beside it a hash that is not done: three nonces at a time, each in a lane.
pub(super) fn prf_beside(
    s: &[u8; 32],
    nonces: Range<usize>,
    eta: usize,
    hash: &mut Passenger<'_>,
    mut each: impl FnMut(usize, &[u8]),
) {
    let (_, x4_pays) = lanes_pay();
    if !x4_pays || hash.is_done() {
        return prf(s, nonces, eta, each);
    }
    for first in nonces.clone().step_by(3) {
        let inputs: [_; 4] = array::from_fn(|lane| prf_input(s, (first + lane.max(1) - 1).min(nonces.end - 1)));
        let outputs = squeeze_noise(|inputs| LanesBeside::<256, 4>::new(inputs, hash), &inputs, eta);
        for (nonce, output) in (first..nonces.end).zip(&outputs[1..]) {
            each(nonce, &output[..64 * eta]);
        }
    }
}

/// [`prf`] for as many nonces as there are lanes, or fewer.
fn prf_group<const LANES: usize>(s: &[u8; 32], nonces: Range<usize>, eta: usize, each: &mut impl FnMut(usize, &[u8]))
where
    States<LANES>: Kernels<LANES>,
{
    let inputs: [_; LANES] = array::from_fn(|lane| prf_input(s, (nonces.start + lane).min(nonces.end - 1)));
    let outputs = squeeze_noise(ShakeLanes::<256, LANES>::new, &inputs, eta);
    for (nonce, output) in nonces.zip(&outputs) {
        each(nonce, &output[..64 * eta]);
    }
}

/// Calls `each` with a lane, N and PRF_η(s, N) for each N of `nonces`, where each lane has an s of its own.
#[cfg(feature = "alloc")]
pub(super) fn prf_lanes<const LANES: usize>(
    seeds: [&[u8; 32]; LANES],
    nonces: Range<usize>,
    eta: usize,
    mut each: impl FnMut(usize, usize, &[u8]),
) where
    States<LANES>: Kernels<LANES>,
{
    for nonce in nonces {
        let inputs = seeds.map(|s| prf_input(s, nonce));
        for (lane, output) in squeeze_noise(ShakeLanes::<256, LANES>::new, &inputs, eta).iter().enumerate() {
            each(lane, nonce, &output[..64 * eta]);
        }
    }
}

/// Returns s ‖ N.
fn prf_input(s: &[u8; 32], nonce: usize) -> [u8; 33] {
    let mut input = [nonce as u8; 33];
    input[..32].copy_from_slice(s);
    input
}

/// Returns as many whole blocks of SHAKE256 in each lane as 64η bytes need.
#[inline(always)]
fn squeeze_noise<S: Squeeze<LANES>, const LANES: usize>(
    lanes: impl FnOnce([&[u8]; LANES]) -> S,
    inputs: &[[u8; 33]; LANES],
    eta: usize,
) -> [[u8; 2 * 136]; LANES] {
    let mut outputs = [[0; 2 * 136]; LANES];
    let len = if eta == 2 { 136 } else { 2 * 136 };
    lanes(inputs.each_ref().map(|input| &input[..])).squeeze(outputs.each_mut().map(|output| &mut output[..len]));
    outputs
}
