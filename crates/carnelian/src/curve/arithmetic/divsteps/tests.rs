//! Tests of the division steps, against their definition on long numbers.

use super::matrix::Matrix;
use super::portable;
#[cfg(all(target_arch = "x86_64", not(any(carnelian_msan, miri))))]
use super::x86_64;
use crate::base::random::{Random, TestRandom};

/// Computes divsteps by the definition, on long numbers.
fn textbook(mut zeta: i64, f: i64, g: i64) -> (i64, Matrix) {
    let (mut f, mut g) = (i128::from(f), i128::from(g));
    let Matrix { mut u, mut v, mut q, mut r } = Matrix { u: 4, v: 0, q: 0, r: 4 };
    for _ in 0..60 {
        let (old_g, old_q, old_r) = (g, q, r);
        let sign = if zeta < 0 { -1 } else { 1 };
        if g & 1 == 1 {
            (g, q, r) = (g + i128::from(sign) * f, q + sign * u, r + sign * v);
        }
        if zeta < 0 && old_g & 1 == 1 {
            (zeta, f, u, v) = (-2 - zeta, old_g, old_q, old_r);
        } else {
            zeta -= 1;
        }
        (g, u, v) = (g >> 1, u << 1, v << 1);
    }
    (zeta, Matrix { u, v, q, r })
}

fn same(zeta: i64, f: i64, g: i64) {
    let expected = textbook(zeta, f | 1, g);
    assert_eq!(portable::divsteps_60(zeta, f | 1, g), expected, "{zeta} {f:x} {g:x}");
    #[cfg(all(target_arch = "x86_64", not(any(carnelian_msan, miri))))]
    assert_eq!(x86_64::divsteps_60(zeta, f | 1, g), expected, "{zeta} {f:x} {g:x}");
}

#[test]
fn steps_are_those_of_the_definition() {
    let mut random = TestRandom::new(60);
    let mut word = || {
        let mut bytes = [0; 8];
        random.fill(&mut bytes).unwrap();
        i64::from_le_bytes(bytes)
    };
    for zeta in -700..700 {
        for _ in 0..20 {
            same(zeta, word(), word());
        }
    }
}

/// Runs of ones and zeros lead to the largest factors of either sign.
#[test]
fn steps_on_extreme_words() {
    for zeta in [-600, -61, -60, -20, -2, -1, 0, 1, 19, 20, 59, 60, 600] {
        for i in 0..64 {
            for j in 0..64 {
                for (f, g) in [(1 << i, 1 << j), (-1 << i, 1 << j), (1 << i, -1 << j), (-1 << i, -1 << j)] {
                    same(zeta, f, g);
                    same(zeta, !f, g);
                    same(zeta, f, !g);
                }
            }
        }
    }
}
