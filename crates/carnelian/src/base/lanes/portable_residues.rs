//! Lanes of signed 32-bit and 64-bit words as plain arrays, with which the algorithms over them are tested on any machine.

use super::residues::{I32Lanes, I64Lanes, RejectionLanes, exchange_source, exchange_source_64};

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
    fn montgomery_product_by_one(self, factor: Self, by_q: Self, q: Self) -> Self {
        self.montgomery_product(factor, by_q, q)
    }

    #[inline(never)]
    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        let source = |i, more| {
            let (is_b, j) = exchange_source(N, D, i);
            if is_b { b[j + more] } else { a[j + more] }
        };
        (core::array::from_fn(|i| source(i, 0)), core::array::from_fn(|i| source(i, D)))
    }

    #[inline(never)]
    fn revert_exchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        let mut vectors = [[0; N]; 2];
        for i in 0..N {
            let (is_b, j) = exchange_source(N, D, i);
            vectors[usize::from(is_b)][j] = a[i];
            vectors[usize::from(is_b)][j + D] = b[i];
        }
        vectors.into()
    }

    fn exchange_all(mut a: Self, mut b: Self) -> (Self, Self) {
        if N == 16 {
            (a, b) = Self::exchange::<8>(a, b);
        }
        (a, b) = Self::exchange::<4>(a, b);
        (a, b) = Self::exchange::<2>(a, b);
        Self::exchange::<1>(a, b)
    }

    fn revert_exchanges(mut a: Self, mut b: Self) -> (Self, Self) {
        (a, b) = Self::revert_exchange::<1>(a, b);
        (a, b) = Self::revert_exchange::<2>(a, b);
        (a, b) = Self::revert_exchange::<4>(a, b);
        if N == 16 { Self::revert_exchange::<8>(a, b) } else { (a, b) }
    }
}

/// For tests on any machine, not for speed. Never inlined, to limit the compile time.
impl I64Lanes for [i64; 8] {
    type Proof = ();

    #[inline(never)]
    fn splat((): (), word: i64) -> Self {
        [word; 8]
    }

    #[inline(never)]
    fn load((): (), words: &[i64; 8]) -> Self {
        *words
    }

    #[inline(never)]
    fn load_narrow((): (), words: &[i32; 8]) -> Self {
        words.map(i64::from)
    }

    #[inline(never)]
    fn store_narrow(a: Self, b: Self, words: &mut [i32; 16]) {
        *words = core::array::from_fn(|i| i32::try_from(if i < 8 { a[i] } else { b[i - 8] }).expect("a word"));
    }

    #[inline(never)]
    fn load_exchanged((): (), words: &[i32; 16]) -> (Self, Self) {
        let (a, b) = exchanged_numbers();
        (a.map(|i| i64::from(words[i as usize])), b.map(|i| i64::from(words[i as usize])))
    }

    #[inline(never)]
    fn store_unexchanged(a: Self, b: Self, words: &mut [i32; 16]) {
        let numbers = exchanged_numbers();
        for (i, word) in numbers.0.into_iter().chain(numbers.1).zip(a.into_iter().chain(b)) {
            words[i as usize] = i32::try_from(word).expect("a word");
        }
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
    fn scaled(self, factor: Self, [offset, q, start]: [Self; 3]) -> Self {
        core::array::from_fn(|i| {
            let t = self[i].wrapping_mul(factor[i]).wrapping_add(offset[i]) & ((1 << 52) - 1);
            ((i128::from(t) * i128::from(q[i])) >> 52) as i64 + start[i]
        })
    }

    #[inline(never)]
    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        let source = |i, more| {
            let (is_b, j) = exchange_source_64(D, i);
            if is_b { b[j + more] } else { a[j + more] }
        };
        (core::array::from_fn(|i| source(i, 0)), core::array::from_fn(|i| source(i, D)))
    }
}

/// Returns the numbers of the words of two vectors after all exchanges.
fn exchanged_numbers() -> ([i64; 8], [i64; 8]) {
    let (mut a, mut b) = (core::array::from_fn(|i| i as i64), core::array::from_fn(|i| 8 + i as i64));
    (a, b) = <[i64; 8]>::exchange::<4>(a, b);
    (a, b) = <[i64; 8]>::exchange::<2>(a, b);
    <[i64; 8]>::exchange::<1>(a, b)
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
