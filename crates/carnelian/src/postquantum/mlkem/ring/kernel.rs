//! The operations of an ML-KEM backend, and the only place where a backend is chosen.

use super::polynomial::{Factor, NttPoly, Poly};
use crate::base::cpu;
use crate::base::dispatch::{backends, entries};

/// Operations on polynomials. Slices of vectors and matrices have k and k² elements; a matrix is in rows.
pub(crate) trait Kernel: Copy {
    /// Algorithm 9, NTT, of each polynomial. Needs `|f[i]| ≤ q`; returns `|f̂[i]| < 8q`.
    fn ntt(self, f: &[Poly], f_hat: &mut [NttPoly]);

    /// The NTT of each polynomial in the form in which it is multiplied. Needs `|f[i]| ≤ q`.
    fn ntt_factors(self, f: &[Poly], factors: &mut [Factor]);

    /// Returns elements of T_q in the form in which they are multiplied. Needs `|f̂[i]| < 8q`.
    fn factors(self, f_hat: &[NttPoly], factors: &mut [Factor]);

    /// Sets each tᵢ to Σⱼ aᵢⱼ ∘ sⱼ + tᵢ, from 0 to q - 1. Needs |aᵢⱼ| < 2^12, tᵢ as [`ntt`](Self::ntt) returns it.
    fn multiply_add(self, a: &[NttPoly], s: &[Factor], t: &mut [NttPoly]);

    /// Adds NTT⁻¹(Σⱼ aᵢⱼ ∘ yⱼ) to each uᵢ. Needs |aᵢⱼ| < 2^12; what is added is between -q and q.
    fn multiply_add_inverse(self, a: &[NttPoly], y: &[Factor], u: &mut [Poly]);

    /// Reduces coefficients to the range from 0 to q - 1.
    fn reduce(self, f_hat: &mut [NttPoly]);

    /// Algorithm 5, ByteEncode₁₂, of each. Needs `0 ≤ f̂[i] < q`; writes 384 bytes for each.
    fn encode(self, f_hat: &[NttPoly], bytes: &mut [u8]);

    /// Algorithm 6, ByteDecode₁₂, of each, without the reduction modulo q. Reads 384 bytes for each.
    fn decode(self, bytes: &[u8], f_hat: &mut [NttPoly]);

    /// Returns whether all coefficients that [`decode`](Self::decode) reads are below q: the modulus check of
    /// Section 7.2. Variable time; the bytes are public.
    fn is_canonical_vartime(self, bytes: &[u8]) -> bool;

    /// ByteEncode_d(Compress_d(f)) of each, where d is 1, 4, 5, 10 or 11. Needs `|f[i]| < 2q`; writes 32d bytes for each.
    fn compress(self, d: i32, f: &[Poly], bytes: &mut [u8]);

    /// Decompress_d(ByteDecode_d(B)) of each, where d is 4, 5, 10 or 11. Reads 32d bytes for each; `0 ≤ f[i] ≤ q`.
    fn decompress(self, d: i32, bytes: &[u8], f: &mut [Poly]);

    /// Adds Decompress₁(ByteDecode₁(m)) to f.
    fn add_message(self, m: &[u8; 32], f: &mut Poly);

    /// Algorithm 8, SamplePolyCBD_η(B), where η is 2 or 3. Reads 64η bytes.
    fn sample_cbd(self, eta: usize, bytes: &[u8], f: &mut Poly);
}

backends! {$
    /// An implementation that this CPU can run.
    pub(crate) enum Backend {
        x86_64: {
            Avx512(cpu::Avx512) = "avx512",
            Avx2(cpu::Avx2) = "avx2",
        }
        any: { Portable(cpu::Portable) = "portable", }
    }
}

entries! { |kernel| kernel;
    "mlkem":
        fn ntt(f: &[Poly], f_hat: &mut [NttPoly]);
        fn ntt_factors(f: &[Poly], factors: &mut [Factor]);
        fn factors(f_hat: &[NttPoly], factors: &mut [Factor]);
        fn multiply_add(a: &[NttPoly], s: &[Factor], t: &mut [NttPoly]);
        fn multiply_add_inverse(a: &[NttPoly], y: &[Factor], u: &mut [Poly]);
        fn reduce(f_hat: &mut [NttPoly]);
        fn encode(f_hat: &[NttPoly], bytes: &mut [u8]);
        fn decode(bytes: &[u8], f_hat: &mut [NttPoly]);
        fn is_canonical_vartime(bytes: &[u8]) -> bool;
        fn compress(d: i32, f: &[Poly], bytes: &mut [u8]);
        fn decompress(d: i32, bytes: &[u8], f: &mut [Poly]);
        fn add_message(m: &[u8; 32], f: &mut Poly);
        fn sample_cbd(eta: usize, bytes: &[u8], f: &mut Poly);
}
