//! Divsteps on the low words of two integers. The inner 20-step loop is per backend.
//!
//! 20 steps depend on 20 bits. They are [`Packed`] together with the factors that the steps accumulate. Applying the
//! factors to the low words yields the words after the steps, with 20 fewer correct bits, for the next 20 steps.

use crate::base::ct::Choice;

/// The effect of steps on (f, g), times a power of two: f ← u·f + v·g, g ← q·f + r·g.
#[derive(Clone, Copy)]
#[cfg_attr(test, derive(Debug, PartialEq, Eq))]
pub(crate) struct Matrix {
    pub(crate) u: i64,
    pub(crate) v: i64,
    pub(crate) q: i64,
    pub(crate) r: i64,
}

/// Numbers of 20 bits packed with their factors: F = f − 2⁴¹u − 2⁶²v before 20 steps, f − 2²¹u − 2⁴²v after them, and G
/// likewise with g, q and r. Steps, including the halving, act on the packed number as on f, so a step takes one
/// addition instead of three. F is odd, so ⌊F/2⌋ determines it.
#[derive(Clone, Copy)]
#[cfg_attr(test, derive(Debug, PartialEq, Eq))]
pub(crate) struct Packed {
    pub(crate) half_f: i64,
    pub(crate) g: i64,
}

/// Returns all ones for a negative number, else all zeros. The optimiser cannot see that there are only two values.
#[inline(always)]
pub(crate) fn sign(word: i64) -> i64 {
    Choice::from_lsb((word as u64) >> 63).mask::<u64>() as i64
}

/// Computes 60 divsteps on the low words of f and g, whose low 60 bits must be correct; f is odd. `zeta` and the first
/// result are −δ − 1/2 before and after the steps. The matrix is times 2⁶². `divsteps_20` computes 20 divsteps.
#[inline(always)]
pub(crate) fn divsteps_60(
    zeta: i64,
    f: i64,
    g: i64,
    divsteps_20: impl Fn(i64, Packed) -> (i64, Packed),
) -> (i64, Matrix) {
    let (zeta, after) = divsteps_20(zeta, Packed::new(f, g));
    let first = after.matrix();
    let (f, g) = first.applied_to_words(f, g);
    let (zeta, after) = divsteps_20(zeta, Packed::new(f, g));
    let second = after.matrix();
    let (f, g) = second.applied_to_words(f, g);
    let (zeta, after) = divsteps_20(zeta, Packed::new(f, g));
    let Matrix { u, v, q, r } = after.matrix().after(&second).after(&first);
    (zeta, Matrix { u: u << 2, v: v << 2, q: q << 2, r: r << 2 })
}

impl Packed {
    #[inline(always)]
    fn new(f: i64, g: i64) -> Self {
        const MASK_20: i64 = (1 << 20) - 1;
        let (f, g) = ((f & MASK_20) - (1 << 41), (g & MASK_20) - (1 << 62));
        Self { half_f: f >> 1, g }
    }

    /// Returns the factors after 20 steps, times 2²⁰. They are above −2²⁰ and at most 2²⁰, so their negatives are
    /// fields of 21 bits once the bits below them are made nonnegative.
    ///
    /// Proof: in each row |u| + |v| ≤ 2²⁰, so if a factor is −2²⁰, the other one is 0. That is impossible in g's row,
    /// whose second factor is odd: it starts as 1, and f's factor, which is added to it, is even. f's row is a power of
    /// two times a former row of g, or times its own initial value, which is positive.
    #[inline(always)]
    fn matrix(self) -> Matrix {
        let factors = |packed: i64| {
            let above_f = packed + (1 << 20);
            let u = (above_f << 22) >> 43;
            let v = (above_f + (1 << 41)) >> 42;
            (-u, -v)
        };
        let ((u, v), (q, r)) = (factors(self.half_f << 1 | 1), factors(self.g));
        Matrix { u, v, q, r }
    }
}

impl Matrix {
    /// Returns f and g after these 20 steps, with 20 fewer correct bits.
    #[inline(always)]
    fn applied_to_words(&self, f: i64, g: i64) -> (i64, i64) {
        let sum = |a: i64, b: i64| a.wrapping_mul(f).wrapping_add(b.wrapping_mul(g)) >> 20;
        (sum(self.u, self.v), sum(self.q, self.r))
    }

    /// Returns the effect of the steps of `first` followed by these.
    #[inline(always)]
    fn after(&self, first: &Self) -> Self {
        let sum = |a: i64, x: i64, b: i64, y: i64| a * x + b * y;
        Self {
            u: sum(self.u, first.u, self.v, first.q),
            v: sum(self.u, first.v, self.v, first.r),
            q: sum(self.q, first.u, self.r, first.q),
            r: sum(self.q, first.v, self.r, first.r),
        }
    }
}
