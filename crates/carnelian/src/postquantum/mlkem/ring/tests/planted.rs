//! Faults that the tests of the ring must find: a wrong power of ζ, a factor that is not consistent, and swapped lanes.

use super::ntt::textbook_ntt;
use crate::postquantum::lattice::ntt::Tables;
use crate::postquantum::mlkem::ring::arithmetic;
use crate::postquantum::mlkem::ring::polynomial::{N, NttPoly, Poly, Q};
use crate::postquantum::mlkem::ring::tables::{FORWARD, GAMMAS, Q_INVERSE, Row, Sixteen, ThirtyTwo};
use std::boxed::Box;
use std::cell::Cell;
use std::sync::Mutex;
use std::vec::Vec;

/// The tables for sixteen integers, with the [`FAULT`] of this thread.
#[derive(Clone, Copy)]
struct Planted;

std::thread_local! {
    /// The layer and the pair that have other factors, in the NTT.
    static FAULT: Cell<Option<(usize, usize, Row<16>)>> = const { Cell::new(None) };
}

impl Tables<Row<16>> for Planted {
    fn forward(layer: usize, pair: usize) -> Row<16> {
        match FAULT.get() {
            Some((at_layer, at_pair, row)) if (at_layer, at_pair) == (layer, pair) => row,
            _ => Sixteen::forward(layer, pair),
        }
    }

    fn inverse(layer: usize, pair: usize) -> Row<16> {
        Sixteen::inverse(layer, pair)
    }
}

/// Returns factors that live on, and that a search for leaks finds in use.
fn kept(row: [[i16; 16]; 2]) -> Row<16> {
    static ROWS: Mutex<Vec<&[[i16; 16]; 2]>> = Mutex::new(Vec::new());
    let row: &'static _ = Box::leak(Box::new(row));
    ROWS.lock().expect("no thread has panicked with it").push(row);
    row.each_ref()
}

/// Returns whether each second number is the first times q⁻¹ modulo 2^16, which makes a Montgomery product linear.
fn is_consistent<const W: usize>([factors, times_q_inverse]: Row<W>) -> bool {
    factors.map(|factor| factor.wrapping_mul(Q_INVERSE)) == *times_q_inverse
}

/// Returns whether the NTT with the planted factors is that of the standard on all basis vectors.
fn is_right() -> bool {
    (0..N).all(|i| {
        let mut f = Poly::ZERO;
        f.0[i] = 1;
        let mut f_hat = NttPoly::ZERO;
        arithmetic::ntt::<[i16; 16], Planted, 16>((), &f, &mut f_hat);
        f_hat.0.map(|x| i64::from(x.rem_euclid(Q))) == textbook_ntt(&f.0.map(i64::from))
    })
}

/// Returns whether the tests find other factors of a layer and a pair.
fn is_found(layer: usize, pair: usize, row: [[i16; 16]; 2]) -> bool {
    let row = kept(row);
    FAULT.set(Some((layer, pair, row)));
    let is_found = !is_consistent(row) || !is_right();
    FAULT.set(None);
    is_found
}

/// The layers and pairs of the tables for `W` integers.
fn places<const W: usize>() -> impl Iterator<Item = (usize, usize)> {
    (1..=4).flat_map(|layer| (0..N / (2 * W)).map(move |pair| (layer, pair)))
}

#[test]
fn all_factors_are_consistent() {
    for (layer, pair) in places::<16>() {
        assert!(is_consistent(Sixteen::forward(layer, pair)) && is_consistent(Sixteen::inverse(layer, pair)));
    }
    for (layer, pair) in places::<32>() {
        assert!(is_consistent(ThirtyTwo::forward(layer, pair)) && is_consistent(ThirtyTwo::inverse(layer, pair)));
    }
    let gammas = GAMMAS[0].map(|gamma| gamma.wrapping_mul(Q_INVERSE));
    assert_eq!(gammas, GAMMAS[1]);
}

#[test]
fn a_wrong_factor_is_found() {
    assert!(is_right());
    for (number, (layer, pair)) in places::<16>().enumerate() {
        let lane = (layer + 3 * pair) % 16;
        let right = Sixteen::forward(layer, pair).map(|numbers| *numbers);
        let mut row = right;
        row[number % 2][lane] += 1;
        assert!(is_found(layer, pair, row), "{layer} {pair}");
        // A consistent pair of another factor.
        let mut row = right;
        row[0][lane] = FORWARD[1 + (67 * number) % 126].factor;
        row[1][lane] = row[0][lane].wrapping_mul(Q_INVERSE);
        assert!(row == right || is_found(layer, pair, row), "{layer} {pair}");
    }
}

#[test]
fn swapped_lanes_are_found() {
    for (layer, pair) in places::<16>() {
        for lane in [0, 3, 14] {
            let right = Sixteen::forward(layer, pair).map(|numbers| *numbers);
            let mut row = right;
            row.iter_mut().for_each(|numbers| numbers.swap(lane, lane + 1));
            assert!(row == right || is_found(layer, pair, row), "{layer} {pair} {lane}");
        }
    }
}
