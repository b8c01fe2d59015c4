//! Faults that the tests of the NTT must find: a wrong power of ζ, a factor that is not consistent, and swapped lanes.
//! A missing reduction is planted in `bounds`.

use super::textbook;
use crate::postquantum::lattice::ntt::Tables;
use crate::postquantum::mldsa::ring::lanes::{self, Eight, Row};
use crate::postquantum::mldsa::ring::lanes_52::{self, Eight52, Row52};
use crate::postquantum::mldsa::ring::polynomial::{N, Q};
use core::any::Any;
use std::boxed::Box;
use std::cell::Cell;
use std::sync::Mutex;
use std::vec::Vec;

/// The factors of a layer for a pair of vectors.
type Factors = Row<8>;

/// The tables for eight words, with the [`FAULT`] of this thread.
#[derive(Clone, Copy)]
struct Planted;

/// The tables for eight words of 64 bits, with the [`FAULT_52`] of this thread.
#[derive(Clone, Copy)]
struct Planted52;

std::thread_local! {
    /// The layer and the pair that have other factors, in both directions.
    static FAULT: Cell<Option<(usize, usize, Factors)>> = const { Cell::new(None) };
    /// The same for products of 52 bits.
    static FAULT_52: Cell<Option<(usize, usize, Row52)>> = const { Cell::new(None) };
}

impl Tables<Factors> for Planted {
    fn forward(layer: usize, pair: usize) -> Factors {
        planted(layer, pair, Eight::forward)
    }

    fn inverse(layer: usize, pair: usize) -> Factors {
        planted(layer, pair, Eight::inverse)
    }
}

impl Tables<Row52> for Planted52 {
    fn forward(layer: usize, pair: usize) -> Row52 {
        planted_52(layer, pair, Eight52::forward)
    }

    fn inverse(layer: usize, pair: usize) -> Row52 {
        planted_52(layer, pair, Eight52::inverse)
    }
}

fn planted_52(layer: usize, pair: usize, of: fn(usize, usize) -> Row52) -> Row52 {
    match FAULT_52.get() {
        Some((at_layer, at_pair, factors)) if (at_layer, at_pair) == (layer, pair) => factors,
        _ => of(layer, pair),
    }
}

/// Returns a table that lives on, and that a search for leaks finds in use.
fn kept<T: Any + Send + Sync>(table: [T; 8]) -> &'static [T; 8] {
    static TABLES: Mutex<Vec<&(dyn Any + Send + Sync)>> = Mutex::new(Vec::new());
    let table: &'static [T; 8] = Box::leak(Box::new(table));
    TABLES.lock().expect("no thread has panicked with it").push(table);
    table
}

fn planted(layer: usize, pair: usize, of: fn(usize, usize) -> Factors) -> Factors {
    match FAULT.get() {
        Some((at_layer, at_pair, factors)) if (at_layer, at_pair) == (layer, pair) => factors,
        _ => of(layer, pair),
    }
}

/// Returns whether the transform with these tables is the textbook's on all basis vectors.
fn is_right(transform: fn((), &[i32; N], &mut [i32; N]), expected: &[[i32; N]; N]) -> bool {
    expected.iter().enumerate().all(|(i, expected)| {
        let (mut w, mut found) = ([0; N], [0; N]);
        w[i] = 1;
        transform((), &w, &mut found);
        found.map(|w| w.rem_euclid(Q)) == expected.map(|w| w.rem_euclid(Q))
    })
}

/// Returns whether each second number is the first times q⁻¹ modulo 2³², which makes a Montgomery product linear.
fn are_consistent([values, times_q_inverse]: Factors) -> bool {
    times_q_inverse.map(|number| number.wrapping_mul(Q)) == *values
}

fn basis(transform: fn(&[i32; N]) -> [i32; N]) -> Box<[[i32; N]; N]> {
    let images: Vec<_> = (0..N)
        .map(|i| {
            let mut w = [0; N];
            w[i] = 1;
            transform(&w)
        })
        .collect();
    images.into_boxed_slice().try_into().expect("as many as there are coefficients")
}

#[test]
fn planted_faults_are_found() {
    let forward = (lanes::ntt::<8, [i32; 8], Planted> as fn((), &_, &mut _), basis(textbook::ntt));
    let inverse = (lanes::inverse_ntt::<8, [i32; 8], Planted> as _, basis(textbook::inverse_ntt_by_2_32));
    for ((transform, expected), of) in [(forward, Eight::forward as fn(_, _) -> _), (inverse, Eight::inverse)] {
        FAULT.set(None);
        assert!(is_right(transform, &expected));
        for (layer, pair) in (0..3).flat_map(|layer| (0..16).map(move |pair| (layer, pair))) {
            let factors: Factors = of(layer, pair);
            assert!(are_consistent(factors), "{layer} {pair}");
            let found = |what: &str, change: &dyn Fn(&mut [i32; 8], &mut [i32; 8])| {
                let (mut values, mut times_q_inverse) = (*factors[0], *factors[1]);
                change(&mut values, &mut times_q_inverse);
                if [&values, &times_q_inverse] == factors {
                    return;
                }
                let changed = [kept(values), kept(times_q_inverse)];
                FAULT.set(Some((layer, pair, changed)));
                assert!(!are_consistent(changed) || !is_right(transform, &expected), "{what}: {layer} {pair}");
            };
            let lane = (layer + 3 * pair) % 7;
            found("a wrong factor", &|values, _| values[lane] += 1);
            found("a wrong second number", &|_, times_q_inverse| times_q_inverse[lane] ^= 1 << lane);
            found("a consistent factor of another power", &|values, times_q_inverse| {
                values[lane] = -values[lane];
                times_q_inverse[lane] = times_q_inverse[lane].wrapping_neg();
            });
            found("swapped lanes", &|values, times_q_inverse| {
                values.swap(lane, lane + 1);
                times_q_inverse.swap(lane, lane + 1);
            });
        }
    }
    FAULT.set(None);
}

/// Returns whether each factor stands for a number of at most (q − 1)/2 in absolute value.
fn are_small(factors: &[i64; 8]) -> bool {
    factors.iter().map(|factor| (factor.wrapping_mul(i64::from(Q)) << 12) >> 12).all(|f| f.abs() <= i64::from(Q / 2))
}

#[test]
fn planted_faults_with_52_bits_are_found() {
    type Run = (fn((), &[i32; N], &mut [i32; N]), fn(&[i32; N]) -> [i32; N], fn(usize, usize) -> Row52);
    let forward: Run = (lanes_52::ntt::<[i64; 8], Planted52>, textbook::ntt, Eight52::forward);
    let inverse: Run = (lanes_52::inverse_ntt::<[i64; 8], Planted52>, textbook::inverse_ntt_by_2_32, Eight52::inverse);
    for (transform, textbook, of) in [forward, inverse] {
        let expected = basis(textbook);
        FAULT_52.set(None);
        assert!(is_right(transform, &expected));
        for (layer, pair) in (0..3).flat_map(|layer| (0..16).map(move |pair| (layer, pair))) {
            let factors = of(layer, pair);
            assert!(are_small(factors), "{layer} {pair}");
            let found = |what: &str, change: &dyn Fn(&mut [i64; 8])| {
                let mut changed = *factors;
                change(&mut changed);
                if changed == *factors {
                    return;
                }
                let changed = kept(changed);
                FAULT_52.set(Some((layer, pair, changed)));
                assert!(!are_small(changed) || !is_right(transform, &expected), "{what}: {layer} {pair}");
            };
            let lane = (layer + 3 * pair) % 7;
            found("a factor that is too large", &|factors| factors[lane] += 1);
            found("a wrong bit", &|factors| factors[lane] ^= 1 << (7 * lane));
            found("a factor of another power", &|factors| factors[lane] = (1 << 52) - factors[lane]);
            found("swapped lanes", &|factors| factors.swap(lane, lane + 1));
        }
    }
    FAULT_52.set(None);
}
