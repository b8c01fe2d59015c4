//! ML-KEM's polynomials without vectors of the CPU.

use super::kernel::Kernel;
use super::operations;
use super::polynomial::{Factor, NttPoly, Poly};
use super::tables::Sixteen;
use crate::base::cpu::Portable;

/// Sixteen integers, which the compiler puts into vectors where the target has them.
type Lanes = [i16; 16];

impl Kernel for Portable {
    fn ntt(self, f: &[Poly], f_hat: &mut [NttPoly]) {
        operations::ntt::<Lanes, Sixteen, 16>((), f, f_hat);
    }

    fn ntt_factors(self, f: &[Poly], factors: &mut [Factor]) {
        operations::ntt_factors::<Lanes, Sixteen, 16>((), f, factors);
    }

    fn factors(self, f_hat: &[NttPoly], factors: &mut [Factor]) {
        operations::factors::<Lanes, 16>((), f_hat, factors);
    }

    fn multiply_add(self, a: &[NttPoly], s: &[Factor], t: &mut [NttPoly]) {
        operations::multiply_add::<Lanes, 16>((), a, s, t);
    }

    fn multiply_add_inverse(self, a: &[NttPoly], y: &[Factor], u: &mut [Poly]) {
        operations::multiply_add_inverse::<Lanes, Sixteen, 16>((), a, y, u);
    }

    fn reduce(self, f_hat: &mut [NttPoly]) {
        operations::reduce::<Lanes, 16>((), f_hat);
    }

    fn encode(self, f_hat: &[NttPoly], bytes: &mut [u8]) {
        operations::encode::<Lanes, 16>((), f_hat, bytes);
    }

    fn decode(self, bytes: &[u8], f_hat: &mut [NttPoly]) {
        operations::decode::<Lanes, 16>((), bytes, f_hat);
    }

    fn is_canonical_vartime(self, bytes: &[u8]) -> bool {
        operations::is_canonical_vartime::<Lanes, 16>((), bytes)
    }

    fn compress(self, d: i32, f: &[Poly], bytes: &mut [u8]) {
        operations::compress::<Lanes, 16>((), d, f, bytes);
    }

    fn decompress(self, d: i32, bytes: &[u8], f: &mut [Poly]) {
        operations::decompress::<Lanes, 16>((), d, bytes, f);
    }

    fn add_message(self, m: &[u8; 32], f: &mut Poly) {
        operations::add_message::<Lanes, 16>((), m, f);
    }

    fn sample_cbd(self, eta: usize, bytes: &[u8], f: &mut Poly) {
        operations::sample_cbd::<Lanes, 16>((), eta, bytes, f);
    }
}
