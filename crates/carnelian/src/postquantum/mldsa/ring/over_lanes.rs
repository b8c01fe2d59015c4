//! The kernel of backends with vectors.

/// Writes a kernel over vectors. Backends differ in the token, the vector, its tables, its number of words, and the number
/// of polynomials that are sampled at once.
macro_rules! kernel_over_lanes {
    ($Token:tt, $Vector:ty, $Tables:ty, $W:literal, $sponges:literal) => {
        impl Kernel for $Token {
            type Arithmetic = Self;

            fn arithmetic(self) -> Self {
                self
            }

            kernels! { proof: $Token;
                fn ntt(self, w: &[Poly], w_hat: &mut [NttPoly]) {
                    align_frame();
                    for (w, w_hat) in w.iter().zip(w_hat) {
                        lanes::ntt::<$W, $Vector, $Tables>(proof, &w.0, &mut w_hat.0);
                    }
                }

                fn inverse_ntt(self, w_hat: &[NttPoly], w: &mut [Poly]) {
                    align_frame();
                    for (w_hat, w) in w_hat.iter().zip(w) {
                        lanes::inverse_ntt::<$W, $Vector, $Tables>(proof, &w_hat.0, &mut w.0);
                    }
                }
            }
        }

        impl Arithmetic for $Token {
            const LANES: usize = $sponges;

            kernels! { proof: $Token;
                fn inner_product(self, sum: &mut NttPoly, a: &[NttPoly], b: &[NttPoly]) {
                    align_frame();
                    lanes::inner_product::<$W, $Vector>(proof, sum, a, b);
                }

                fn add_inner_product(self, sum: &mut NttPoly, a: &[NttPoly], b: &[NttPoly]) {
                    align_frame();
                    lanes::add_inner_product::<$W, $Vector>(proof, sum, a, b);
                }

                fn add(self, a: &mut Poly, b: &Poly, bound: i32) -> i32 {
                    align_frame();
                    rounding::add_all::<1>(&mut a.0, &b.0, bound)
                }

                fn subtract(self, a: &mut Poly, b: &Poly, bound: i32) -> i32 {
                    align_frame();
                    rounding::add_all::<-1>(&mut a.0, &b.0, bound)
                }

                fn exceeds(self, a: &Poly, bound: i32) -> i32 {
                    align_frame();
                    rounding::exceeds(&a.0, bound)
                }

                fn power2round(self, r: &Poly, r1: &mut Poly, r0: &mut Poly) {
                    align_frame();
                    rounding::power2round_all(&r.0, &mut r1.0, &mut r0.0);
                }

                fn decompose(self, gamma2: i32, r: &mut Poly, r1: &mut Poly) {
                    align_frame();
                    rounding::decompose_all(gamma2, &mut r.0, &mut r1.0);
                }

                fn make_hint(self, gamma2: i32, r0: &mut Poly, r1: &Poly) -> i32 {
                    align_frame();
                    rounding::make_hint_all(gamma2, &mut r0.0, &r1.0)
                }

                fn pack(self, packing: Packing, w: &Poly, bytes: &mut [u8]) {
                    align_frame();
                    packing::pack_by(packing, &w.0, bytes);
                }

                fn unpack(self, packing: Packing, bytes: &[u8], w: &mut Poly) {
                    align_frame();
                    lanes::unpack::<$W, $Vector>(proof, packing, bytes, w);
                }

                fn reject_uniform(self, bytes: &[u8], found: &mut Coefficients, count: usize) -> usize {
                    align_frame();
                    lanes::reject_uniform::<$W, $Vector>(proof, bytes, found, count)
                }

                fn reject_bounded(self, eta: i32, bytes: &[u8], found: &mut Coefficients, count: usize) -> usize {
                    align_frame();
                    lanes::reject_bounded::<$W, $Vector>(proof, eta, bytes, found, count)
                }

                fn absorb(self, polys: &[NttPoly], sums: &mut [u32; SUMS]) {
                    align_frame();
                    sums::absorb_all(polys, sums);
                }
            }
        }
    };
}
pub(super) use kernel_over_lanes;
