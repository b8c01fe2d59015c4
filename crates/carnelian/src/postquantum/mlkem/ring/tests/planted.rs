//! Faults that the tests of the ring must find: a wrong power of ζ and a swapped lane.

use super::ntt::textbook_ntt;
use crate::postquantum::mlkem::ring::arithmetic;
use crate::postquantum::mlkem::ring::polynomial::{Coefficients as _, N, NttPoly, Poly, Q};
use crate::postquantum::mlkem::ring::tables::{GAMMAS, Layers, Q_INVERSE, ZETAS};

/// Returns whether the NTT with these factors is that of the standard on all basis vectors, and linear: a Montgomery
/// product is, if the second number of a factor is the first times q⁻¹.
fn is_right(layers: &Layers) -> bool {
    layers.is_consistent::<16>()
        && (0..N).all(|i| {
            let mut f = Poly::ZERO;
            f.0[i] = 1;
            let mut f_hat = NttPoly::ZERO;
            arithmetic::ntt::<[i16; 16], 16>((), layers, &f, &mut f_hat);
            f_hat.0.map(|x| i64::from(x.rem_euclid(Q))) == textbook_ntt(&f.0.map(i64::from))
        })
}

#[test]
fn all_factors_are_consistent() {
    assert!(Layers::forward::<16>().is_consistent::<16>() && Layers::inverse::<16>().is_consistent::<16>());
    assert!(Layers::forward::<32>().is_consistent::<32>() && Layers::inverse::<32>().is_consistent::<32>());
    let gammas = GAMMAS[0].map(|gamma| gamma.wrapping_mul(Q_INVERSE));
    assert_eq!(gammas, GAMMAS[1]);
}

#[test]
fn a_wrong_factor_is_found() {
    assert!(is_right(&Layers::forward::<16>()));
    for at in (0..4 * N).step_by(67) {
        let mut layers = Layers::forward::<16>();
        layers.numbers_mut()[at] += 1;
        assert!(!is_right(&layers), "{at}");
        // A consistent pair of another factor.
        let mut layers = Layers::forward::<16>();
        let first = at / 32 * 32 + at % 16;
        let factor = ZETAS[at % 127].factor;
        if layers.numbers_mut()[first] != factor {
            layers.numbers_mut()[first] = factor;
            layers.numbers_mut()[first + 16] = factor.wrapping_mul(Q_INVERSE);
            assert!(!is_right(&layers), "{at}");
        }
    }
}

#[test]
fn swapped_lanes_are_found() {
    for pair in 0..32 {
        for lane in [0, 3, 14] {
            let mut layers = Layers::forward::<16>();
            let numbers = layers.numbers_mut();
            let at = 32 * pair + lane;
            numbers.swap(at, at + 1);
            numbers.swap(at + 16, at + 17);
            if numbers[at] != numbers[at + 1] {
                assert!(!is_right(&layers), "{pair} {lane}");
            }
        }
    }
}
