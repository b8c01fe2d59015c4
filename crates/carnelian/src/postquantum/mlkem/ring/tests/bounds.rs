//! The bounds of the lazy reductions, proved for every input: the arithmetic runs over intervals.

use crate::base::lanes::interval::{Intervals, assume, bounds, prove};
use crate::postquantum::lattice::ntt::Tables;
use crate::postquantum::mlkem::ring::arithmetic;
use crate::postquantum::mlkem::ring::polynomial::{Factor, NttPoly, Poly, Q};
use crate::postquantum::mlkem::ring::tables::{Row, Sixteen, ThirtyTwo};

const WIDE_Q: i128 = Q as i128;

/// Runs the transform and the products at the ends of the ranges that they need, in the order of an encryption with four
/// products.
fn products<T: Tables<Row<W>>, const W: usize>() {
    let (f, mut f_hat) = (Poly::ZERO, NttPoly::ZERO);
    assume(&f.0, -Q, Q);
    arithmetic::ntt::<Intervals<W>, T, W>((), &f, &mut f_hat);
    assert!(bounds(&f_hat.0).magnitude() < 8 * WIDE_Q);

    assume(&f_hat.0, 1 - 8 * WIDE_Q, 8 * WIDE_Q - 1);
    let mut factors = [Factor::ZERO; 4];
    for factor in &mut factors {
        arithmetic::factor::<Intervals<W>, W>((), &f_hat, factor);
        assert!(bounds(&factor.constant).magnitude() < 8 * WIDE_Q);
    }
    let (a, mut product) = ([NttPoly::ZERO; 4], NttPoly::ZERO);
    a.iter().for_each(|a| assume(&a.0, 0, 4095));
    arithmetic::inner_product::<Intervals<W>, W>((), &a, &factors, &mut product);
    assert!(2 * bounds(&product.0).magnitude() <= 9 * WIDE_Q);

    let mut t = NttPoly::ZERO;
    assume(&t.0, 1 - 8 * WIDE_Q, 8 * WIDE_Q - 1);
    arithmetic::add_to_product::<Intervals<W>, W>((), &product, &mut t);
    bounds(&t.0).within(0, Q - 1);
}

/// Adds an inverse transform of coefficients of at most `most` in absolute value.
fn inverse<T: Tables<Row<W>>, const W: usize>(most: i128) {
    let (mut f_hat, mut g) = (NttPoly::ZERO, Poly::ZERO);
    assume(&f_hat.0, -most, most);
    assume(&g.0, -Q, Q);
    arithmetic::add_inverse_ntt::<Intervals<W>, T, W>((), &mut f_hat, &mut g);
    assert!(bounds(&g.0).magnitude() < 2 * WIDE_Q);
}

#[test]
fn no_sum_overflows() {
    prove(products::<Sixteen, 16>);
    prove(products::<ThirtyTwo, 32>);
    prove(|| inverse::<Sixteen, 16>(9 * WIDE_Q / 2));
    prove(|| inverse::<ThirtyTwo, 32>(9 * WIDE_Q / 2));
}

/// The proof finds a reduction that is missing: here of the sums of products.
#[test]
#[should_panic(expected = "is not within -32768 to 32767")]
fn sums_that_are_not_reduced_overflow() {
    prove(|| inverse::<Sixteen, 16>(5 * WIDE_Q));
}
