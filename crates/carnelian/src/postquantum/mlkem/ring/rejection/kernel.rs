//! The operation of a backend of rejection sampling, and the only place where a backend is chosen.

use crate::base::cpu;
use crate::base::dispatch::backends;

/// q of FIPS 203.
pub(super) const Q: i16 = 3329;

/// The coefficients of a polynomial in the NTT domain.
pub(super) type Coefficients = [i16; 256];

/// Rejection sampling. Everything is public, and takes variable time.
pub(super) trait Kernel: Copy {
    /// Steps 5 to 14 of Algorithm 7 for the candidates in `bytes`, numbers of 12 bits: stores those below q from
    /// f̂[`have`] on, and returns the index after the last one, at most 256. `bytes` is a multiple of 24 bytes.
    fn reject_vartime(self, bytes: &[u8], f_hat: &mut Coefficients, have: usize) -> usize;
}

backends! {$
    /// An implementation that this CPU can run.
    pub(crate) enum Rejection {
        x86_64: {
            Avx512Vbmi2(cpu::Avx512IfmaVbmi2) = "avx512-vbmi2",
            Avx2(cpu::Avx2) = "avx2",
        }
        any: { Portable(cpu::Portable) = "portable", }
    }
}

impl Rejection {
    /// [`Kernel::reject_vartime`].
    pub(crate) fn reject_vartime(self, bytes: &[u8], f_hat: &mut Coefficients, have: usize) -> usize {
        dispatch!("mlkem reject", self, |kernel| kernel.reject_vartime(bytes, f_hat, have))
    }
}
