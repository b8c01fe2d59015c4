//! One test body for every representation and every backend, compared with big integers and the portable backend over
//! 64-bit words.

#[cfg(target_arch = "x86_64")]
mod bmi2;
mod field;
mod half_size;
mod inverse;
mod kernels;
mod oracle;
mod scalar_field;
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
mod stack;
mod windows;
mod wiping;

use super::field::Packed;
use super::group::Point;
use super::kernel::{self, Backend};
use super::tables;
use crate::base::cpu::Portable64;
use crate::base::random::{Random, TestRandom};
use crate::base::testing;
use std::collections::BTreeSet;
use std::vec::Vec;

/// Runs `body` once with every backend that this CPU can run.
fn with_every_backend(mut body: impl FnMut(Backend)) {
    let mut seen = BTreeSet::new();
    Backend::with_every(|backend| {
        if seen.insert(backend.name()) {
            body(backend);
        }
    });
}

fn bytes<const N: usize>(random: &mut TestRandom) -> [u8; N] {
    let mut bytes = [0; N];
    random.fill(&mut bytes).unwrap();
    bytes
}

fn hex<const N: usize>(text: &str) -> [u8; N] {
    assert_eq!(text.len(), 2 * N, "{text}");
    core::array::from_fn(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap())
}

/// Returns edge cases of field elements: 0, ±1, ±2, p and its neighbours, 2²⁵⁵ − 1, with and without the top bit.
fn edges() -> Vec<[u8; 32]> {
    let mut edges = Vec::new();
    for (low, fill) in
        [(0, 0), (1, 0), (2, 0), (9, 0), (0x12, 0), (0x13, 0)].into_iter().chain((0xeb..=0xff).map(|low| (low, 0xff)))
    {
        for top in [fill & 0x7f, fill | 0x80] {
            let mut edge = [fill; 32];
            (edge[0], edge[31]) = (low, top);
            edges.push(edge);
        }
    }
    edges
}

/// Returns numbers below 2²⁵⁵ that are edge cases of scalar multiplications: zero digits, every digit at a bound,
/// carries through all digits, neighbours of L and of the bounds of clamped numbers; and random ones.
fn scalars(random: &mut TestRandom) -> Vec<kernel::Scalar> {
    let fills = [0x00, 0x08, 0x11, 0x77, 0x78, 0x7f, 0x80, 0x87, 0x88, 0xf0, 0xf7, 0xf8, 0xff];
    let mut scalars: Vec<kernel::Scalar> = fills.map(|fill| [fill; 32]).to_vec();
    let order = oracle::order();
    for distance in 0..3u8 {
        scalars.extend([oracle::bytes(&(&order - distance)), oracle::bytes(&(&order + distance))]);
        scalars.extend([oracle::bytes(&(&order * 7u8 + distance))]);
    }
    for bit in [0, 1, 3, 4, 7, 63, 64, 127, 128, 251, 252, 253, 254] {
        let mut one_bit = [0; 32];
        one_bit[bit / 8] = 1 << (bit % 8);
        scalars.push(one_bit);
    }
    let mut clamped = [0xff; 32];
    (clamped[0], clamped[31]) = (0xf8, 0x7f);
    scalars.push(clamped);
    scalars.extend((0..12).map(|_| bytes(random)));
    scalars.iter_mut().for_each(|scalar| scalar[31] &= 0x7f);
    scalars
}

/// Returns other forms of the same coordinate: p is added limb by limb, or ones are borrowed from limb to limb, as far
/// as limbs below 2⁵² allow.
fn rewritten(packed: &Packed, random: &mut TestRandom) -> Packed {
    const P: Packed = [(1 << 51) - 19, (1 << 51) - 1, (1 << 51) - 1, (1 << 51) - 1, (1 << 51) - 1];
    let mut limbs = *packed;
    if random.next_u64().is_multiple_of(2) && limbs.iter().zip(&P).all(|(limb, p)| limb + p < 1 << 52) {
        limbs.iter_mut().zip(&P).for_each(|(limb, p)| *limb += p);
    }
    for i in 0..4 {
        if random.next_u64().is_multiple_of(2) && limbs[i] < 1 << 51 && limbs[i + 1] > 0 {
            limbs[i] += 1 << 51;
            limbs[i + 1] -= 1;
        }
    }
    assert_eq!(oracle::element(&limbs), oracle::element(packed));
    limbs
}

/// Returns points of every order, with Z = 1 and with other Z, with limbs up to their bound.
fn points(random: &mut TestRandom) -> Vec<Point> {
    let mut points: Vec<Point> = tables::TORSION.to_vec();
    points.push(tables::BASE);
    for i in 0..8 {
        let mut number = bytes(random);
        number[31] &= 0x7f;
        let multiple = kernel::mul_base(Backend::Portable64(Portable64), &number);
        points.push(kernel::add(Backend::Portable64(Portable64), &multiple, &tables::TORSION[i]));
    }
    let otherwise: Vec<Point> =
        points.iter().map(|point| core::array::from_fn(|i| rewritten(&point[i], random))).collect();
    points.extend(otherwise);
    points
}
