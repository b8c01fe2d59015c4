//! The SHA extensions, as the kernels of hash functions need them.
//!
//! Their instructions have no VEX encoding. If vector registers have nonzero upper halves and VEX-encoded instructions
//! are nearby, each of them takes a hundred nanoseconds. So the kernels are never inlined into code with AVX, are
//! compiled without AVX, and clear the upper halves first; `cargo xtask ct` checks that the machine code keeps to this.
#![allow(unsafe_code)]

use super::{ShaNi, SseShaNi};

/// A proof of the SHA extensions, SSSE3 and SSE4.1.
///
/// # Safety
/// The features of the token in the table of `base::cpu` include these.
pub(crate) unsafe trait ProvesSha: Copy {
    /// Clears the upper halves of the vector registers, which the kernels do not use, if the CPU has them.
    fn clear_upper_halves(self);
}

// SAFETY: the table of `base::cpu` lists these features for the token.
unsafe impl ProvesSha for ShaNi {
    #[inline(always)]
    fn clear_upper_halves(self) {
        // SAFETY: the token proves that the CPU has AVX2, and so AVX. A function compiled without AVX has nothing in
        // upper halves, and its callers lose theirs in any call.
        unsafe { core::arch::asm!("vzeroupper", options(nomem, nostack, preserves_flags)) };
    }
}

/// Without AVX there are no upper halves to be cleared. On a CPU with AVX that is held to this tier, compiled code leaves
/// none in use.
// SAFETY: the table of `base::cpu` lists these features for the token.
unsafe impl ProvesSha for SseShaNi {
    #[inline(always)]
    fn clear_upper_halves(self) {}
}
