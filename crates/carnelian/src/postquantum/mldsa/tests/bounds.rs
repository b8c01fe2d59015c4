//! Nothing overflows, whatever the residues: the algorithms over lanes run on bounds instead of numbers.
//!
//! A lane contains a bound of the absolute value of a word, and an operation fails if its result could overflow. A run
//! without failure is a proof for all numbers within the initial bounds.

use crate::base::lanes::{I32Lanes, I64Lanes, exchange_source};
use crate::postquantum::mldsa::ring::lanes::{self, Eight, Sixteen, Tables};
use crate::postquantum::mldsa::ring::lanes_52::{self, Eight52};
use crate::postquantum::mldsa::ring::polynomial::{N, NttPoly, Q};

/// Bounds of the absolute values of words.
#[derive(Clone, Copy, Debug)]
struct Bounds<const W: usize>([i64; W]);

impl<const W: usize> Bounds<W> {
    fn sums(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| {
            let sum = self.0[i] + other.0[i];
            assert!(sum <= i64::from(i32::MAX), "a sum of up to {sum} overflows");
            sum
        }))
    }
}

/// Never inlined, to limit the compile time.
impl<const W: usize> I32Lanes<W> for Bounds<W> {
    type Proof = ();
    type Wide = [i128; W];

    #[inline(never)]
    fn splat((): (), word: i32) -> Self {
        Self([i64::from(word).abs(); W])
    }

    #[inline(never)]
    fn load((): (), words: &[i32; W]) -> Self {
        Self(words.map(|word| i64::from(word).abs()))
    }

    #[inline(never)]
    fn store(self, words: &mut [i32; W]) {
        *words = self.0.map(|bound| i32::try_from(bound).expect("a word"));
    }

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.sums(other)
    }

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.sums(other)
    }

    #[inline(never)]
    fn product(self, other: Self) -> [i128; W] {
        core::array::from_fn(|i| i128::from(self.0[i]) * i128::from(other.0[i]))
    }

    #[inline(never)]
    fn add_wide(a: [i128; W], b: [i128; W]) -> [i128; W] {
        core::array::from_fn(|i| a[i] + b[i])
    }

    /// The quotient is at most 2³¹ in absolute value, so that its product with q, divided by 2³², is at most q/2.
    #[inline(never)]
    fn montgomery(sum: [i128; W], q: Self, _: Self) -> Self {
        Self(core::array::from_fn(|i| {
            let q = i128::from(q.0[i]);
            assert!(sum[i] < q << 31, "a sum of products of up to {} is too large", sum[i]);
            i64::try_from((sum[i] + (q << 31)) >> 32).expect("a word")
        }))
    }

    #[inline(never)]
    fn montgomery_product(self, factor: Self, _: Self, q: Self) -> Self {
        assert!((0..W).all(|i| factor.0[i] < q.0[i]), "a factor is below q");
        Self::montgomery(self.product(factor), q, q)
    }

    #[inline(never)]
    fn montgomery_product_by_one(self, factor: Self, times_q_inverse: Self, q: Self) -> Self {
        self.montgomery_product(factor, times_q_inverse, q)
    }

    #[inline(never)]
    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        let source = |i, more| {
            let (is_b, j) = exchange_source(W, D, i);
            if is_b { b.0[j + more] } else { a.0[j + more] }
        };
        (Self(core::array::from_fn(|i| source(i, 0))), Self(core::array::from_fn(|i| source(i, D))))
    }

    /// The bounds of one layer are the same in every lane of both vectors, so that their order makes no difference.
    #[inline(never)]
    fn revert_exchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        let largest = Self(core::array::from_fn(|_| a.0.into_iter().chain(b.0).max().expect("lanes")));
        (largest, largest)
    }

    fn exchange_all(a: Self, b: Self) -> (Self, Self) {
        Self::revert_exchange::<1>(a, b)
    }

    fn revert_exchanges(a: Self, b: Self) -> (Self, Self) {
        Self::revert_exchange::<1>(a, b)
    }
}

/// Bounds of the absolute values of words of 64 bits, or constants.
#[derive(Clone, Copy, Debug)]
struct Bounds64([i64; 8]);

impl Bounds64 {
    fn sums(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i].checked_add(other.0[i]).expect("a sum fits")))
    }
}

/// Never inlined, to limit the compile time.
impl I64Lanes for Bounds64 {
    type Proof = ();

    #[inline(never)]
    fn splat((): (), word: i64) -> Self {
        Self([word; 8])
    }

    #[inline(never)]
    fn load((): (), words: &[i64; 8]) -> Self {
        Self(*words)
    }

    #[inline(never)]
    fn load_narrow((): (), words: &[i32; 8]) -> Self {
        Self(words.map(|word| i64::from(word).abs()))
    }

    #[inline(never)]
    fn store_narrow(a: Self, b: Self, words: &mut [i32; 16]) {
        I64Lanes::store_narrow(a.0, b.0, words);
    }

    #[inline(never)]
    fn load_exchanged((): (), words: &[i32; 16]) -> (Self, Self) {
        let (a, b) = <[i64; 8]>::load_exchanged((), words);
        (Self(a.map(i64::abs)), Self(b.map(i64::abs)))
    }

    #[inline(never)]
    fn store_unexchanged(a: Self, b: Self, words: &mut [i32; 16]) {
        I64Lanes::store_unexchanged(a.0, b.0, words);
    }

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.sums(other)
    }

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.sums(other)
    }

    #[inline(never)]
    fn scaled(self, factor: Self, [offset, q, start]: [Self; 3]) -> Self {
        Self(core::array::from_fn(|i| {
            let (q, start) = (i128::from(q.0[i]), i128::from(start.0[i]));
            let [f, c] = [factor.0[i], offset.0[i]].map(|number| i128::from(number) * q % (1 << 52));
            let product = i128::from(self.0[i]) * f.min((1 << 52) - f);
            assert!(product <= c && c + product < 1 << 52, "a product of up to {product} is too large");
            i64::try_from((start + q - 1).max(-start)).expect("a word")
        }))
    }

    #[inline(never)]
    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        let (a, b) = <[i64; 8]>::exchange::<D>(a.0, b.0);
        (Self(a), Self(b))
    }
}

fn transforms_are_bounded<const W: usize, T: Tables<W>>() {
    let (input, mut output) = ([Q; N], [0; N]);
    lanes::ntt::<W, Bounds<W>, T>((), &input, &mut output);
    assert!(output.iter().all(|bound| *bound <= 9 * Q), "{output:?}");
    lanes::inverse_ntt::<W, Bounds<W>, T>((), &input, &mut output);
    assert!(output.iter().all(|bound| *bound < Q), "{output:?}");
}

#[test]
fn of_transforms() {
    transforms_are_bounded::<8, Eight>();
    transforms_are_bounded::<16, Sixteen>();
}

#[test]
fn of_transforms_with_52_bits() {
    let (input, mut output) = ([Q; N], [0; N]);
    lanes_52::ntt::<Bounds64, Eight52>((), &input, &mut output);
    assert!(output.iter().all(|bound| *bound <= 5 * Q), "{output:?}");
    lanes_52::inverse_ntt::<Bounds64, Eight52>((), &input, &mut output);
    assert!(output.iter().all(|bound| *bound <= Q / 2), "{output:?}");
}

/// The products of verification are the largest: seven of an element of Â and one of ẑ, and one of ĉ and t̂₁.
#[test]
fn of_inner_products() {
    let (a, z) = ([const { NttPoly([Q; N]) }; 7], [const { NttPoly([9 * Q; N]) }; 7]);
    let mut sum = NttPoly::ZERO;
    for (a, b) in [(&a[..], &z[..]), (&z[..1], &z[..1])] {
        lanes::inner_product::<8, Bounds<8>>((), &mut sum, a, b);
        assert!(sum.0.iter().all(|bound| *bound <= Q / 4 * 3));
        lanes::inner_product::<16, Bounds<16>>((), &mut sum, a, b);
        assert!(sum.0.iter().all(|bound| *bound <= Q / 4 * 3));
    }
}

/// A bound that is too large by one is found: what the test would miss otherwise.
#[test]
#[should_panic(expected = "overflows")]
fn a_missing_reduction_is_found() {
    let (input, mut output) = ([Q + (1 << 13); N], [0; N]);
    lanes::inverse_ntt::<8, Bounds<8>, Eight>((), &input, &mut output);
}

/// Differences that are too large for a product are found.
#[test]
#[should_panic(expected = "is too large")]
fn a_missing_reduction_with_52_bits_is_found() {
    let (input, mut output) = ([2 * Q; N], [0; N]);
    lanes_52::inverse_ntt::<Bounds64, Eight52>((), &input, &mut output);
}
