//! Rejection sampling, FIPS 203 Algorithm 7, from bytes that are there: the kernels, and the only place where one is
//! chosen. Everything here is public, and takes variable time.

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_vbmi2;

use super::polynomial::{N, NttPoly};
use crate::base::cpu;
use crate::base::dispatch::backends;

/// The operation of a backend.
trait Kernel: Copy {
    /// Steps 5 to 14 of Algorithm 7 for all candidates in `bytes`, numbers of 12 bits: stores those below q from
    /// f̂\[`have`\] on, and returns the index after the last one, at most 256. `bytes` is a multiple of 24 bytes.
    fn reject_vartime(self, bytes: &[u8], f_hat: &mut NttPoly, have: usize) -> usize;
}

backends! {$
    /// An implementation that this CPU can run.
    pub(in crate::postquantum::mlkem) enum Rejection {
        x86_64: {
            Avx512Vbmi2(cpu::Avx512IfmaVbmi2) = "avx512-vbmi2",
            Avx2(cpu::Avx2) = "avx2",
        }
        any: { Portable(cpu::Portable) = "portable", }
    }
}

impl Rejection {
    /// [`Kernel::reject_vartime`].
    pub(in crate::postquantum::mlkem) fn reject_vartime(self, bytes: &[u8], f_hat: &mut NttPoly, have: usize) -> usize {
        dispatch!("mlkem reject", self, |kernel| kernel.reject_vartime(bytes, f_hat, have))
    }
}

/// The candidates that a vector holds, taken at once.
#[cfg(target_arch = "x86_64")]
trait Step<const LANES: usize>: Copy {
    /// Reads as many candidates as `bytes` has, at most `LANES` and a multiple of sixteen. Stores those below q one
    /// after the other, and then words of no meaning. Returns their number.
    fn accept(self, bytes: &[u8], to: &mut [i16; LANES]) -> usize;
}

/// [`Kernel::reject_vartime`] by steps. A step writes a whole vector, so the last ones go to a place of their own.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn by_steps<const LANES: usize>(proof: impl Step<LANES>, bytes: &[u8], f_hat: &mut NttPoly, have: usize) -> usize {
    let mut steps = bytes.chunks(LANES * 3 / 2);
    let mut count = have;
    while let Some(to) = f_hat.0[count..].first_chunk_mut() {
        let Some(step) = steps.next() else { return count };
        count += proof.accept(step, to);
    }
    let (mut last, mut more) = ([[0; LANES]; 2], 0);
    let free = &mut f_hat.0[count..];
    while more < free.len()
        && let Some(step) = steps.next()
    {
        more += proof.accept(step, last.as_flattened_mut()[more..].first_chunk_mut().expect("fewer than a vector"));
    }
    let taken = more.min(free.len());
    free[..taken].copy_from_slice(&last.as_flattened()[..taken]);
    debug_assert!(count + taken <= N);
    count + taken
}
