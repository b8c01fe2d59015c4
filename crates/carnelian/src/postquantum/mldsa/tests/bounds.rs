//! Nothing overflows, whatever the residues: the algorithms over lanes run over intervals.

use crate::base::lanes::interval::{Intervals, assume, bounds, prove};
use crate::postquantum::lattice::ntt::Tables;
use crate::postquantum::mldsa::ring::lanes::{self, Eight, Row, Sixteen};
use crate::postquantum::mldsa::ring::lanes_52::{self, Eight52};
use crate::postquantum::mldsa::ring::polynomial::{Coefficients, N, NttPoly, Q};

/// Returns the bound of the results of a transform of residues of at most `most` in absolute value.
fn transformed(most: i32, transform: impl Fn((), &Coefficients, &mut Coefficients)) -> i128 {
    let (input, mut output) = ([0; N], [0; N]);
    assume(&input, -most, most);
    transform((), &input, &mut output);
    bounds(&output).magnitude()
}

fn transforms<const W: usize, T: Tables<Row<W>>>() {
    assert!(transformed(Q, lanes::ntt::<W, Intervals<W>, T>) <= (9 * Q).into());
    assert!(transformed(Q, lanes::inverse_ntt::<W, Intervals<W>, T>) < Q.into());
}

#[test]
fn of_transforms() {
    prove(transforms::<8, Eight>);
    prove(transforms::<16, Sixteen>);
}

#[test]
fn of_transforms_with_52_bits() {
    prove(|| {
        assert!(transformed(Q, lanes_52::ntt::<Intervals<8>, Eight52>) <= (5 * Q).into());
        assert!(transformed(Q, lanes_52::inverse_ntt::<Intervals<8>, Eight52>) <= (Q / 2).into());
    });
}

/// The products of verification are the largest: seven of an element of Â and one of ẑ, and one of ĉ and t̂₁.
#[test]
fn of_inner_products() {
    prove(inner_products::<8>);
    prove(inner_products::<16>);
}

fn inner_products<const W: usize>() {
    let (a, z, mut sum) = ([NttPoly::ZERO; 7], [NttPoly::ZERO; 7], NttPoly::ZERO);
    a.iter().for_each(|a| assume(&a.0, -Q, Q));
    z.iter().for_each(|z| assume(&z.0, -9 * Q, 9 * Q));
    for (a, b) in [(&a[..], &z[..]), (&z[..1], &z[..1])] {
        lanes::inner_product::<W, Intervals<W>>((), &mut sum, a, b);
        assert!(bounds(&sum.0).magnitude() <= (Q / 4 * 3).into());
    }
}

/// A bound that is too large by one for the last sum is found.
#[test]
#[should_panic(expected = "is not within -2147483648 to 2147483647")]
fn a_missing_reduction_is_found() {
    prove(|| _ = transformed(Q + (1 << 13), lanes::inverse_ntt::<8, Intervals<8>, Eight>));
}

/// Differences that are too large for a product are found.
#[test]
#[should_panic(expected = "is not within 0 to 4503599627370495")]
fn a_missing_reduction_with_52_bits_is_found() {
    prove(|| _ = transformed(2 * Q, lanes_52::inverse_ntt::<Intervals<8>, Eight52>));
}
