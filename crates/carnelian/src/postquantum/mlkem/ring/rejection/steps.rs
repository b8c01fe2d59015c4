//! Rejection sampling by steps of as many candidates as a vector holds.

use super::kernel::Coefficients;

/// The candidates that a vector holds, taken at once.
pub(super) trait Step<const LANES: usize>: Copy {
    /// Reads as many candidates as `bytes` has, at most `LANES` and a multiple of sixteen. Stores those below q one
    /// after the other, and then words of no meaning. Returns their number.
    fn accept(self, bytes: &[u8], to: &mut [i16; LANES]) -> usize;
}

/// [`Kernel::reject_vartime`](super::kernel::Kernel::reject_vartime) by steps. A step writes a whole vector, so the last
/// ones go to a place of their own.
#[inline(always)]
pub(super) fn by_steps<const LANES: usize>(
    proof: impl Step<LANES>,
    bytes: &[u8],
    f_hat: &mut Coefficients,
    have: usize,
) -> usize {
    let mut steps = bytes.chunks(LANES * 3 / 2);
    let mut count = have;
    while let Some(to) = f_hat[count..].first_chunk_mut() {
        let Some(step) = steps.next() else { return count };
        count += proof.accept(step, to);
    }
    let (mut last, mut more) = ([[0; LANES]; 2], 0);
    let free = &mut f_hat[count..];
    while more < free.len()
        && let Some(step) = steps.next()
    {
        more += proof.accept(step, last.as_flattened_mut()[more..].first_chunk_mut().expect("fewer than a vector"));
    }
    let taken = more.min(free.len());
    free[..taken].copy_from_slice(&last.as_flattened()[..taken]);
    count + taken
}
