//! Sampling of matrices and noise from seeds, with several sponges at once: Algorithms 7 and 8, and PRF of Section 4.1.

use super::parameters::{Array as _, Parameters};
use super::ring::{Backend, Coefficients as _, N, NttPoly};
use crate::base::ct;
use crate::hash::keccak::schedule::{Function, Kernels, Sponges, States, lanes_pay};
use crate::hash::{Sha3_256, Shake128, Shake256};

/// Why encapsulation keys are declassified.
pub(super) const PUBLIC: &str = "an encapsulation key is public";

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

/// A message of at most 3k - 1 blocks of 136 bytes and a part of one, padded: H of an encapsulation key and J of a
/// ciphertext have 3k blocks in every parameter set.
pub(super) struct Chain {
    blocks: [[u8; CHAIN_BLOCK_LEN]; 12],
}

/// The bytes of a block of SHA3-256 and SHAKE256.
const CHAIN_BLOCK_LEN: usize = Function::SHAKE256.block_len();
const _: () = assert!(CHAIN_BLOCK_LEN == Function::SHA3_256.block_len());

impl Chain {
    /// H(ek), Section 4.1 (4.4).
    #[inline(always)]
    pub(super) fn h<P: Parameters>(ek: &[u8]) -> Self {
        Self::new::<P>(&[ek], Function::SHA3_256)
    }

    /// J(z ‖ c), Section 4.1 (4.4).
    #[inline(always)]
    pub(super) fn j<P: Parameters>(z: &[u8; 32], c: &[u8]) -> Self {
        Self::new::<P>(&[z, c], Function::SHAKE256)
    }

    #[inline(always)]
    fn new<P: Parameters>(parts: &[&[u8]], function: Function) -> Self {
        let mut chain = Self { blocks: [[0; CHAIN_BLOCK_LEN]; 12] };
        let bytes = chain.blocks.as_flattened_mut();
        let mut length = 0;
        for part in parts {
            bytes[length..length + part.len()].copy_from_slice(part);
            length += part.len();
        }
        debug_assert_eq!(length / CHAIN_BLOCK_LEN + 1, 3 * P::K);
        function.pad(&mut bytes[..3 * P::K * CHAIN_BLOCK_LEN], length);
        chain
    }
}

/// Samples Â by columns: steps 4 to 8 of Algorithm 14. Variable time in ρ, which is public. Beside it a chain of 3k
/// blocks is hashed, which takes k times as many permutations as a polynomial: the chain is in one lane, and the other
/// lanes sample polynomials.
///
/// For k = 2 and 3 the other lanes of four suffice. For k = 4 the first seven polynomials are sampled in eight lanes.
pub(super) fn matrix_beside<P: Parameters>(
    backend: Backend,
    rho: &[u8; 32],
    chain: &Chain,
    hash: &mut [u8; 32],
    matrix: &mut [NttPoly],
) {
    let seeds = Seeds { rho, k: P::K, order: Order::Columns };
    let (x8_pays, x4_pays) = lanes_pay();
    let mut first = 0;
    if !x4_pays {
        sample_each(backend, &seeds, 0, matrix);
        return Sponges::<1>::new().absorb_one(0, chain.blocks[..3 * P::K].as_flattened(), hash);
    }
    let mut hasher = Sponges::<1>::new();
    for (step, blocks) in chain.blocks[..3 * P::K].as_chunks::<BLOCKS>().0.iter().enumerate() {
        let elements = &mut matrix[first..];
        let room = 3 * (P::K - step);
        first += match x8_pays && elements.len() > room {
            true => sample_beside::<8>(backend, &seeds, first, elements, &mut hasher, blocks),
            false => sample_beside::<4>(backend, &seeds, first, elements, &mut hasher, blocks),
        };
    }
    hasher.absorb_one(0, &[], hash);
    sample_groups::<4>(backend, &seeds, first, &mut matrix[first..]);
}

/// Samples Â by rows, calls `row` with the index and the elements of each and its 384 bytes in ek, and returns H(ek):
/// steps 3 to 7, 18 and 19 of Algorithm 13, and H of Algorithm 16. The other bytes of ek, ρ, have been written.
///
/// The hash of the first rows is computed beside the next ones: of 3k permutations four are left at the end for k = 3
/// and 4, and for k = 2, where four lanes sample the whole matrix at once, all of them.
pub(super) fn rows_and_hash<P: Parameters>(
    backend: Backend,
    ek: &mut [u8],
    hash: &mut [u8; 32],
    mut row: impl FnMut(usize, &[NttPoly], &mut [u8]),
) {
    let (bytes, rho) = ek.split_last_chunk().expect("an encryption key has more bytes than a seed");
    debug_assert_eq!(bytes.len(), 384 * P::K);
    let (rho, mut matrix) = (&{ *rho }, P::Matrix::filled(NttPoly::ZERO));
    let (seeds, matrix) = (Seeds { rho, k: P::K, order: Order::Rows }, matrix.as_mut());
    if lanes_pay() == (false, false) {
        sample_each(backend, &seeds, 0, matrix);
        (0..P::K).for_each(|i| row(i, &matrix[i * P::K..][..P::K], &mut ek[384 * i..][..384]));
        return hash.copy_from_slice(&Sha3_256::digest(ct::declassify_bytes(ek, PUBLIC)));
    }
    let mut hasher = Sponges::<1>::new();
    sample_groups::<4>(backend, &seeds, 0, &mut matrix[..4]);
    let (mut sampled, mut rows, mut absorbed) = (4, 0, 0);
    loop {
        while rows < P::K && (rows + 1) * P::K <= sampled {
            row(rows, &matrix[rows * P::K..][..P::K], &mut ek[384 * rows..][..384]);
            rows += 1;
        }
        let blocks = ct::declassify_bytes(&ek[..384 * rows], PUBLIC).as_chunks::<CHAIN_BLOCK_LEN>().0;
        let blocks = &blocks[absorbed..];
        if rows == P::K {
            return hasher.absorb_one(0, Chain::h::<P>(ek).blocks[absorbed..3 * P::K].as_flattened(), hash);
        }
        let blocks = &blocks[..blocks.len().min(BLOCKS)];
        absorbed += blocks.len();
        sampled += sample_beside::<4>(backend, &seeds, sampled, &mut matrix[sampled..], &mut hasher, blocks);
    }
}

/// Samples elements of Â from index `first` on in all lanes but the first, in which up to three blocks of a chain are
/// absorbed. Returns the number of elements.
fn sample_beside<const LANES: usize>(
    backend: Backend,
    seeds: &Seeds<'_>,
    first: usize,
    elements: &mut [NttPoly],
    hasher: &mut Sponges<1>,
    chain: &[[u8; CHAIN_BLOCK_LEN]],
) -> usize
where
    States<LANES>: Kernels<LANES>,
{
    let count = elements.len().min(LANES - 1);
    let mut sponges = Sponges::<LANES>::new();
    for index in 0..count {
        sponges.add_last(index + 1, Function::SHAKE128, &seeds.of(first + index));
    }
    let mut outputs = [[[0; BLOCK_LEN]; BLOCKS]; LANES];
    // The hash comes to its lane late, so that the lane has permuted nothing else when it leaves.
    let idle = BLOCKS - chain.len();
    for number in 0..BLOCKS {
        if number == idle {
            hasher.copy_to(0, &mut sponges, 0);
        }
        if let Some(block) = number.checked_sub(idle).and_then(|number| chain.get(number)) {
            sponges.add_block(0, block);
        }
        sponges.permute(outputs.each_mut().map(|blocks| &mut blocks[number]));
    }
    if !chain.is_empty() {
        sponges.copy_to(0, hasher, 0);
    }
    for (lane, element) in elements[..count].iter_mut().enumerate() {
        reject(backend, &sponges, lane + 1, &outputs[lane + 1], element);
    }
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
fn sample_each(backend: Backend, seeds: &Seeds<'_>, first: usize, elements: &mut [NttPoly]) {
    for (index, element) in elements.iter_mut().enumerate() {
        let mut hasher = Shake128::new();
        hasher.update(&seeds.of(first + index));
        let mut reader = hasher.finalize();
        let (mut have, mut block) = (0, [0; BLOCK_LEN]);
        while have < N {
            reader.fill(&mut block);
            have = backend.reject_vartime(&block, element, have);
        }
    }
}

/// Samples elements of Â, `LANES` at a time.
fn sample_groups<const LANES: usize>(backend: Backend, seeds: &Seeds<'_>, first: usize, elements: &mut [NttPoly])
where
    States<LANES>: Kernels<LANES>,
{
    for (group, elements) in elements.chunks_mut(LANES).enumerate() {
        let mut sponges = Sponges::<LANES>::new();
        for lane in 0..elements.len() {
            sponges.add_last(lane, Function::SHAKE128, &seeds.of(first + group * LANES + lane));
        }
        sample_lanes(backend, &mut sponges, elements);
    }
}

/// Samples the matrices of several keys, each in its own lane. Variable time in ρ, which is public.
#[cfg(feature = "alloc")]
pub(super) fn matrices<P: Parameters, const LANES: usize>(
    backend: Backend,
    rhos: [&[u8; 32]; LANES],
    order: Order,
    mut matrices: [&mut [NttPoly]; LANES],
) where
    States<LANES>: Kernels<LANES>,
{
    for index in 0..P::K * P::K {
        let mut sponges = Sponges::<LANES>::new();
        for (lane, rho) in rhos.into_iter().enumerate() {
            sponges.add_last(lane, Function::SHAKE128, &Seeds { rho, k: P::K, order }.of(index));
        }
        sample_lanes(backend, &mut sponges, matrices.iter_mut().map(|matrix| &mut matrix[index]));
    }
}

/// Samples an element of Â from each lane, or from the first ones if there are fewer elements.
fn sample_lanes<'e, const LANES: usize>(
    backend: Backend,
    sponges: &mut Sponges<LANES>,
    elements: impl IntoIterator<Item = &'e mut NttPoly>,
) where
    States<LANES>: Kernels<LANES>,
{
    let mut outputs = [[[0; BLOCK_LEN]; BLOCKS]; LANES];
    for number in 0..BLOCKS {
        sponges.permute(outputs.each_mut().map(|blocks| &mut blocks[number]));
    }
    for ((lane, element), output) in elements.into_iter().enumerate().zip(&outputs) {
        reject(backend, sponges, lane, output, element);
    }
}

/// Samples an element of Â from the blocks of a lane, and from more of them in one of a hundred cases.
fn reject<const LANES: usize>(
    backend: Backend,
    sponges: &Sponges<LANES>,
    lane: usize,
    blocks: &[[u8; BLOCK_LEN]; BLOCKS],
    element: &mut NttPoly,
) where
    States<LANES>: Kernels<LANES>,
{
    let have = backend.reject_vartime(blocks.as_flattened(), element, 0);
    if have < N {
        finish(backend, sponges, lane, element, have);
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
    // One more block suffices for all but two polynomials in 10³²; eight suffice for any that will be met.
    let mut blocks = [0; 8 * BLOCK_LEN];
    sponges.continue_shake128(lane, &mut blocks[..BLOCK_LEN]);
    let mut have = backend.reject_vartime(&blocks[..BLOCK_LEN], element, have);
    if have < N {
        sponges.continue_shake128(lane, &mut blocks);
        have = backend.reject_vartime(&blocks[BLOCK_LEN..], element, have);
    }
    assert!(have == N, "SHAKE128 returned eleven blocks with too few numbers below q");
}

/// Calls `each` with PRF_η(s, N), Section 4.1 (4.3), for each N of `nonces`: SHAKE256(s ‖ N).
/// As many whole blocks are computed as 64η bytes need.
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
    for (nonce, output) in nonces.zip(&squeeze_noise(&mut sponges, eta)) {
        each(nonce, &output[..64 * eta]);
    }
}

/// Calls `each` with a lane, N and PRF_η(s, N) for each N of `nonces`, where each lane has an s of its own.
#[cfg(feature = "alloc")]
pub(super) fn prf_lanes<const LANES: usize>(
    seeds: [&[u8; 32]; LANES],
    nonces: core::ops::Range<usize>,
    eta: usize,
    mut each: impl FnMut(usize, usize, &[u8]),
) where
    States<LANES>: Kernels<LANES>,
{
    for nonce in nonces {
        let mut sponges = Sponges::<LANES>::new();
        let mut input = [nonce as u8; 33];
        for (lane, s) in seeds.into_iter().enumerate() {
            input[..32].copy_from_slice(s);
            sponges.add_last(lane, Function::SHAKE256, &input);
        }
        for (lane, output) in squeeze_noise(&mut sponges, eta).iter().enumerate() {
            each(lane, nonce, &output[..64 * eta]);
        }
    }
}

/// Returns as many whole blocks of each lane as 64η bytes need.
#[inline(always)]
fn squeeze_noise<const LANES: usize>(sponges: &mut Sponges<LANES>, eta: usize) -> [[u8; 2 * 136]; LANES]
where
    States<LANES>: Kernels<LANES>,
{
    let mut blocks = [[0; BLOCK_LEN]; LANES];
    let mut outputs = [[0; 2 * 136]; LANES];
    for part in 0..(64 * eta).div_ceil(136) {
        sponges.permute(blocks.each_mut());
        for (output, block) in outputs.iter_mut().zip(&blocks) {
            output[136 * part..][..136].copy_from_slice(&block[..136]);
        }
    }
    outputs
}
