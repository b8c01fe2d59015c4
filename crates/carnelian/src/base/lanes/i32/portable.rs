//! Plain arrays, with which the algorithms are tested on any machine.

use super::{I32Lanes, RejectionLanes, exchange_source};

/// For tests on any machine, not for speed. Never inlined, to limit the compile time.
impl<const N: usize> I32Lanes<N> for [i32; N] {
    type Proof = ();
    type Wide = [i64; N];

    #[inline(never)]
    fn splat((): (), word: i32) -> Self {
        [word; N]
    }

    #[inline(never)]
    fn load((): (), words: &[i32; N]) -> Self {
        *words
    }

    #[inline(never)]
    fn store(self, words: &mut [i32; N]) {
        *words = self;
    }

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        core::array::from_fn(|i| self[i].checked_add(other[i]).expect("a sum fits"))
    }

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        core::array::from_fn(|i| self[i].checked_sub(other[i]).expect("a difference fits"))
    }

    #[inline(never)]
    fn product(self, other: Self) -> [i64; N] {
        core::array::from_fn(|i| i64::from(self[i]) * i64::from(other[i]))
    }

    #[inline(never)]
    fn add_wide(a: [i64; N], b: [i64; N]) -> [i64; N] {
        core::array::from_fn(|i| a[i].checked_add(b[i]).expect("a sum fits"))
    }

    #[inline(never)]
    fn montgomery(sum: [i64; N], q: Self, q_inv: Self) -> Self {
        core::array::from_fn(|i| {
            let quotient = (sum[i] as i32).wrapping_mul(q_inv[i]);
            ((sum[i] - i64::from(quotient) * i64::from(q[i])) >> 32) as i32
        })
    }

    #[inline(never)]
    fn montgomery_product(self, factor: Self, by_q: Self, q: Self) -> Self {
        core::array::from_fn(|i| {
            let quotient = self[i].wrapping_mul(by_q[i]);
            ((i64::from(self[i]) * i64::from(factor[i]) - i64::from(quotient) * i64::from(q[i])) >> 32) as i32
        })
    }

    #[inline(never)]
    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        exchanged::<_, N, D>(a, b)
    }

    #[inline(never)]
    fn unexchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        unexchanged::<_, N, D>(a, b)
    }
}

/// [`I32Lanes::exchange`] for lanes of any kind.
pub(in crate::base::lanes) fn exchanged<T: Copy, const N: usize, const D: usize>(
    a: [T; N],
    b: [T; N],
) -> ([T; N], [T; N]) {
    let source = |i, more| {
        let (is_b, j) = exchange_source(N, D, i);
        if is_b { b[j + more] } else { a[j + more] }
    };
    (core::array::from_fn(|i| source(i, 0)), core::array::from_fn(|i| source(i, D)))
}

/// [`I32Lanes::unexchange`] for lanes of any kind.
pub(in crate::base::lanes) fn unexchanged<T: Copy, const N: usize, const D: usize>(
    a: [T; N],
    b: [T; N],
) -> ([T; N], [T; N]) {
    let mut vectors = [a, b];
    for i in 0..N {
        let (is_b, j) = exchange_source(N, D, i);
        vectors[usize::from(is_b)][j] = a[i];
        vectors[usize::from(is_b)][j + D] = b[i];
    }
    vectors.into()
}

impl<const N: usize> RejectionLanes<N> for [i32; N] {
    fn load_23_bits((): (), bytes: &[u8]) -> Self {
        core::array::from_fn(|i| i32::from_le_bytes([bytes[3 * i], bytes[3 * i + 1], bytes[3 * i + 2] & 0x7f, 0]))
    }

    fn load_4_bits((): (), bytes: &[u8]) -> Self {
        core::array::from_fn(|i| i32::from(bytes[i / 2] >> (4 * (i % 2)) & 15))
    }

    fn load_bits<const BITS: usize>((): (), bytes: &[u8]) -> Self {
        let bit = |at: usize| i32::from(bytes[at / 8] >> (at % 8) & 1);
        core::array::from_fn(|i| (0..BITS).map(|j| bit(BITS * i + j) << j).sum())
    }

    fn less_than(self, bound: Self) -> u32 {
        (0..N).map(|i| u32::from(self[i] < bound[i]) << i).sum()
    }

    fn compress(self, lanes: u32) -> Self {
        let (mut front, mut count) = ([0; N], 0);
        for word in (0..N).filter(|i| lanes >> i & 1 == 1).map(|i| self[i]) {
            front[count] = word;
            count += 1;
        }
        front
    }
}
