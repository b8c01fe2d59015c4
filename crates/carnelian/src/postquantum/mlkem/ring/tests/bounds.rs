//! The bounds of the lazy reductions, proved: the arithmetic itself runs on intervals, one for each lane, and so for
//! every input at once. A sum that may leave 16 or 32 bits ends the test.

use crate::base::lanes::i16::I16Lanes;
use crate::postquantum::mlkem::ring::arithmetic;
use crate::postquantum::mlkem::ring::polynomial::{Coefficients as _, Factor, NttPoly, Poly, Q};
use crate::postquantum::mlkem::ring::tables::Layers;
use core::array::from_fn;
use core::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// The integers from `low` to `high`. What was computed from one integer alone has it as `of`.
#[derive(Clone, Copy)]
struct Interval {
    low: i64,
    high: i64,
    name: u64,
    of: Option<Origin>,
}

/// A function of one integer, with the name of that integer's interval.
#[derive(Clone, Copy)]
struct Origin {
    name: u64,
    function: fn(i64, i64, i64) -> i64,
    constants: [i64; 2],
}

std::thread_local! {
    static NAMES: Cell<u64> = const { Cell::new(0) };
    /// The intervals in memory, by address.
    static MEMORY: RefCell<BTreeMap<usize, Interval>> = const { RefCell::new(BTreeMap::new()) };
    /// Whether [`I16Lanes::mul_round`] returns zeros, so that reductions do nothing.
    static WITHOUT_REDUCTIONS: Cell<bool> = const { Cell::new(false) };
}

impl Interval {
    fn new(low: i64, high: i64) -> Self {
        assert!(i64::from(i16::MIN) <= low && low <= high && high <= i64::from(i16::MAX), "{low}..={high}");
        NAMES.set(NAMES.get() + 1);
        Self { low, high, name: NAMES.get(), of: None }
    }

    fn any() -> Self {
        Self::new(i16::MIN.into(), i16::MAX.into())
    }

    fn constant(self) -> i64 {
        assert_eq!(self.low, self.high, "a factor that is not a constant");
        self.low
    }

    /// Returns the range of the products with another interval.
    fn products(self, other: Self) -> [i64; 2] {
        let corners = [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high];
        [corners.into_iter().min().unwrap(), corners.into_iter().max().unwrap()]
    }

    fn with_origin(self, name: u64, function: fn(i64, i64, i64) -> i64, constants: [i64; 2]) -> Self {
        Self { of: Some(Origin { name, function, constants }), ..self }
    }

    /// Returns the range of x + sign · f(x) if the other interval is that of f(x), else of the sum or difference.
    fn combined(self, other: Self, sign: i64) -> Self {
        if let Some(Origin { name, function, constants: [c, d] }) = other.of
            && name == self.name
        {
            let values = (self.low..=self.high).map(|x| x + sign * function(x, c, d));
            return Self::new(values.clone().min().unwrap(), values.max().unwrap());
        }
        let ends = [sign * other.low, sign * other.high];
        Self::new(self.low + ends[0].min(ends[1]), self.high + ends[0].max(ends[1]))
    }
}

fn wrapped(x: i64) -> i64 {
    i64::from(x as i16)
}

#[derive(Clone, Copy)]
struct Intervals<const W: usize>([Interval; W]);

impl<const W: usize> Intervals<W> {
    fn map(self, other: Self, f: impl Fn(Interval, Interval) -> Interval) -> Self {
        Self(from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl<const W: usize> I16Lanes<W> for Intervals<W> {
    type Proof = ();
    /// The ends of 32-bit integers, at even indices.
    type Pairs = [[i64; 2]; W];

    fn load((): (), integers: &[i16; W]) -> Self {
        MEMORY.with_borrow(|memory| {
            Self(from_fn(|i| {
                let address = (&raw const integers[i]).addr();
                let value = i64::from(integers[i]);
                memory.get(&address).copied().unwrap_or_else(|| Interval::new(value, value))
            }))
        })
    }

    fn store(self, integers: &mut [i16; W]) {
        MEMORY.with_borrow_mut(|memory| {
            memory.extend((0..W).map(|i| ((&raw const integers[i]).addr(), self.0[i])));
        });
    }

    fn splat((): (), integer: i16) -> Self {
        Self([Interval::new(integer.into(), integer.into()); W])
    }

    fn add(self, other: Self) -> Self {
        self.map(other, |a, b| a.combined(b, 1))
    }

    fn sub(self, other: Self) -> Self {
        self.map(other, |a, b| a.combined(b, -1))
    }

    /// With a constant, of a sign.
    fn and(self, other: Self) -> Self {
        self.map(other, |a, b| {
            let (mask, origin) = (b.constant(), a.of.expect("only signs are masked"));
            Interval::new(0, mask).with_origin(origin.name, |x, mask, _| if x < 0 { mask } else { 0 }, [mask, 0])
        })
    }

    fn mul_low(self, other: Self) -> Self {
        self.map(other, |a, b| match (a.of, b.low == b.high) {
            (Some(Origin { name, function, constants: [c, _] }), true) => {
                assert_eq!(function(100, c, 0), rounded(100, c, 0), "only roundings are multiplied");
                Interval::any().with_origin(name, |x, c, d| wrapped(rounded(x, c, 0) * d), [c, b.low])
            }
            _ => Interval::any(),
        })
    }

    fn mul_high(self, other: Self) -> Self {
        self.map(other, |a, b| {
            let [low, high] = a.products(b);
            Interval::new(low >> 16, high >> 16)
        })
    }

    fn mul_round(self, other: Self) -> Self {
        self.map(other, |a, b| {
            let constant = if WITHOUT_REDUCTIONS.get() { 0 } else { b.constant() };
            Interval::any().with_origin(a.name, rounded, [constant, 0])
        })
    }

    fn shift_left<const S: i32>(self) -> Self {
        unreachable!("the arithmetic does not shift")
    }

    fn sign(self) -> Self {
        Self(self.0.map(|a| Interval::new(-1, 0).with_origin(a.name, |x, _, _| x >> 15, [0, 0])))
    }

    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        let (c, d) = (
            from_fn(|i| if i & D == 0 { a.0[i] } else { b.0[i - D] }),
            from_fn(|i| if i & D == 0 { a.0[i + D] } else { b.0[i] }),
        );
        (Self(c), Self(d))
    }

    fn exchanges(mut a: Self, mut b: Self) -> (Self, Self) {
        if W > 16 {
            (a, b) = Self::exchange::<16>(a, b);
        }
        (a, b) = Self::exchange::<8>(a, b);
        (a, b) = Self::exchange::<4>(a, b);
        Self::exchange::<2>(a, b)
    }

    fn revert_exchanges(mut a: Self, mut b: Self) -> (Self, Self) {
        (a, b) = Self::exchange::<2>(a, b);
        (a, b) = Self::exchange::<4>(a, b);
        (a, b) = Self::exchange::<8>(a, b);
        if W > 16 { Self::exchange::<16>(a, b) } else { (a, b) }
    }

    fn swap_neighbours(self) -> Self {
        Self(from_fn(|i| self.0[i ^ 1]))
    }

    fn merge_odd(self, other: Self) -> Self {
        Self(from_fn(|i| if i % 2 == 0 { self.0[i] } else { other.0[i] }))
    }

    fn mul_pairs(self, other: Self) -> [[i64; 2]; W] {
        let products = |i: usize| self.0[i].products(other.0[i]);
        let pairs =
            from_fn(|i| if i % 2 == 0 { [0, 1].map(|end| products(i)[end] + products(i + 1)[end]) } else { [0; 2] });
        Self::add_pairs(pairs, [[0; 2]; W])
    }

    fn add_pairs(a: [[i64; 2]; W], b: [[i64; 2]; W]) -> [[i64; 2]; W] {
        from_fn(|i| {
            let sums = [0, 1].map(|end| a[i][end] + b[i][end]);
            assert!(sums.iter().all(|sum| i32::try_from(*sum).is_ok()), "{sums:?}");
            sums
        })
    }

    fn low_halves(_: [[i64; 2]; W], _: [[i64; 2]; W]) -> Self {
        Self([Interval::any(); W])
    }

    fn high_halves(even: [[i64; 2]; W], odd: [[i64; 2]; W]) -> Self {
        let half = |[low, high]: [i64; 2]| Interval::new(low >> 16, high >> 16);
        Self(from_fn(|i| half(if i % 2 == 0 { even[i] } else { odd[i - 1] })))
    }

    fn join<const D: i32>(self, _: &mut [u64]) {
        unreachable!("the arithmetic does not pack")
    }

    fn split<const D: i32>((): (), _: &[u64]) -> Self {
        unreachable!("the arithmetic does not unpack")
    }
}

/// (x c + 2^14) / 2^15
fn rounded(x: i64, c: i64, _: i64) -> i64 {
    (x * c + (1 << 14)) >> 15
}

/// Says that each integer in memory is between -`most` and `most`, or from 0 on.
fn assume(integers: &[i16], least: i64, most: i64) {
    MEMORY.with_borrow_mut(|memory| {
        memory.extend(integers.iter().map(|integer| ((&raw const *integer).addr(), Interval::new(least, most))));
    });
}

/// Returns the greatest absolute value that an integer in memory may have.
fn greatest(integers: &[i16]) -> i64 {
    MEMORY.with_borrow(|memory| {
        let ends = integers.iter().map(|integer| memory[&(&raw const *integer).addr()]);
        ends.map(|interval| interval.high.max(-interval.low)).max().unwrap()
    })
}

const Q64: i64 = Q as i64;

/// Runs every function at the ends of what it is promised, in the order of an encryption with four products.
fn bounds<const W: usize>() {
    let (forward, inverse) = (Layers::forward::<W>(), Layers::inverse::<W>());
    let (f, mut f_hat) = (Poly::ZERO, NttPoly::ZERO);
    assume(&f.0, -Q64, Q64);
    arithmetic::ntt::<Intervals<W>, W>((), &forward, &f, &mut f_hat);
    assert!(greatest(&f_hat.0) < 8 * Q64, "{}", greatest(&f_hat.0));

    assume(&f_hat.0, 1 - 8 * Q64, 8 * Q64 - 1);
    let mut factors = [Factor::ZERO; 4];
    for factor in &mut factors {
        arithmetic::factor::<Intervals<W>, W>((), &f_hat, factor);
        assert!(greatest(&factor.constant) < 8 * Q64);
    }
    let (a, mut product) = ([NttPoly::ZERO; 4], NttPoly::ZERO);
    a.iter().for_each(|a| assume(&a.0, 0, 4095));
    arithmetic::inner_product::<Intervals<W>, W>((), &a, &factors, &mut product);
    assert!(2 * greatest(&product.0) <= 9 * Q64, "{}", greatest(&product.0));

    let mut t = NttPoly::ZERO;
    assume(&t.0, 1 - 8 * Q64, 8 * Q64 - 1);
    arithmetic::add_to_product::<Intervals<W>, W>((), &product, &mut t);
    assert!(greatest(&t.0) < Q64);

    let mut g = Poly::ZERO;
    assume(&product.0, -9 * Q64 / 2, 9 * Q64 / 2);
    assume(&g.0, -Q64, Q64);
    arithmetic::add_inverse_ntt::<Intervals<W>, W>((), &inverse, &mut product, &mut g);
    assert!(greatest(&g.0) < 2 * Q64, "{}", greatest(&g.0));
}

/// Runs on a thread with a stack for vectors of intervals, and returns whether it ended without an overflow.
fn holds(with_reductions: bool, bounds: fn()) -> bool {
    let run = move || {
        WITHOUT_REDUCTIONS.set(!with_reductions);
        bounds();
    };
    std::thread::Builder::new().stack_size(64 << 20).spawn(run).unwrap().join().is_ok()
}

#[test]
fn no_sum_overflows() {
    assert!(holds(true, bounds::<16>));
    assert!(holds(true, bounds::<32>));
}

/// The test finds a reduction that is missing.
#[test]
fn without_reductions_a_sum_overflows() {
    assert!(!holds(false, bounds::<16>));
}
