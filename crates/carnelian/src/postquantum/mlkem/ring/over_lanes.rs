//! The kernel of backends with vectors.

/// Writes a kernel over vectors. Backends differ in the token, the vector, its tables and its number of integers.
macro_rules! kernel_over_lanes {
    ($Token:tt, $Lanes:ty, $Tables:ty, $W:literal) => {
        impl Kernel for $Token {
            kernels! { proof: $Token;
                fn ntt(self, f: &[Poly], f_hat: &mut [NttPoly]) {
                    align_frame();
                    operations::ntt::<$Lanes, $Tables, $W>(proof, f, f_hat);
                }

                fn ntt_factors(self, f: &[Poly], factors: &mut [Factor]) {
                    align_frame();
                    operations::ntt_factors::<$Lanes, $Tables, $W>(proof, f, factors);
                }

                fn factors(self, f_hat: &[NttPoly], factors: &mut [Factor]) {
                    align_frame();
                    operations::factors::<$Lanes, $W>(proof, f_hat, factors);
                }

                fn multiply_add(self, a: &[NttPoly], s: &[Factor], t: &mut [NttPoly]) {
                    align_frame();
                    operations::multiply_add::<$Lanes, $W>(proof, a, s, t);
                }

                fn multiply_add_inverse(self, a: &[NttPoly], y: &[Factor], u: &mut [Poly]) {
                    align_frame();
                    operations::multiply_add_inverse::<$Lanes, $Tables, $W>(proof, a, y, u);
                }

                fn reduce(self, f_hat: &mut [NttPoly]) {
                    align_frame();
                    operations::reduce::<$Lanes, $W>(proof, f_hat);
                }

                fn encode(self, f_hat: &[NttPoly], bytes: &mut [u8]) {
                    align_frame();
                    operations::encode::<$Lanes, $W>(proof, f_hat, bytes);
                }

                fn decode(self, bytes: &[u8], f_hat: &mut [NttPoly]) {
                    align_frame();
                    operations::decode::<$Lanes, $W>(proof, bytes, f_hat);
                }

                fn is_canonical_vartime(self, bytes: &[u8]) -> bool {
                    align_frame();
                    operations::is_canonical_vartime::<$Lanes, $W>(proof, bytes)
                }

                fn compress(self, d: i32, f: &[Poly], bytes: &mut [u8]) {
                    align_frame();
                    operations::compress::<$Lanes, $W>(proof, d, f, bytes);
                }

                fn decompress(self, d: i32, bytes: &[u8], f: &mut [Poly]) {
                    align_frame();
                    operations::decompress::<$Lanes, $W>(proof, d, bytes, f);
                }

                fn add_message(self, m: &[u8; 32], f: &mut Poly) {
                    align_frame();
                    operations::add_message::<$Lanes, $W>(proof, m, f);
                }

                fn sample_cbd(self, eta: usize, bytes: &[u8], f: &mut Poly) {
                    align_frame();
                    operations::sample_cbd::<$Lanes, $W>(proof, eta, bytes, f);
                }
            }
        }
    };
}
pub(super) use kernel_over_lanes;
