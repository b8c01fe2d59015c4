//! Sampling of matrices and noise from seeds, with several sponges at once: Algorithms 7 and 8, and PRF of Section 4.1.

use super::kernel::Backend;
use super::parameters::{Array as _, Parameters};
use super::polynomial::{Coefficients as _, N, NttPoly};
use crate::base::memory::wipe;
use crate::hash::keccak::schedule::{Function, Kernels, Sponges, States, lanes_pay};
use crate::hash::{Shake128, Shake256};

/// The bytes of a block of SHAKE128.
const BLOCK_LEN: usize = Sponges::<4>::BLOCK_LEN;
/// The blocks from which a polynomial is sampled at once: 336 candidates, which suffice for all but one in a hundred.
const BLOCKS: usize = 3;

/// The order of the elements of Â.
#[derive(Clone, Copy)]
pub(super) enum Order {
    /// By rows, for the generation of keys.
    Rows,
    /// By columns, for encryption, which multiplies by the transposed matrix.
    Columns,
}

/// Samples Â: steps 3 to 7 of Algorithm 13, and 4 to 8 of Algorithm 14. Variable time in ρ, which is public.
pub(super) fn matrix<P: Parameters>(backend: Backend, rho: &[u8; 32], order: Order) -> P::Matrix<NttPoly> {
    let mut matrix = P::Matrix::filled(NttPoly::ZERO);
    let seeds = Seeds { rho, k: P::K, order };
    match lanes_pay() {
        (true, _) => sample_groups::<8>(backend, &seeds, matrix.as_mut()),
        (false, true) => sample_groups::<4>(backend, &seeds, matrix.as_mut()),
        (false, false) => sample_each(backend, &seeds, matrix.as_mut()),
    }
    matrix
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
        let (major, minor) = ((index / self.k) as u8, (index % self.k) as u8);
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
fn sample_each(backend: Backend, seeds: &Seeds<'_>, elements: &mut [NttPoly]) {
    for (index, element) in elements.iter_mut().enumerate() {
        let mut hasher = Shake128::new();
        hasher.update(&seeds.of(index));
        let mut reader = hasher.finalize();
        let (mut have, mut block) = (0, [0; BLOCK_LEN]);
        while have < N {
            reader.fill(&mut block);
            have = backend.reject_vartime(&block, element, have);
        }
    }
}

/// Samples elements of Â, `LANES` at a time.
fn sample_groups<const LANES: usize>(backend: Backend, seeds: &Seeds<'_>, elements: &mut [NttPoly])
where
    States<LANES>: Kernels<LANES>,
{
    for (group, elements) in elements.chunks_mut(LANES).enumerate() {
        let mut sponges = Sponges::<LANES>::new();
        for lane in 0..elements.len() {
            sponges.add_last(lane, Function::SHAKE128, &seeds.of(group * LANES + lane));
        }
        let mut blocks = [[[0; BLOCK_LEN]; LANES]; BLOCKS];
        for blocks in &mut blocks {
            sponges.permute(blocks);
        }
        for (lane, element) in elements.iter_mut().enumerate() {
            let mut have = 0;
            for blocks in &blocks {
                have = backend.reject_vartime(&blocks[lane], element, have);
            }
            if have < N {
                finish(backend, &sponges, lane, element, have);
            }
        }
    }
}

/// Continues a polynomial for which the first blocks did not suffice.
#[cold]
fn finish<const LANES: usize>(
    backend: Backend,
    sponges: &Sponges<LANES>,
    lane: usize,
    element: &mut NttPoly,
    have: usize,
) where
    States<LANES>: Kernels<LANES>,
{
    // Each attempt starts again, with one block more: more than one is needed once in 10^20 polynomials.
    let mut have = have;
    let mut blocks = [0; 8 * BLOCK_LEN];
    sponges.continue_shake128(lane, &mut blocks);
    have = backend.reject_vartime(&blocks, element, have);
    assert!(have == N, "SHAKE128 returned eleven blocks with too few numbers below q");
}

/// Calls `each` with PRF_η(s, N), Section 4.1 (4.3), for each N of `nonces`: SHAKE256(s ‖ N), of which as many whole
/// blocks are computed as 64η bytes need.
pub(super) fn prf(s: &[u8; 32], nonces: core::ops::Range<usize>, eta: usize, mut each: impl FnMut(usize, &[u8])) {
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
            wipe(&mut output);
        }
    }
}

/// [`prf`] for as many nonces as there are lanes, or fewer.
fn prf_group<const LANES: usize>(
    s: &[u8; 32],
    nonces: core::ops::Range<usize>,
    eta: usize,
    each: &mut impl FnMut(usize, &[u8]),
) where
    States<LANES>: Kernels<LANES>,
{
    let mut sponges = Sponges::<LANES>::new();
    let mut input = [0; 33];
    input[..32].copy_from_slice(s);
    for (lane, nonce) in nonces.clone().enumerate() {
        input[32] = nonce as u8;
        sponges.add_last(lane, Function::SHAKE256, &input);
    }
    wipe(&mut input);
    let mut blocks = [[0; BLOCK_LEN]; LANES];
    let mut outputs = [[0; 2 * 136]; LANES];
    for part in 0..(64 * eta).div_ceil(136) {
        sponges.permute(&mut blocks);
        for (output, block) in outputs.iter_mut().zip(&blocks) {
            output[136 * part..][..136].copy_from_slice(&block[..136]);
        }
    }
    for (nonce, output) in nonces.zip(&outputs) {
        each(nonce, &output[..64 * eta]);
    }
    wipe(blocks.as_flattened_mut());
    wipe(outputs.as_flattened_mut());
}
