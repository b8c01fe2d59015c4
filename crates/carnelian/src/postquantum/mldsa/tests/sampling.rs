//! Rejection sampling and packing, by every backend, against textbook versions.

use crate::base::random::{Random, TestRandom};
use crate::base::testing::cases;
use crate::hash::keccak::lanes::Squeeze;
use crate::postquantum::lattice::rejection::fill;
use crate::postquantum::mldsa::ring::kernel::Backend;
use crate::postquantum::mldsa::ring::packing::Packing;
use crate::postquantum::mldsa::ring::polynomial::{Coefficients, N, Poly, Q};
use std::vec;
use std::vec::Vec;

/// Algorithm 14 for each three bytes.
fn uniform(bytes: &[u8]) -> Vec<i32> {
    let numbers = bytes.chunks_exact(3).map(|b| {
        i32::from(b[0]) + 256 * i32::from(b[1]) + 65536 * i32::from(if b[2] > 127 { b[2] - 128 } else { b[2] })
    });
    numbers.filter(|z| *z < Q).take(N).collect()
}

/// Algorithm 15 for each half of a byte.
fn bounded(eta: i32, bytes: &[u8]) -> Vec<i32> {
    let halves = bytes.iter().flat_map(|byte| [byte % 16, byte / 16]).map(i32::from);
    let numbers = halves.filter_map(|b| match eta {
        2 if b < 15 => Some(2 - b % 5),
        4 if b < 9 => Some(4 - b),
        _ => None,
    });
    numbers.take(N).collect()
}

/// Random bytes of which a share is replaced by `rejected`.
fn with_rejections(random: &mut TestRandom, len: usize, share: u64, rejected: u8) -> Vec<u8> {
    let mut bytes = vec![0; len];
    random.fill(&mut bytes).unwrap();
    bytes.iter_mut().for_each(|byte| {
        if random.next_u64() % 100 < share {
            *byte = rejected;
        }
    });
    bytes
}

#[test]
fn rejection_by_every_backend() {
    let random = &mut TestRandom::new(4);
    for case in 0..cases(300) {
        let share = [0, 0, 20, 50, 90, 100][case % 6];
        let bytes = with_rejections(random, 3 * (case % 281), share, 0xff);
        let start = case % 257;
        Backend::with_every(|backend| {
            let run = |reject: &dyn Fn(&mut Coefficients) -> usize, expected: &[i32]| {
                let mut found = [7; N];
                let count = reject(&mut found);
                let expected = &expected[..expected.len().min(N - start)];
                assert_eq!(count, start + expected.len(), "{}", backend.name());
                assert_eq!(&found[start..count], expected, "{}", backend.name());
                assert_eq!(found[..start], [7; N][..start], "{}", backend.name());
            };
            run(&|found| backend.reject_uniform(&bytes, found, start), &uniform(&bytes));
            run(&|found| backend.reject_bounded(2, &bytes, found, start), &bounded(2, &bytes));
            run(&|found| backend.reject_bounded(4, &bytes, found, start), &bounded(4, &bytes));
        });
    }
}

/// Output of sponges that was written down before.
struct Planted<'a, const LANES: usize>([&'a [u8]; LANES]);

impl<const LANES: usize> Squeeze<LANES> for Planted<'_, LANES> {
    fn squeeze(&mut self, blocks: [&mut [u8]; LANES]) {
        for (output, block) in self.0.iter_mut().zip(blocks) {
            let (now, later) = output.split_at(block.len());
            block.copy_from_slice(now);
            *output = later;
        }
    }
}

/// Lanes of which some need many blocks more than the others.
#[test]
fn long_rejections() {
    const LEN: usize = 168 * 40;
    let random = &mut TestRandom::new(5);
    for share in [0, 30, 60] {
        let outputs: [Vec<u8>; 4] =
            core::array::from_fn(|lane| with_rejections(random, LEN, share * u64::from(lane % 2 == 1), 0xff));
        Backend::with_every(|backend| {
            let mut polys = [[0; N]; 4];
            let mut sponges = Planted(outputs.each_ref().map(|output| &output[..]));
            let reject = |bytes: &[u8], poly: &mut Coefficients, count| backend.reject_uniform(bytes, poly, count);
            fill::<_, 4, 840, 168>(&mut sponges, &mut [[0; 840]; 4], &mut polys.each_mut().map(Some), &reject);
            for (poly, output) in polys.iter().zip(&outputs) {
                assert_eq!(poly[..], uniform(output), "{}", backend.name());
            }
            let mut polys = [[0; N]; 4];
            let mut sponges = Planted(outputs.each_ref().map(|output| &output[..]));
            let reject = |bytes: &[u8], poly: &mut Coefficients, count| backend.reject_bounded(4, bytes, poly, count);
            // A lane that is not needed is not filled.
            let [first, second, third, _] = &mut polys;
            fill::<_, 4, 272, 136>(
                &mut sponges,
                &mut [[0; 272]; 4],
                &mut [Some(first), Some(second), Some(third), None],
                &reject,
            );
            for (poly, output) in polys[..3].iter().zip(&outputs) {
                assert_eq!(poly[..], bounded(4, output), "{}", backend.name());
            }
            assert_eq!(polys[3], [0; N]);
        });
    }
}

/// Every packing in both directions, bit by bit.
#[test]
fn packings() {
    use Packing::{Eta2, Eta4, T0, T1, W1Long, W1Short, Z17, Z19};
    let random = &mut TestRandom::new(6);
    let packings = [
        (W1Short, 6, 0..=43, None),
        (W1Long, 4, 0..=15, None),
        (Z17, 18, -(1 << 17) + 1..=1 << 17, Some(1 << 17)),
        (Z19, 20, -(1 << 19) + 1..=1 << 19, Some(1 << 19)),
        (T1, 10, 0..=1023, None),
        (T0, 13, -4095..=4096, Some(4096)),
        (Eta2, 3, -2..=2, Some(2)),
        (Eta4, 4, -4..=4, Some(4)),
    ];
    for _ in 0..cases(20) {
        for (packing, bits, range, upper) in &packings {
            let width = (range.end() - range.start() + 1) as u64;
            let mut w: Coefficients = core::array::from_fn(|_| range.start() + (random.next_u64() % width) as i32);
            (w[0], w[255]) = (*range.start(), *range.end());
            let mut expected = vec![0u8; 32 * bits];
            for (i, w) in w.iter().enumerate() {
                let number = upper.map_or(*w, |upper| upper - w);
                for bit in (0..*bits).filter(|bit| number >> bit & 1 == 1) {
                    expected[(bits * i + bit) / 8] |= 1 << ((bits * i + bit) % 8);
                }
            }
            Backend::with_every(|backend| {
                let (mut bytes, mut unpacked) = (vec![0; 32 * bits], Poly::ZERO);
                backend.pack(*packing, &Poly(w), &mut bytes);
                assert_eq!(bytes, expected, "{packing:?} by {}", backend.name());
                backend.unpack(*packing, &bytes, &mut unpacked);
                assert_eq!(unpacked.0, w, "{packing:?} by {}", backend.name());
            });
        }
    }
}
