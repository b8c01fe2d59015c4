//! No limb overflows, whatever the operands: the algorithms over lanes run on intervals instead of numbers.
//!
//! A lane contains the lowest and the highest possible number, and an operation fails if for any two numbers in its
//! operands' intervals the result would overflow, be negative, or be too long for the multiplier. A run without failure
//! is a proof for all numbers in the initial intervals. (The tests on numbers check that the results are congruent to
//! the expected ones.)

use super::outlined::Outlined;
use crate::base::lanes::u52::U52Lanes;
use crate::base::lanes::u64::{WordLanes, WordLanesX8};
use crate::curve::curve25519::group::Point;
use crate::curve::curve25519::lanes::elements_u52::Constants;
use crate::curve::curve25519::lanes::field::{Fe, FieldLanes, FieldLanes52, Wide};
use crate::curve::curve25519::lanes::group::{CachedPoints, NielsPoints, Points};
use crate::curve::curve25519::lanes::{ladder, msm, point};

/// The largest carried limb. Loading it yields the interval of all carried limbs.
const ANY: u64 = (1 << 51) + (1 << 17) - 1;

/// The interval from the first number to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Interval(u64, u64);

impl Interval {
    fn of(word: u64) -> Self {
        Self(if word == ANY { 0 } else { word }, word)
    }

    fn is_known(self) -> bool {
        self.0 == self.1
    }

    fn union(self, other: Self) -> Self {
        Self(self.0.min(other.0), self.1.max(other.1))
    }

    /// Returns the sum. Digits of scalars, which are known, may wrap around.
    fn add(self, other: Self) -> Self {
        if self.is_known() && other.is_known() {
            return Self::of(self.0.wrapping_add(other.0));
        }
        Self(self.0 + other.0, self.1.checked_add(other.1).expect("a sum fits into a word"))
    }

    fn sub(self, other: Self) -> Self {
        if self.is_known() && other.is_known() {
            return Self::of(self.0.wrapping_sub(other.0));
        }
        Self(self.0.checked_sub(other.1).expect("a difference is not negative"), self.1 - other.0)
    }

    fn and(self, Self(mask, same): Self) -> Self {
        assert!(mask == same && (mask & (mask + 1)) == 0, "{mask:#x} is a mask of the lowest bits");
        if self.is_known() || self.1 <= mask { Self(self.0 & mask, self.1 & mask) } else { Self(0, mask) }
    }

    /// The lowest and the highest product.
    fn product(self, other: Self) -> [u128; 2] {
        assert!(self.1 >> 52 == 0 && other.1 >> 52 == 0, "{self:x?} and {other:x?} are factors");
        [u128::from(self.0) * u128::from(other.0), u128::from(self.1) * u128::from(other.1)]
    }

    fn low_product(self, other: Self) -> Self {
        let [low, high] = self.product(other);
        if high >> 52 == 0 { Self(low as u64, high as u64) } else { Self(0, (1 << 52) - 1) }
    }

    fn high_product(self, other: Self) -> Self {
        let [low, high] = self.product(other).map(|product| (product >> 52) as u64);
        Self(low, high)
    }
}

/// Lanes of intervals.
#[derive(Clone, Copy, Debug)]
struct Intervals<const N: usize>([Interval; N]);

impl<const N: usize> Intervals<N> {
    const ANY: Self = Self([Interval(0, ANY); N]);

    fn with(self, other: Self, op: impl Fn(Interval, Interval) -> Interval) -> Self {
        Self(core::array::from_fn(|i| op(self.0[i], other.0[i])))
    }

    fn choose(lanes: u8, if_clear: Self, if_set: Self) -> Self {
        Self(core::array::from_fn(|i| if lanes >> (i % 4) & 1 == 1 { if_set.0[i] } else { if_clear.0[i] }))
    }
}

/// Never inlined, to limit the compile time.
impl<const N: usize> WordLanes for Intervals<N> {
    type Proof = ();
    /// `None` if the bit is unknown.
    type Mask = [Option<bool>; N];
    type Words = [u64; N];

    #[inline(never)]
    fn splat((): (), word: u64) -> Self {
        Self([Interval::of(word); N])
    }

    #[inline(never)]
    fn load((): (), words: &[u64; N]) -> Self {
        Self(words.map(Interval::of))
    }

    /// Returns the highest number.
    #[inline(never)]
    fn store(self) -> [u64; N] {
        self.0.map(|Interval(_, high)| high)
    }

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.with(other, Interval::add)
    }

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.with(other, Interval::sub)
    }

    #[inline(never)]
    fn and(self, other: Self) -> Self {
        self.with(other, Interval::and)
    }

    #[inline(never)]
    fn shift_right<const S: u32>(self) -> Self {
        Self(self.0.map(|Interval(low, high)| Interval(low >> S, high >> S)))
    }

    #[inline(never)]
    fn add_product(self, a: Self, b: Self) -> Self {
        let product = a.with(b, |a, b| {
            assert!(a.1 >> 32 == 0 && b.1 >> 32 == 0 && a.1 * b.1 < 1 << 52, "{a:x?} and {b:x?} are short");
            Interval(a.0 * b.0, a.1 * b.1)
        });
        self.add(product)
    }

    #[inline(never)]
    fn equal(self, other: Self) -> [Option<bool>; N] {
        core::array::from_fn(|i| {
            let (a, b) = (self.0[i], other.0[i]);
            (a.is_known() && b.is_known()).then_some(a == b)
        })
    }

    /// A secret bit selects all or none.
    #[inline(never)]
    fn mask_of((): (), bits: u8) -> [Option<bool>; N] {
        core::array::from_fn(|i| (bits != 0 && bits != 0xff).then_some(bits >> i & 1 == 1))
    }

    #[inline(never)]
    fn select(mask: [Option<bool>; N], if_clear: Self, if_set: Self) -> Self {
        Self(core::array::from_fn(|i| match mask[i] {
            Some(false) => if_clear.0[i],
            Some(true) => if_set.0[i],
            None => if_clear.0[i].union(if_set.0[i]),
        }))
    }

    #[inline(never)]
    fn fill_in(self, mask: [Option<bool>; N], word: Self) -> Self {
        Self::select(mask, self, word)
    }

    #[inline(never)]
    fn lookup(self, index: Self) -> Self {
        Self(core::array::from_fn(|i| {
            let Interval(from, to) = index.0[i];
            // If a digit is 0, the index is −1, and the selected value is not used.
            let lanes = if to < N as u64 { from as usize..=to as usize } else { 0..=N - 1 };
            self.0[lanes].iter().copied().reduce(Interval::union).expect("an interval is not empty")
        }))
    }

    #[inline(never)]
    fn rotate_lanes<const K: i32>(self) -> Self {
        Self(core::array::from_fn(|i| self.0[(i + K as usize) % N]))
    }
}

impl<const N: usize> U52Lanes for Intervals<N> {
    #[inline(never)]
    fn mul_lo(a: Self, b: Self) -> Self {
        a.with(b, Interval::low_product)
    }

    #[inline(never)]
    fn mul_hi(a: Self, b: Self) -> Self {
        a.with(b, Interval::high_product)
    }

    #[inline(never)]
    fn add_lo(self, a: Self, b: Self) -> Self {
        self.add(Self::mul_lo(a, b))
    }

    #[inline(never)]
    fn add_hi(self, a: Self, b: Self) -> Self {
        self.add(Self::mul_hi(a, b))
    }

    #[inline(never)]
    fn add_sub<const LANES: u8>(self, other: Self) -> Self {
        self.add_sub_by(core::array::from_fn(|i| Some(LANES >> (i % 4) & 1 == 1)), other)
    }

    #[inline(never)]
    fn add_sub_by(self, mask: [Option<bool>; N], other: Self) -> Self {
        Self(core::array::from_fn(|i| match mask[i].expect("the lanes are known") {
            true => self.0[i].sub(other.0[i]),
            false => self.0[i].add(other.0[i]),
        }))
    }

    #[inline(never)]
    fn keep<const LANES: u8>(self) -> Self {
        Self::choose(LANES, Self::splat((), 0), self)
    }

    #[inline(never)]
    fn merge<const LANES: u8>(self, other: Self) -> Self {
        Self::choose(LANES, self, other)
    }

    #[inline(never)]
    fn swap_pairs(self) -> Self {
        Self(core::array::from_fn(|i| self.0[i ^ 1]))
    }

    #[inline(never)]
    fn swap_pairs_by(self, mask: [Option<bool>; N]) -> Self {
        Self::select(mask, Self::splat((), 0), self.swap_pairs())
    }

    #[inline(never)]
    fn permute<const LANES: i32>(self) -> Self {
        Self(core::array::from_fn(|i| self.0[i / 4 * 4 + (LANES as usize >> (2 * (i % 4)) & 3)]))
    }
}

impl WordLanesX8 for Intervals<8> {
    #[inline(never)]
    fn load_signed((): (), bytes: &[i8; 8]) -> Self {
        Self(bytes.map(|byte| Interval::of(i64::from(byte).cast_unsigned())))
    }

    #[inline(never)]
    fn shift_right_each(self, counts: Self) -> Self {
        self.with(counts, |Interval(low, high), Interval(count, _)| Interval(low >> count, high >> count))
    }

    #[inline(never)]
    fn load_transposed((): (), rows: [&[u64; 4]; 8]) -> [Self; 4] {
        core::array::from_fn(|word| Self(rows.map(|row| Interval::of(row[word]))))
    }

    #[inline(never)]
    fn store_transposed(vectors: [Self; 4]) -> [[u64; 4]; 8] {
        core::array::from_fn(|row| vectors.map(|vector| vector.store()[row]))
    }

    #[inline(never)]
    fn transpose(rows: [Self; 8]) -> [Self; 8] {
        core::array::from_fn(|lane| Self(rows.map(|row| row.0[lane])))
    }
}

type K = Outlined<Constants<Intervals<4>>>;

fn any() -> Fe<Intervals<4>> {
    Fe([Intervals::ANY; 5])
}

/// Asserts that every number in the intervals of the limbs is a carried element.
fn assert_carried<const N: usize>(elements: &[Fe<Intervals<N>>]) {
    for limb in elements.iter().flat_map(|element| element.0) {
        assert!(limb.0.iter().all(|Interval(_, high)| *high <= ANY), "{limb:x?}");
    }
}

fn highest(Wide(columns): &Wide<Intervals<4>>) -> u64 {
    columns.iter().flat_map(|column| column.store()).max().unwrap_or(0)
}

#[test]
fn products_of_carried_elements_fit_and_are_carried_in_one_pass() {
    let (k, a) = (K::new(()), any());
    let folded = k.fold(&a);
    let plain = [
        k.mul(&a, &folded),
        k.mul_short(&a, &folded),
        k.square(&a),
        k.square_short(&a),
        k.mul_small(&a, V::splat((), 1 << 20)),
    ];
    for product in plain {
        assert!(highest(&product) < 1 << 56);
        // Sums and differences of two products, as in the formulas, and four times one product.
        let four = product.add(&product).add(&product).add(&product);
        let biased = k.biased(&four).sub(&four);
        for sum in [product, four, biased, biased.add(&four)] {
            assert!(highest(&sum) < 1 << 63);
            assert_carried(&[k.carry(sum)]);
        }
    }
    for biased in [k.mul_biased(&a, &folded), k.mul_biased_short(&a, &folded)] {
        assert_carried(&[k.carry(biased.sub(&plain[0])), k.carry(biased.add(&plain[0])), k.carry(biased)]);
    }
    assert_carried(&[k.carry(k.biased(&a.wide()).sub(&a.wide())), k.carry(a.wide().add(&a.wide()))]);
    // A frozen element's limbs have 51 bits.
    assert!(k.freeze(&a).iter().flat_map(|limb| limb.store()).all(|limb| limb < 1 << 51));
    let top = V::splat((), (1 << 63) - 1);
    assert_carried(&[k.carry(Wide([top; 5]))]);
}

type V = Intervals<4>;

fn assert_points(Points { minus, plus, z, t }: &Points<V>) {
    assert_carried(&[*minus, *plus, *z, *t]);
}

#[test]
fn points_in_lanes_stay_carried() {
    let (k, a, unknown) = (K::new(()), any(), [None; 4]);
    let point = Points { minus: a, plus: a, z: a, t: a };
    let CachedPoints { minus, plus, z2, t2d } = point.cached((), &k);
    assert_carried(&[minus, plus, z2, t2d]);
    let (cached, niels) =
        (CachedPoints { minus: a, plus: a, z2: a, t2d: a }, NielsPoints { minus: a, plus: a, xy2d: a });
    assert_points(&point.double(&k));
    assert_points(&point.add(&k, &cached));
    assert_points(&point.add_signed(&k, &cached, unknown));
    assert_points(&point.add_niels_signed(&k, &niels, unknown));
    assert_points(&Points::from_niels((), &k, &niels, unknown));
    assert_points(&Points::load((), &k, &[[[(1 << 52) - 1; 5]; 4]; 4]));
    let mut stored = [[[0; 5]; 4]; 4];
    point.store(&k, &mut stored);
    assert!(stored.as_flattened().as_flattened().iter().all(|limb| *limb <= ANY));
}

/// The exchanges are unknown, so the result holds for every scalar.
#[test]
fn ladders_hold_for_any_coordinate() {
    let (scalar, u) = ([0x40; 32], [ANY; 5]);
    let (x, z) = ladder::ladder_x4::<V>((), &scalar, &u);
    assert!([x, z].as_flattened().iter().all(|limb| *limb <= ANY));
    let (xs, zs) = ladder::ladder_x8::<Outlined<Constants<Intervals<8>>>>((), [&scalar; 8], &[u; 8]);
    assert!([xs, zs].as_flattened().as_flattened().iter().all(|limb| *limb <= ANY));
}

/// Digits are known; the addends at each of them are not.
#[test]
fn sums_of_multiples_hold_for_any_points() {
    // Without optimisation every vector of a kernel has a stack slot.
    let large = std::thread::Builder::new().stack_size(256 << 20);
    large.spawn(sums_of_multiples).expect("a thread starts").join().expect("the sums hold");
}

fn sums_of_multiples() {
    let point: Point = [[ANY; 5]; 4];
    let fits = |point: &Point| assert!(point.as_flattened().iter().all(|limb| *limb <= ANY), "{point:x?}");
    for byte in [0x00, 0x0f, 0x35, 0x7f] {
        let scalar = [byte; 32];
        fits(&point::combination_vartime::<K, 2>((), [&scalar; 2], [&point; 2], &scalar));
        fits(&point::mul::<K>((), &scalar, &point));
        let mut windows = [[point; 8]; msm::GROUPS];
        msm::window_sums_vartime::<Outlined<Constants<Intervals<8>>>>((), &[scalar; 9], &[point; 9], &mut windows);
        fits(&point::horner::<K>((), &windows, &msm::WIDTHS));
    }
    point::window_points::<K>((), &point).iter().for_each(fits);
}

/// The basis of the proofs: an interval that is too wide is detected.
#[test]
#[should_panic(expected = "are factors")]
fn sums_are_no_factors() {
    let (k, a) = (K::new(()), any());
    let sum = Fe(a.wide().add(&a.wide()).0);
    k.mul(&sum, &k.fold(&a));
}

#[test]
#[should_panic(expected = "a difference is not negative")]
fn differences_need_a_bias() {
    let (k, a) = (K::new(()), any());
    let product = k.mul(&a, &k.fold(&a));
    let _ = product.sub(&product);
}
