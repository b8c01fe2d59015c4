//! Every vector type against arrays.

use super::I16Lanes;
use crate::base::random::TestRandom;
use crate::base::testing::cases;
use std::vec::Vec;

/// Returns random integers, among them the ends of the range.
fn integers<const N: usize>(random: &mut TestRandom) -> [i16; N] {
    core::array::from_fn(|_| match random.next_u64() {
        word if word % 8 == 0 => [i16::MIN, i16::MAX, 0, -1][(word >> 8) as usize % 4],
        word => (word >> 16) as i16,
    })
}

/// Returns the results of every operation on random operands.
fn results<L: I16Lanes<N>, const N: usize>(proof: L::Proof, seed: u64) -> Vec<Vec<i16>> {
    let mut random = TestRandom::new(seed);
    let (x, y) = (integers::<N>(&mut random), integers::<N>(&mut random));
    let (a, b) = (L::load(proof, &x), L::load(proof, &y));
    let mut results = Vec::new();
    let mut keep = |lanes: L| {
        let mut integers = [0; N];
        lanes.store(&mut integers);
        results.push(integers.to_vec());
    };
    [a, b, L::splat(proof, x[0])].into_iter().for_each(&mut keep);
    [a.add(b), a.sub(b), a.and(b), a.mul_low(b), a.mul_high(b), a.sign()].into_iter().for_each(&mut keep);
    // The product of the two smallest integers does not fit.
    keep(a.mul_round(b.add(L::splat(proof, 1)).and(L::splat(proof, i16::MAX))));
    [a.shift_left::<1>(), a.shift_left::<5>(), a.swap_neighbours(), a.merge_odd(b)].into_iter().for_each(&mut keep);
    for (c, d) in [
        L::exchange::<2>(a, b),
        L::exchange::<4>(a, b),
        L::exchange::<8>(a, b),
        if N > 16 { L::exchange::<16>(a, b) } else { (a, b) },
        L::exchange_all(a, b),
        L::unexchange_all(a, b),
    ] {
        keep(c);
        keep(d);
    }
    let pairs = L::add_pairs(a.mul_pairs(b), a.mul_pairs(a));
    keep(L::low_halves(pairs, b.mul_pairs(b)));
    keep(L::high_halves(pairs, b.mul_pairs(b)));
    results.extend(joined::<4, L, N>(proof, &x));
    results.extend(joined::<10, L, N>(proof, &x));
    results.extend(joined::<11, L, N>(proof, &x));
    results.extend(joined::<12, L, N>(proof, &x));
    results
}

/// Joins integers of `D` bits, splits the words, and returns both.
fn joined<const D: i32, L: I16Lanes<N>, const N: usize>(proof: L::Proof, integers: &[i16; N]) -> [Vec<i16>; 2] {
    let small = integers.map(|integer| integer & ((1 << D) - 1));
    let mut words = std::vec![0; N / 4];
    L::load(proof, &small).join::<D>(&mut words);
    let halves = words.iter().flat_map(|word| [0, 16, 32, 48].map(|at| (word >> at) as i16)).collect();
    let mut split = [0; N];
    // What is above the four integers is ignored.
    words.iter_mut().for_each(|word| *word |= u64::MAX << (4 * D));
    L::split::<D>(proof, &words).store(&mut split);
    assert_eq!(split, small);
    [halves, split.to_vec()]
}

/// Returns the integers of two vectors after all exchanges, which are then reverted.
#[test]
fn exchanges_bring_neighbours_to_one_index() {
    let a: [i16; 32] = core::array::from_fn(|i| i as i16);
    let b = a.map(|i| i + 32);
    for (c, d) in [<[i16; 32]>::exchange::<16>(a, b), <[i16; 32]>::exchange::<8>(a, b)] {
        let apart = if d[0] == 16 { 16 } else { 8 };
        assert!(c.iter().zip(d).all(|(c, d)| d - c == apart), "{c:?} {d:?}");
    }
    let (mut c, mut d) = <[i16; 32]>::exchange::<16>(a, b);
    (c, d) = <[i16; 32]>::exchange::<8>(c, d);
    (c, d) = <[i16; 32]>::exchange::<4>(c, d);
    (c, d) = <[i16; 32]>::exchange::<2>(c, d);
    assert!(c.iter().zip(d).all(|(c, d)| d - c == 2), "{c:?} {d:?}");
    assert_eq!(<[i16; 32]>::exchange_all(a, b), (c, d));
    assert_eq!(<[i16; 32]>::unexchange_all(c, d), (a, b));
}

#[cfg(target_arch = "x86_64")]
#[test]
fn vectors_agree_with_arrays() {
    use super::{x86_avx2::I16x16Avx2, x86_avx512::I16x32Avx512};
    use crate::base::cpu::{Avx2, Avx512};
    for seed in 0..cases(1000) as u64 {
        if let Some(proof) = Avx2::get() {
            assert_eq!(results::<I16x16Avx2, 16>(proof, seed), results::<[i16; 16], 16>((), seed));
        }
        if let Some(proof) = Avx512::get() {
            assert_eq!(results::<I16x32Avx512, 32>(proof, seed), results::<[i16; 32], 32>((), seed));
        }
    }
}
