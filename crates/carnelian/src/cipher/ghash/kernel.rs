//! The interface of GHASH and POLYVAL backends, and the one place where a backend is chosen.
//!
//! Both are one function over polynomials over GF(2) modulo P = x¹²⁸ + x¹²⁷ + x¹²⁶ + x¹²¹ + 1, RFC 8452 Section 3, with
//! the product a · b · x⁻¹²⁸. For POLYVAL a block is a little-endian number with the coefficient of xⁱ in bit i; for
//! GHASH it is a big-endian number, and the key is first multiplied by x (Appendix A).

// Only architectures that multiply many blocks in parallel use powers of the key.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]

use super::portable::{self, Holes32, Holes64};
#[cfg(target_arch = "x86_64")]
use super::{x86_avx2, x86_avx2_vpclmul, x86_avx512};
use crate::base::cpu::Tier;
#[cfg(target_arch = "x86_64")]
use crate::base::cpu::{Avx2Vpclmul, Clmul, Vpclmul};
pub(in super::super) use crate::base::lanes::powers::{Element, POWERS, Powers};
use crate::base::memory::{wipe, wipe_stack};
#[cfg(test)]
use crate::base::testing;

/// Bytes in a block.
pub(in super::super) const BLOCK_LEN: usize = 16;
/// One block of the message.
pub(in super::super) type Block = [u8; BLOCK_LEN];
/// Reads the bytes of a block in the order of GHASH.
pub(in super::super) const GHASH: bool = true;
/// Reads the bytes of a block in the order of POLYVAL.
pub(in super::super) const POLYVAL: bool = false;

/// An implementation that this CPU can run.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Backend {
    /// The second token is for single blocks.
    #[cfg(target_arch = "x86_64")]
    Avx512(Vpclmul, Clmul),
    /// The second token is for single blocks.
    #[cfg(target_arch = "x86_64")]
    Avx2Vpclmul(Avx2Vpclmul, Clmul),
    #[cfg(target_arch = "x86_64")]
    Avx2(Clmul),
    Portable64,
    Portable32,
}

impl Backend {
    /// Returns the best backend for this CPU and the tier in force.
    #[inline]
    pub(in super::super) fn choose() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(one) = Clmul::get() {
            return match (Vpclmul::get(), Avx2Vpclmul::get()) {
                (Some(four), _) => Self::Avx512(four, one),
                (None, Some(two)) => Self::Avx2Vpclmul(two, one),
                (None, None) => Self::Avx2(one),
            };
        }
        if Tier::in_force() >= Tier::Portable64 { Self::Portable64 } else { Self::Portable32 }
    }

    pub(in super::super) const fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(..) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2Vpclmul(..) => "avx2-vpclmul",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            Self::Portable64 => "portable64",
            Self::Portable32 => "portable32",
        }
    }
}

impl Backend {
    /// Returns the tokens that it holds, for kernels that combine it with other work.
    #[cfg(target_arch = "x86_64")]
    pub(in super::super) const fn proofs(self) -> (Option<Clmul>, Option<Avx2Vpclmul>, Option<Vpclmul>) {
        match self {
            Self::Avx512(four, one) => (Some(one), None, Some(four)),
            Self::Avx2Vpclmul(two, one) => (Some(one), Some(two), None),
            Self::Avx2(one) => (Some(one), None, None),
            Self::Portable64 | Self::Portable32 => (None, None, None),
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
    /// Returns the key with this H, which is read in the order `ORDER`.
    #[inline]
    pub(in super::super) fn new<const ORDER: bool>(h: &Block) -> Self {
        let mut key = Self::empty();
        key.set::<ORDER>(h);
        key
    }

    /// Returns an empty key, to be [set](Self::set) in place.
    #[inline(always)]
    pub(in super::super) fn empty() -> Self {
        Self { powers: Powers::NONE, backend: Backend::choose() }
    }

    /// Sets the key. Not inlined, so that the parts of the key that it leaves on the stack are in the frame that is
    /// wiped.
    #[inline(never)]
    pub(in super::super) fn set<const ORDER: bool>(&mut self, h: &Block) {
        #[inline(never)]
        fn last_power<const ORDER: bool>(powers: &mut Powers, h: &Block) {
            let mut h = if ORDER { times_x(u128::from_be_bytes(*h)) } else { u128::from_le_bytes(*h) };
            powers.whole[POWERS - 1] = [h as u64, (h >> 64) as u64];
            wipe(core::slice::from_mut(&mut h));
        }
        last_power::<ORDER>(&mut self.powers, h);
        wipe_stack::<128>();
        match self.backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512(four, one) => x86_avx512::make_powers(four, one, &mut self.powers),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2Vpclmul(two, one) => x86_avx2_vpclmul::make_powers(two, one, &mut self.powers),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2(proof) => x86_avx2::make_powers(proof, &mut self.powers),
            Backend::Portable64 | Backend::Portable32 => {}
        }
    }

    /// Returns H.
    #[inline]
    pub(super) fn h(&self) -> &Element {
        &self.powers.whole[POWERS - 1]
    }
}

/// RFC 8452 Appendix A, mulX_POLYVAL.
#[inline(always)]
fn times_x(h: u128) -> u128 {
    let carry = h >> 127;
    h << 1 ^ carry ^ carry << 121 ^ carry << 126 ^ carry << 127
}

impl Drop for Key {
    #[inline]
    fn drop(&mut self) {
        wipe(self.powers.whole.as_flattened_mut());
        wipe(self.powers.shifted.as_flattened_mut());
        wipe(self.powers.folded.as_flattened_mut());
    }
}

/// SP 800-38D Section 6.4, RFC 8452 Section 3: absorbs whole blocks into `sum`, read in the order `ORDER`.
#[inline]
pub(in super::super) fn absorb<const ORDER: bool>(key: &Key, sum: &mut Element, blocks: &[Block]) {
    if blocks.is_empty() {
        return;
    }
    #[cfg(test)]
    testing::ran("ghash absorb", key.backend.name());
    match key.backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(four, one) => x86_avx512::absorb::<ORDER>(four, one, &key.powers, sum, blocks),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2Vpclmul(two, one) => x86_avx2_vpclmul::absorb::<ORDER>(two, one, &key.powers, sum, blocks),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::absorb::<ORDER>(proof, &key.powers, sum, blocks),
        Backend::Portable64 => portable::absorb::<Holes64, ORDER>(key.h(), sum, blocks),
        Backend::Portable32 => portable::absorb::<Holes32, ORDER>(key.h(), sum, blocks),
    }
}

/// RFC 8452 Section 4, S_s: returns POLYVAL of associated data and plaintext, each padded with zeros to whole blocks,
/// and of their lengths in bits, under a key that is used only for them. Computes only as many powers as there are
/// blocks for.
#[inline]
pub(in super::super) fn polyval(h: &Block, associated: &[u8], text: &[u8]) -> u128 {
    let backend = Backend::choose();
    #[cfg(test)]
    testing::ran("polyval", backend.name());
    let message = Message { associated, text };
    let mut sum = [0; 2];
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(four, one) => x86_avx512::polyval(four, one, h, message, &mut sum),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2Vpclmul(two, one) => x86_avx2_vpclmul::polyval(two, one, h, message, &mut sum),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::polyval(proof, h, message, &mut sum),
        Backend::Portable64 => portable::polyval::<Holes64>(h, message, &mut sum),
        Backend::Portable32 => portable::polyval::<Holes32>(h, message, &mut sum),
    }
    u128::from(sum[1]) << 64 | u128::from(sum[0])
}

/// The data that AES-GCM-SIV authenticates.
#[derive(Clone, Copy)]
pub(super) struct Message<'a> {
    pub(super) associated: &'a [u8],
    pub(super) text: &'a [u8],
}

impl Message<'_> {
    /// Returns the number of blocks, not counting that of the lengths.
    pub(super) const fn blocks(self) -> usize {
        self.associated.len().div_ceil(BLOCK_LEN) + self.text.len().div_ceil(BLOCK_LEN)
    }

    /// Returns the lengths of both in bits, as a little-endian number.
    pub(super) const fn lengths(self) -> u128 {
        let (associated, text) = (8 * self.associated.len() as u128, 8 * self.text.len() as u128);
        text << 64 | associated
    }
}
