//! The operations of an ML-DSA backend, and the only place where a backend is chosen.
//!
//! All of them take constant time, except for the samplers, whose time and memory accesses depend on which candidates
//! are accepted.

use super::packing::Packing;
use super::polynomial::{Coefficients, NttPoly, Poly};
use super::sums::SUMS;
use crate::base::cpu;
use crate::base::dispatch::{backends, entries};

/// The transforms of whole polynomials.
pub(crate) trait Kernel: Copy {
    /// The implementation of everything else. Backends that differ only in the transforms share it.
    type Arithmetic: Arithmetic;

    /// Returns its token.
    fn arithmetic(self) -> Self::Arithmetic;

    /// Algorithm 41, NTT(w), for each polynomial. Needs `|w[i]| ≤ q`; returns `|ŵ[i]| ≤ 9q`.
    fn ntt(self, w: &[Poly], w_hat: &mut [NttPoly]);

    /// Algorithm 42, NTT⁻¹(ŵ), for each polynomial, times 2³², which products by
    /// [`inner_product`](Arithmetic::inner_product) lack. Needs |ŵ[i]| ≤ q; returns |w[i]| < q.
    fn inverse_ntt(self, w_hat: &[NttPoly], w: &mut [Poly]);
}

/// The other operations on whole polynomials.
pub(crate) trait Arithmetic: Copy {
    /// The number of polynomials that are sampled at once: 1, 4 or 8.
    const LANES: usize;

    /// Sets `sum` to `Σ a[j]∘b[j]·2⁻³²`. Needs `Σ |a[j][i]·b[j][i]| ≤ 128q²`; returns `|sum[i]| ≤ 3q/4`.
    fn inner_product(self, sum: &mut NttPoly, a: &[NttPoly], b: &[NttPoly]);

    /// Adds `Σ a[j]∘b[j]·2⁻³²` to `sum`. Needs `|sum[i]| ≤ q` and `Σ |a[j][i]·b[j][i]| ≤ 128q²`; returns
    /// `|sum[i]| ≤ 3q/4`.
    fn add_inner_product(self, sum: &mut NttPoly, a: &[NttPoly], b: &[NttPoly]);

    /// Adds `b` to `a` and reduces the sums, so that those of at most 2²⁰ in absolute value are the smallest residues.
    /// Returns zero if all are below `bound` in absolute value. Needs `|a[i]| ≤ q` and `|b[i]| ≤ q`.
    fn add(self, a: &mut Poly, b: &Poly, bound: i32) -> i32;

    /// Like [`add`](Self::add), but subtracts `b`.
    fn subtract(self, a: &mut Poly, b: &Poly, bound: i32) -> i32;

    /// Returns zero if all residues are below `bound`, which is at most 2²⁰, in absolute value. Needs `|a[i]| ≤ q`.
    fn exceeds(self, a: &Poly, bound: i32) -> i32;

    /// Algorithm 35, Power2Round(r), for each coefficient. Needs `|r[i]| < q`.
    fn power2round(self, r: &Poly, r1: &mut Poly, r0: &mut Poly);

    /// Algorithm 36, Decompose(r), for each coefficient: r₀ replaces r. Needs `|r[i]| < q`.
    fn decompose(self, gamma2: i32, r: &mut Poly, r1: &mut Poly);

    /// [`make_hint`](super::rounding::make_hint) for each coefficient of `r0` and `r1`: the hints replace `r0`.
    /// Returns the number of ones. Needs `|r0[i]| ≤ q`.
    fn make_hint(self, gamma2: i32, r0: &mut Poly, r1: &Poly) -> i32;

    /// Algorithms 16 and 17, SimpleBitPack and BitPack. Needs coefficients in the range of the packing.
    fn pack(self, packing: Packing, w: &Poly, bytes: &mut [u8]);

    /// Algorithms 18 and 19, SimpleBitUnpack and BitUnpack.
    fn unpack(self, packing: Packing, bytes: &[u8], w: &mut Poly);

    /// Algorithm 14, CoeffFromThreeBytes, for each three of `bytes`: appends to the first `count` elements of `found`
    /// the numbers below q, until it is full. Returns the new count. Takes public bytes only.
    fn reject_uniform(self, bytes: &[u8], found: &mut Coefficients, count: usize) -> usize;

    /// Algorithm 15, CoeffFromHalfByte, for both halves of each of `bytes`: appends to the first `count` elements of
    /// `found` the accepted ones, until it is full. Returns the new count. Which halves are accepted is not secret.
    fn reject_bounded(self, eta: i32, bytes: &[u8], found: &mut Coefficients, count: usize) -> usize;

    /// Adds polynomials to a checksum: see [`sums`](super::sums).
    fn absorb(self, polys: &[NttPoly], sums: &mut [u32; SUMS]);
}

backends! {$
    /// An implementation that this CPU can run.
    pub(crate) enum Backend {
        x86_64: {
            Ifma((cpu::Avx512, cpu::Avx512Ifma)) = "avx512-ifma",
            Avx512(cpu::Avx512) = "avx512",
            Avx2(cpu::Avx2) = "avx2",
        }
        any: { Portable(cpu::Portable) = "portable", }
    }
}

impl Backend {
    /// [`Arithmetic::LANES`].
    pub(crate) fn lanes(self) -> usize {
        fn of<A: Arithmetic>(_: A) -> usize {
            A::LANES
        }
        dispatch!(self, |kernel| of(kernel.arithmetic()))
    }
}

entries! { |kernel| kernel;
    "mldsa ntt": fn ntt(w: &[Poly], w_hat: &mut [NttPoly]);
    "mldsa inverse_ntt": fn inverse_ntt(w_hat: &[NttPoly], w: &mut [Poly]);
}

entries! { |kernel| kernel.arithmetic();
    "mldsa inner_product": fn inner_product(sum: &mut NttPoly, a: &[NttPoly], b: &[NttPoly]);
    "mldsa add_inner_product": fn add_inner_product(sum: &mut NttPoly, a: &[NttPoly], b: &[NttPoly]);
    "mldsa add": fn add(a: &mut Poly, b: &Poly, bound: i32) -> i32;
    "mldsa subtract": fn subtract(a: &mut Poly, b: &Poly, bound: i32) -> i32;
    "mldsa exceeds": fn exceeds(a: &Poly, bound: i32) -> i32;
    "mldsa power2round": fn power2round(r: &Poly, r1: &mut Poly, r0: &mut Poly);
    "mldsa decompose": fn decompose(gamma2: i32, r: &mut Poly, r1: &mut Poly);
    "mldsa make_hint": fn make_hint(gamma2: i32, r0: &mut Poly, r1: &Poly) -> i32;
    "mldsa pack": fn pack(packing: Packing, w: &Poly, bytes: &mut [u8]);
    "mldsa unpack": fn unpack(packing: Packing, bytes: &[u8], w: &mut Poly);
    "mldsa reject_uniform": fn reject_uniform(bytes: &[u8], found: &mut Coefficients, count: usize) -> usize;
    "mldsa reject_bounded": fn reject_bounded(eta: i32, bytes: &[u8], found: &mut Coefficients, count: usize) -> usize;
    "mldsa absorb": fn absorb(polys: &[NttPoly], sums: &mut [u32; SUMS]);
}
