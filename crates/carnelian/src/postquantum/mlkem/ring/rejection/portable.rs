//! Rejection sampling in portable Rust.

use super::kernel::{Coefficients, Kernel, Q};
use crate::base::cpu::Portable;

impl Kernel for Portable {
    /// Two candidates at a time, without a branch on either.
    fn reject_vartime(self, bytes: &[u8], f_hat: &mut Coefficients, have: usize) -> usize {
        // Two places more, so that a candidate can be written after the last one that counts.
        const N: usize = size_of::<Coefficients>() / 2;
        let mut accepted = [0; N + 2];
        let mut count = have;
        for [b0, b1, b2] in bytes.as_chunks().0 {
            if count >= N {
                break;
            }
            let candidates = u32::from_le_bytes([*b0, *b1, *b2, 0]);
            let (d1, d2) = ((candidates & 0xfff) as i16, (candidates >> 12) as i16);
            accepted[count] = d1;
            count += usize::from(d1 < Q);
            accepted[count] = d2;
            count += usize::from(d2 < Q);
        }
        let count = count.min(N);
        f_hat[have..count].copy_from_slice(&accepted[have..count]);
        count
    }
}
