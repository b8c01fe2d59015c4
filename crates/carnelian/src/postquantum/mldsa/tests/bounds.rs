//! Nothing overflows, whatever the residues: the algorithms over lanes run on bounds instead of numbers.
//!
//! A lane contains a bound of the absolute value of a word, and an operation fails if its result could overflow. A run
//! without failure is a proof for all numbers within the initial bounds.

use crate::base::lanes::{I32Lanes, exchange_source};
use crate::postquantum::mldsa::ring::lanes::{self, Eight, Sixteen, Tables};
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
    fn montgomery_product_by_one(self, factor: Self, by_q: Self, q: Self) -> Self {
        self.montgomery_product(factor, by_q, q)
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
    fn unexchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        let largest = Self(core::array::from_fn(|_| a.0.into_iter().chain(b.0).max().expect("lanes")));
        (largest, largest)
    }

    fn exchange_all(a: Self, b: Self) -> (Self, Self) {
        Self::unexchange::<1>(a, b)
    }

    fn unexchange_all(a: Self, b: Self) -> (Self, Self) {
        Self::unexchange::<1>(a, b)
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
