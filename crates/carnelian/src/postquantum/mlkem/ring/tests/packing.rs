//! Compression, decompression and bit strings over their whole domains.

use crate::base::random::{Random as _, TestRandom};
use crate::postquantum::mlkem::ring::kernel::Backend;
use crate::postquantum::mlkem::ring::polynomial::{N, NttPoly, Poly, Q};
use std::vec::Vec;

/// Returns the bits of bytes, the lowest of each first: Algorithm 4.
fn bits(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1)).collect()
}

/// Algorithm 6, ByteDecode_d, without the reduction.
fn decoded(d: usize, bytes: &[u8]) -> Vec<i64> {
    bits(bytes).chunks(d).map(|bits| bits.iter().rev().fold(0, |sum, bit| sum << 1 | i64::from(*bit))).collect()
}

/// (4.7): ⌈2^d x / q⌋ mod 2^d, with halves rounded up; there are none, since q is odd.
fn compressed(d: usize, x: i64) -> i64 {
    let q = i64::from(Q);
    ((2 << d) * x + q).div_euclid(2 * q).rem_euclid(1 << d)
}

/// For every class and every representative that a kernel may be given.
#[test]
fn compression_of_every_number() {
    Backend::with_every(|backend| {
        for d in [1, 4, 5, 10, 11] {
            let numbers: Vec<i16> = (1 - 2 * Q..2 * Q).collect();
            for numbers in numbers.chunks(N) {
                let mut f = Poly::ZERO;
                f.0[..numbers.len()].copy_from_slice(numbers);
                let mut bytes = std::vec![0; 32 * d];
                backend.compress(d as i32, core::slice::from_ref(&f), &mut bytes);
                let expected: Vec<i64> =
                    f.0.iter().map(|x| compressed(d, i64::from(*x).rem_euclid(i64::from(Q)))).collect();
                assert_eq!(decoded(d, &bytes), expected, "{backend:?} {d}");
            }
        }
    });
}

/// (4.8) for every number of d bits, which the bytes of a counter contain.
#[test]
fn decompression_of_every_number() {
    Backend::with_every(|backend| {
        for d in [4usize, 5, 10, 11] {
            for start in (0..1usize << d).step_by(N) {
                let mut f = Poly::ZERO;
                for (i, x) in f.0.iter_mut().enumerate() {
                    *x = ((start + i) % (1 << d)) as i16;
                }
                let all: Vec<u8> = f.0.iter().flat_map(|x| (0..d).map(move |bit| (x >> bit & 1) as u8)).collect();
                let bytes: Vec<u8> =
                    all.chunks(8).map(|bits| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit)).collect();
                let mut g = [Poly::ZERO];
                backend.decompress(d as i32, &bytes, &mut g);
                for (x, y) in f.0.iter().zip(&g[0].0) {
                    let expected = (2 * i64::from(Q) * i64::from(*x) + (1 << d)) >> (d + 1);
                    assert_eq!(i64::from(*y), expected, "{backend:?} {d} {x}");
                }
            }
        }
    });
}

#[test]
fn twelve_bits_there_and_back() {
    let mut random = TestRandom::new(3);
    Backend::with_every(|backend| {
        for start in (0..4096).step_by(N) {
            let f = NttPoly(core::array::from_fn(|i| (start + i) as i16));
            let mut bytes = [0; 384];
            backend.encode(core::slice::from_ref(&f), &mut bytes);
            assert_eq!(decoded(12, &bytes), f.0.map(i64::from), "{backend:?}");
            let mut again = [NttPoly::ZERO];
            backend.decode(&bytes, &mut again);
            assert_eq!(again[0].0, f.0, "{backend:?}");
            assert_eq!(backend.is_canonical_vartime(&bytes), start + N <= 3329, "{backend:?} {start}");
        }
        // One coefficient of q at every place, and q - 1.
        for i in 0..N {
            let mut bytes = [0; 384];
            let mut f = NttPoly::ZERO;
            for (coefficient, canonical) in [(Q - 1, true), (Q, false), (4095, false)] {
                f.0[i] = coefficient;
                backend.encode(core::slice::from_ref(&f), &mut bytes);
                assert_eq!(backend.is_canonical_vartime(&bytes), canonical, "{backend:?} {i} {coefficient}");
            }
        }
        let mut f = [NttPoly(core::array::from_fn(|_| random.next_u64() as i16))];
        let expected = f[0].0.map(|x| x.rem_euclid(Q));
        backend.reduce(&mut f);
        assert_eq!(f[0].0, expected, "{backend:?}");
    });
}

/// Every 16-bit integer has the class that it is reduced to.
#[test]
fn reduction_of_every_number() {
    Backend::with_every(|backend| {
        for start in (i16::MIN..=i16::MAX).step_by(N) {
            let all = core::array::from_fn(|i| start.wrapping_add(i as i16));
            let mut f = [NttPoly(all)];
            backend.reduce(&mut f);
            assert_eq!(f[0].0, all.map(|x| x.rem_euclid(Q)), "{backend:?} {start}");
        }
    });
}

#[test]
fn messages() {
    let mut random = TestRandom::new(4);
    Backend::with_every(|backend| {
        let mut m = [0; 32];
        random.fill(&mut m).unwrap();
        let mut f = Poly([3; N]);
        backend.add_message(&m, &mut f);
        let expected: Vec<i16> = bits(&m).iter().map(|bit| 3 + i16::from(*bit) * 1665).collect();
        assert_eq!(f.0[..], expected, "{backend:?}");
        let mut again = [0; 32];
        backend.compress(1, core::slice::from_ref(&f), &mut again);
        assert_eq!(again, m, "{backend:?}");
    });
}

/// Algorithm 8 on random bytes and on every byte.
#[test]
fn centered_binomial_distribution() {
    let mut random = TestRandom::new(5);
    Backend::with_every(|backend| {
        for eta in [2, 3] {
            for case in 0..20 {
                let mut bytes = std::vec![0; 64 * eta];
                random.fill(&mut bytes).unwrap();
                if case < 2 {
                    bytes.iter_mut().enumerate().for_each(|(i, byte)| *byte = (case * 128 + i) as u8);
                }
                let mut f = Poly::ZERO;
                backend.sample_cbd(eta, &bytes, &mut f);
                let sum = |bits: &[u8]| bits.iter().map(|bit| i16::from(*bit)).sum::<i16>();
                let expected: Vec<i16> =
                    bits(&bytes).chunks(2 * eta).map(|bits| sum(&bits[..eta]) - sum(&bits[eta..])).collect();
                assert_eq!(f.0[..], expected, "{backend:?} {eta}");
            }
        }
    });
}
