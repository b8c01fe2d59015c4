//! Coefficients as strings of bits, FIPS 204 Section 7.1, Algorithms 16 to 19.

use super::polynomial::{Coefficients, N};

/// Algorithms 16 and 17, SimpleBitPack(w, b) and BitPack(w, a, b), for `BITS` = bitlen(b) or bitlen(a + b). A number is
/// packed as w, or as b − w if `upper` is b. Needs packed numbers below 2^`BITS`.
#[inline(always)]
pub(in crate::postquantum::mldsa) fn pack<const BITS: usize>(upper: Option<i32>, w: &Coefficients, bytes: &mut [u8]) {
    #[inline(always)]
    fn groups<const BITS: usize, const GROUP: usize>(upper: Option<i32>, w: &Coefficients, bytes: &mut [u8]) {
        for (w, bytes) in w.as_chunks::<GROUP>().0.iter().zip(bytes.chunks_exact_mut(BITS * GROUP / 8)) {
            let mut word = 0u128;
            for (i, w) in w.iter().enumerate() {
                let number = upper.map_or(*w, |upper| upper - *w).cast_unsigned();
                debug_assert!(number >> BITS == 0);
                word |= u128::from(number) << (BITS * i);
            }
            bytes.copy_from_slice(&word.to_le_bytes()[..BITS * GROUP / 8]);
        }
    }
    assert!(bytes.len() == N / 8 * BITS);
    if BITS % 2 == 1 {
        groups::<BITS, 8>(upper, w, bytes);
    } else {
        groups::<BITS, 4>(upper, w, bytes);
    }
}

/// Algorithms 18 and 19, SimpleBitUnpack(v, b) and BitUnpack(v, a, b): the inverse of [`pack`].
#[inline(always)]
pub(in crate::postquantum::mldsa) fn unpack<const BITS: usize>(upper: Option<i32>, bytes: &[u8], w: &mut Coefficients) {
    #[inline(always)]
    fn groups<const BITS: usize, const GROUP: usize>(upper: Option<i32>, bytes: &[u8], w: &mut Coefficients) {
        for (w, bytes) in w.as_chunks_mut::<GROUP>().0.iter_mut().zip(bytes.chunks_exact(BITS * GROUP / 8)) {
            let mut word = [0; 16];
            word[..BITS * GROUP / 8].copy_from_slice(bytes);
            let word = u128::from_le_bytes(word);
            for (i, w) in w.iter_mut().enumerate() {
                let number = ((word >> (BITS * i)) as u32 & ((1 << BITS) - 1)).cast_signed();
                *w = upper.map_or(number, |upper| upper - number);
            }
        }
    }
    assert!(bytes.len() == N / 8 * BITS);
    if BITS % 2 == 1 {
        groups::<BITS, 8>(upper, bytes, w);
    } else {
        groups::<BITS, 4>(upper, bytes, w);
    }
}

/// A packing of the coefficients of a polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    /// w₁ with γ₂ = (q − 1)/88: 0 to 43.
    W1Short,
    /// w₁ with γ₂ = (q − 1)/32: 0 to 15.
    W1Long,
    /// z and y with γ₁ = 2¹⁷.
    Z17,
    /// z and y with γ₁ = 2¹⁹.
    Z19,
    /// t₁: 0 to 2¹⁰ − 1.
    T1,
    /// t₀: −2¹² + 1 to 2¹².
    T0,
    /// s₁ and s₂ with η = 2.
    Eta2,
    /// s₁ and s₂ with η = 4.
    Eta4,
}

/// Packs by a packing: [`pack`].
#[inline(always)]
pub(in crate::postquantum::mldsa) fn pack_by(packing: Packing, w: &Coefficients, bytes: &mut [u8]) {
    match packing {
        Packing::W1Short => pack::<6>(None, w, bytes),
        Packing::W1Long => pack::<4>(None, w, bytes),
        Packing::Z17 => pack::<18>(Some(1 << 17), w, bytes),
        Packing::Z19 => pack::<20>(Some(1 << 19), w, bytes),
        Packing::T1 => pack::<10>(None, w, bytes),
        Packing::T0 => pack::<13>(Some(1 << 12), w, bytes),
        Packing::Eta2 => pack::<3>(Some(2), w, bytes),
        Packing::Eta4 => pack::<4>(Some(4), w, bytes),
    }
}

/// Unpacks by a packing: [`unpack`].
#[inline(always)]
pub(in crate::postquantum::mldsa) fn unpack_by(packing: Packing, bytes: &[u8], w: &mut Coefficients) {
    match packing {
        Packing::W1Short => unpack::<6>(None, bytes, w),
        Packing::W1Long => unpack::<4>(None, bytes, w),
        Packing::Z17 => unpack::<18>(Some(1 << 17), bytes, w),
        Packing::Z19 => unpack::<20>(Some(1 << 19), bytes, w),
        Packing::T1 => unpack::<10>(None, bytes, w),
        Packing::T0 => unpack::<13>(Some(1 << 12), bytes, w),
        Packing::Eta2 => unpack::<3>(Some(2), bytes, w),
        Packing::Eta4 => unpack::<4>(Some(4), bytes, w),
    }
}

impl Packing {
    /// Returns the number of bytes of a packed polynomial.
    pub(in crate::postquantum::mldsa) const fn len(self) -> usize {
        N / 8
            * match self {
                Self::W1Short => 6,
                Self::W1Long | Self::Eta4 => 4,
                Self::Z17 => 18,
                Self::Z19 => 20,
                Self::T1 => 10,
                Self::T0 => 13,
                Self::Eta2 => 3,
            }
    }

    /// Returns the packing of w₁ for a γ₂.
    pub(in crate::postquantum::mldsa) const fn w1(bits: usize) -> Self {
        if bits == 6 { Self::W1Short } else { Self::W1Long }
    }

    /// Returns the packing of z and y for a number of bits.
    pub(in crate::postquantum::mldsa) const fn z(bits: usize) -> Self {
        if bits == 18 { Self::Z17 } else { Self::Z19 }
    }

    /// Returns the packing of s₁ and s₂ for an η.
    pub(in crate::postquantum::mldsa) const fn eta(eta: i32) -> Self {
        if eta == 2 { Self::Eta2 } else { Self::Eta4 }
    }
}
