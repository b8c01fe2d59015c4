//! The interface of GHASH and POLYVAL backends, and the one place where a backend is chosen.
//!
//! Both are one function over polynomials over GF(2) modulo P = x¹²⁸ + x¹²⁷ + x¹²⁶ + x¹²¹ + 1, RFC 8452 Section 3, with
//! the product a · b · x⁻¹²⁸. For POLYVAL a block is a little-endian number with the coefficient of xⁱ in bit i; for
//! GHASH it is a big-endian number, and the key is first multiplied by x (Appendix A).

// Only architectures that multiply many blocks in parallel use powers of the key.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]

use super::function::Function;
use crate::base::cpu;
use crate::base::dispatch::backends;
pub(in super::super) use crate::base::lanes::u128::powers::{Element, POWERS, Powers};
use crate::base::memory::{wipe, wipe_stack};

/// Bytes in a block.
pub(in super::super) const BLOCK_LEN: usize = 16;
/// One block of the message.
pub(in super::super) type Block = [u8; BLOCK_LEN];

/// GHASH and POLYVAL.
pub(super) trait Kernel: Copy {
    /// Computes the powers of H that the backend needs from H, the last one.
    #[inline]
    fn make_powers(self, _powers: &mut Powers) {}

    /// SP 800-38D Section 6.4, RFC 8452 Section 3: absorbs whole blocks, at least one, into `sum`.
    fn absorb<F: Function>(self, powers: &Powers, sum: &mut Element, blocks: &[Block]);

    /// Writes POLYVAL of a whole message to `sum`, which is zero.
    fn polyval(self, h: &Block, message: Message<'_>, sum: &mut Element);
}

backends! {$
    /// An implementation that this CPU can run.
    pub(crate) enum Backend {
        x86_64: {
            Avx512(cpu::Vpclmul) = "avx512",
            Avx2Vpclmul(cpu::Avx2Vpclmul) = "avx2-vpclmul",
            Avx2(cpu::Clmul) = "avx2",
            SseClmul(cpu::SseClmul) = "sse-clmul",
        }
        any: {
            Portable64(cpu::Portable64) = "portable64",
            Portable32(cpu::Portable32) = "portable32",
        }
    }
}

/// A key, with what its backend computes from it: the backend that was the best when the key was created.
#[derive(Clone)]
pub(in super::super) struct Key {
    pub(in super::super) powers: Powers,
    pub(in super::super) backend: Backend,
}

impl Key {
    /// Returns the key with this H, for the function `F`.
    #[inline]
    pub(in super::super) fn new<F: Function>(h: &Block) -> Self {
        let mut key = Self::empty();
        key.set::<F>(h);
        key
    }

    /// Returns an empty key, to be [set](Self::set) in place.
    #[inline(always)]
    pub(in super::super) fn empty() -> Self {
        Self::place_for(Backend::choose())
    }

    /// Returns an empty key of this backend.
    #[inline(always)]
    pub(in super::super) fn place_for(backend: Backend) -> Self {
        Self { powers: Powers::NONE, backend }
    }

    /// Sets the key. Not inlined, so that the parts of the key that it leaves on the stack are in the frame that is
    /// wiped.
    #[inline(never)]
    pub(in super::super) fn set<F: Function>(&mut self, h: &Block) {
        #[inline(never)]
        fn last_power<F: Function>(powers: &mut Powers, h: &Block) {
            let mut h = F::multiplier(F::number(*h));
            powers.whole[POWERS - 1] = [h as u64, (h >> 64) as u64];
            wipe(core::slice::from_mut(&mut h));
        }
        last_power::<F>(&mut self.powers, h);
        wipe_stack::<128>();
        dispatch!(self.backend, |kernel| kernel.make_powers(&mut self.powers));
    }
}

impl Drop for Key {
    #[inline]
    fn drop(&mut self) {
        wipe(self.powers.whole.as_flattened_mut());
        wipe(self.powers.shifted.as_flattened_mut());
        wipe(self.powers.folded.as_flattened_mut());
    }
}

/// [`Kernel::absorb`], of any number of blocks.
#[inline]
pub(in super::super) fn absorb<F: Function>(key: &Key, sum: &mut Element, blocks: &[Block]) {
    if !blocks.is_empty() {
        dispatch!("ghash absorb", key.backend, |kernel| kernel.absorb::<F>(&key.powers, sum, blocks));
    }
}

/// RFC 8452 Section 4, S_s: returns POLYVAL of associated data and plaintext, each padded with zeros to whole blocks,
/// and of their lengths in bits, under a key that is used only for them. Computes only as many powers as there are
/// blocks for.
#[inline]
pub(in super::super) fn polyval(h: &Block, aad: &[u8], text: &[u8]) -> u128 {
    let (message, mut sum) = (Message { aad, text }, [0; 2]);
    dispatch!("polyval", Backend::choose(), |kernel| kernel.polyval(h, message, &mut sum));
    u128::from(sum[1]) << 64 | u128::from(sum[0])
}

/// The data that AES-GCM-SIV authenticates.
#[derive(Clone, Copy)]
pub(super) struct Message<'a> {
    pub(super) aad: &'a [u8],
    pub(super) text: &'a [u8],
}

impl Message<'_> {
    /// Returns the number of blocks, not counting that of the lengths.
    pub(super) const fn blocks(self) -> usize {
        self.aad.len().div_ceil(BLOCK_LEN) + self.text.len().div_ceil(BLOCK_LEN)
    }

    /// Returns the lengths of both in bits, as a little-endian number.
    pub(super) const fn lengths(self) -> u128 {
        let (aad, text) = (8 * self.aad.len() as u128, 8 * self.text.len() as u128);
        text << 64 | aad
    }
}
