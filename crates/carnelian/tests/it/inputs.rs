//! Inputs that several files of tests share.

use carnelian::__internals::TestRandom;
use carnelian::random::Random;

/// The bytes that a hexadecimal string stands for.
pub(crate) fn hex<const N: usize>(text: &str) -> [u8; N] {
    assert_eq!(text.len(), 2 * N, "{text}");
    core::array::from_fn(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).expect("hexadecimal digits"))
}

/// The next bytes of `random`.
pub(crate) fn bytes<const N: usize>(random: &mut TestRandom) -> [u8; N] {
    let mut bytes = [0; N];
    random.fill(&mut bytes).expect("a deterministic source delivers");
    bytes
}

/// Returns `length` random bytes.
pub(crate) fn random_bytes(seed: u64, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    TestRandom::new(seed).fill(&mut bytes).expect("a deterministic source delivers");
    bytes
}

/// The number in `CARNELIAN_CASES`: of how many cases a test is to be made of.
pub(crate) fn cases_told() -> Option<u64> {
    std::env::var("CARNELIAN_CASES").ok().map(|cases| cases.parse().expect("CARNELIAN_CASES is a number"))
}

/// Returns whether `CARNELIAN_CASES` asks for little work, as in an emulator.
pub(crate) fn are_few_cases_wanted() -> bool {
    cases_told().is_some_and(|cases| cases < 1000)
}

/// Every length up to `most`; where few cases are wanted, all that are short and one in 61 beyond.
pub(crate) fn every_length_up_to(most: usize) -> impl Iterator<Item = usize> + Clone {
    let dense = if are_few_cases_wanted() { 300 } else { most };
    (0..=most).filter(move |length| *length <= dense || *length % 61 == 0)
}

/// Little-endian numbers of 256 bits at which carries, reductions and encodings change: around 0, 2²⁵⁵ − 19, 2²⁵⁵,
/// 2²⁵⁶, the order of the base point and its multiples, and strings of one byte.
pub(crate) fn edges() -> Vec<[u8; 32]> {
    use num_bigint::BigUint;
    let one = BigUint::from(1u8);
    let order = order();
    let mut centres: Vec<BigUint> = [0, 25, 26, 51, 64, 128, 252, 254, 255, 256].map(|bits| &one << bits).to_vec();
    centres.extend((0..=16u8).map(|multiple| &order * multiple));
    let mut edges: Vec<[u8; 32]> = (0..=255u8).step_by(17).map(|byte| [byte; 32]).collect();
    for centre in centres {
        for distance in 0..=20u8 {
            let above = &centre + distance;
            let below = if centre >= distance.into() { &centre - distance } else { continue };
            edges.extend([above, below].into_iter().filter(|n| n.bits() <= 256).map(|n| le_bytes(&n)));
        }
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// L = 2²⁵² + 27742317777372353535851937790883648493.
pub(crate) fn order() -> num_bigint::BigUint {
    (num_bigint::BigUint::from(1u8) << 252) + 27_742_317_777_372_353_535_851_937_790_883_648_493_u128
}

/// A number below 2²⁵⁶ in 32 little-endian bytes.
pub(crate) fn le_bytes(number: &num_bigint::BigUint) -> [u8; 32] {
    let mut bytes = [0; 32];
    let short = number.to_bytes_le();
    bytes[..short.len()].copy_from_slice(&short);
    bytes
}

/// The encodings of the eight points of edwards25519 whose order divides 8: at `i` that of `i` times the second.
pub(crate) const TORSION: [&str; 8] = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
];
