//! Plain arrays, with which the algorithms are tested on any machine.

use super::{I64Lanes, exchange_source_64};

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
        (a.map(|i| i64::from(words[i])), b.map(|i| i64::from(words[i])))
    }

    #[inline(never)]
    fn store_unexchanged(a: Self, b: Self, words: &mut [i32; 16]) {
        let numbers = exchanged_numbers();
        for (i, word) in numbers.0.into_iter().chain(numbers.1).zip(a.into_iter().chain(b)) {
            words[i] = i32::try_from(word).expect("a word");
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
        exchanged::<_, D>(a, b)
    }
}

/// [`I64Lanes::exchange`] for lanes of any kind.
pub(in crate::base::lanes) fn exchanged<T: Copy, const D: usize>(a: [T; 8], b: [T; 8]) -> ([T; 8], [T; 8]) {
    let source = |i, more| {
        let (is_b, j) = exchange_source_64(D, i);
        if is_b { b[j + more] } else { a[j + more] }
    };
    (core::array::from_fn(|i| source(i, 0)), core::array::from_fn(|i| source(i, D)))
}

/// Returns the numbers of the words of two vectors after all exchanges.
pub(in crate::base::lanes) fn exchanged_numbers() -> ([usize; 8], [usize; 8]) {
    let (mut a, mut b) = (core::array::from_fn(|i| i), core::array::from_fn(|i| 8 + i));
    (a, b) = exchanged::<_, 4>(a, b);
    (a, b) = exchanged::<_, 2>(a, b);
    exchanged::<_, 1>(a, b)
}
