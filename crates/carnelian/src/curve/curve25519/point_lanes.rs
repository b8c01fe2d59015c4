//! One point over four lanes, a coordinate in each: for what cannot be done eight at a time.
//!
//! The formulas are those of [`group`](super::group), whose products come in two levels of four. The first level of an
//! addition takes Y − X, Y + X, T, Z of both points, that of a doubling X, Y, Z, T and X, Y, Z, Z, which gives X², Y², Z²
//! and, since TZ = XY, the product XY. The second level is X = EF, Y = GH, Z = FG, T = EH.

use super::fe_5x51_lanes::{Constants, Fe, Wide};
use super::field::Packed;
use super::group::{PackedNiels, Point};
use super::prepared::{DIGITS, Parts};
use super::recode::{magnitude, naf_vartime, radix16};
use super::tables;
use crate::base::lanes::U52Lanes;

/// The numbers of four lanes, as [`U52Lanes::permute`] takes them.
const fn lanes(a: i32, b: i32, c: i32, d: i32) -> i32 {
    a | b << 2 | c << 4 | d << 6
}

const E_G_F_E: i32 = lanes(0, 3, 2, 0);
const F_H_G_H: i32 = lanes(2, 1, 3, 1);

/// Lanes X, Y, Z, T.
#[derive(Clone, Copy)]
struct Coordinates<V>(Fe<V>);

/// As second operand: lanes Y − X, Y + X, 2dT, 2Z.
#[derive(Clone, Copy)]
struct Cached<V>(Fe<V>);

/// The constants of the field with the biases that the formulas need.
struct Formulas<V> {
    /// For what is taken from a sum.
    every: Constants<V>,
    /// For the first level of an addition, where lanes 1 and 3 are what the other two are taken from.
    add: Constants<V>,
    /// For the first level of a doubling, where lanes 1 and 2 are.
    double: Constants<V>,
    /// [1, 1, 2d, 2].
    caching: Fe<V>,
}

impl<V: U52Lanes<Words = [u64; 4]>> Formulas<V> {
    #[inline(always)]
    fn new(proof: V::Proof) -> Self {
        Self {
            every: Constants::new(proof),
            add: Constants::biased_in::<0b1010>(proof),
            double: Constants::biased_in::<0b0110>(proof),
            caching: Fe::load(proof, &[[1, 0, 0, 0, 0], [1, 0, 0, 0, 0], tables::D2, [2, 0, 0, 0, 0]]),
        }
    }

    #[inline(always)]
    fn load(&self, proof: V::Proof, point: &Point) -> Coordinates<V> {
        Coordinates(self.every.carry(Wide::load(proof, point)))
    }

    /// [Y − X, Y + X, T, Z]
    #[inline(always)]
    fn first_operand(&self, Coordinates(p): &Coordinates<V>) -> Fe<V> {
        let (y, x) = (p.permute::<{ lanes(1, 1, 3, 2) }>(), p.permute::<{ lanes(0, 0, 0, 0) }>());
        self.every.carry(self.every.biased(&y.wide()).add_sub::<0b0001>(&x.wide().keep::<0b0011>()))
    }

    #[inline(always)]
    fn cached(&self, p: &Coordinates<V>) -> Cached<V> {
        let operand = self.first_operand(p);
        Cached(self.every.carry(self.every.mul_short(&operand, &self.every.fold(&self.caching))))
    }

    /// `p` + `q`.
    #[inline(always)]
    fn add(&self, p: &Coordinates<V>, Cached(q): &Cached<V>) -> Coordinates<V> {
        let efgh = self.sums(p, q);
        self.second_level(&efgh.permute::<E_G_F_E>(), &efgh.permute::<F_H_G_H>())
    }

    /// `p` − `q`: Y − X and Y + X of `q` change places, and so do F and G.
    #[inline(always)]
    fn sub(&self, p: &Coordinates<V>, Cached(q): &Cached<V>) -> Coordinates<V> {
        let efgh = self.sums(p, &q.permute::<{ lanes(1, 0, 2, 3) }>());
        self.second_level(&efgh.permute::<{ lanes(0, 2, 3, 0) }>(), &efgh.permute::<{ lanes(3, 1, 2, 1) }>())
    }

    /// The first level of an addition: [A, B, C, D] gives [B − A, B + A, D − C, D + C] = [E, H, F, G].
    #[inline(always)]
    fn sums(&self, p: &Coordinates<V>, q: &Fe<V>) -> Fe<V> {
        let abcd = self.add.mul_biased_short(&self.first_operand(p), &self.add.fold(q));
        self.add.carry(abcd.swap_pairs().add_sub::<0b0101>(&abcd))
    }

    /// [E, G, F, E] and [F, H, G, H] give [X, Y, Z, T].
    #[inline(always)]
    fn second_level(&self, a: &Fe<V>, b: &Fe<V>) -> Coordinates<V> {
        Coordinates(self.every.carry(self.every.mul_short(a, &self.every.fold(b))))
    }

    /// 2·`p`.
    #[inline(always)]
    fn double(&self, Coordinates(p): &Coordinates<V>) -> Coordinates<V> {
        // [X², Y², Z², XY]
        let products = self.double.mul_biased_short(p, &self.double.fold(&p.permute::<{ lanes(0, 1, 2, 2) }>()));
        // [Y² − X², Y² + X², 2Z², 2XY] = [G, H, 2Z², E]
        let (a, b) = (products.permute::<{ lanes(1, 1, 2, 3) }>(), products.permute::<{ lanes(0, 0, 2, 3) }>());
        let ghze = a.add_sub::<0b0001>(&b);
        // F = 2Z² − G
        let ghfe = self.every.carry(ghze.sub(&ghze.permute::<{ lanes(0, 0, 0, 0) }>().keep::<0b0100>()));
        self.second_level(&ghfe.permute::<{ lanes(3, 0, 2, 3) }>(), &ghfe.permute::<{ lanes(2, 1, 0, 1) }>())
    }

    /// An affine multiple of the base point, from the tables.
    #[inline(always)]
    fn niels(&self, proof: V::Proof, [plus, minus, xy2d]: &PackedNiels) -> Cached<V> {
        Cached(Fe::load(proof, &[*minus, *plus, *xy2d, [2, 0, 0, 0, 0]]))
    }
}

impl<V: U52Lanes<Words = [u64; 4]>> Coordinates<V> {
    #[inline(always)]
    fn identity(proof: V::Proof) -> Self {
        Self(Fe::load(proof, &super::group::IDENTITY))
    }

    #[inline(always)]
    fn store(&self) -> Point {
        let mut point: [Packed; 4] = [[0; 5]; 4];
        self.0.store(&mut point);
        point
    }
}

/// `a`·`point` + `b`·B for numbers below 2²⁵⁵, in non-adjacent forms. Takes time that depends on everything.
#[inline(always)]
pub(super) fn double_scalar_mul_base_vartime<V: U52Lanes<Words = [u64; 4]>>(
    proof: V::Proof,
    a: &[u8; 32],
    point: &Point,
    b: &[u8; 32],
) -> Point {
    let formulas = Formulas::<V>::new(proof);
    let (a_digits, b_digits) = (naf_vartime(a, 5), naf_vartime(b, 8));
    let point = formulas.load(proof, point);
    let twice = formulas.cached(&formulas.double(&point));
    let mut odd = [formulas.cached(&point); 8];
    let mut multiple = point;
    for odd in &mut odd[1..] {
        multiple = formulas.add(&multiple, &twice);
        *odd = formulas.cached(&multiple);
    }
    let length = (0..257).rev().find(|i| a_digits[*i] != 0 || b_digits[*i] != 0).map_or(0, |top| top + 1);
    let mut sum = Coordinates::identity(proof);
    for i in (0..length).rev() {
        sum = formulas.double(&sum);
        let (a, b) = (a_digits[i], b_digits[i]);
        if a != 0 {
            let multiple = &odd[usize::from(a.unsigned_abs()) / 2];
            sum = if a > 0 { formulas.add(&sum, multiple) } else { formulas.sub(&sum, multiple) };
        }
        if b != 0 {
            let multiple = formulas.niels(proof, &tables::BASE_ODD[usize::from(b.unsigned_abs()) / 2]);
            sum = if b > 0 { formulas.add(&sum, &multiple) } else { formulas.sub(&sum, &multiple) };
        }
    }
    sum.store()
}

/// The sum of the parts. Takes time that depends on everything.
#[inline(always)]
pub(super) fn sum_prepared_vartime<V: U52Lanes<Words = [u64; 4]>>(proof: V::Proof, parts: &Parts<'_>) -> Point {
    let formulas = Formulas::<V>::new(proof);
    let mut sum = Coordinates::identity(proof);
    for i in (0..DIGITS).rev() {
        sum = formulas.double(&sum);
        for (table, digits) in parts {
            let digit = digits[i];
            if digit != 0 {
                let multiple = formulas.niels(proof, &table[usize::from(digit.unsigned_abs()) / 2]);
                sum = if digit > 0 { formulas.add(&sum, &multiple) } else { formulas.sub(&sum, &multiple) };
            }
        }
    }
    sum.store()
}

/// `scalar`·`point` for a number below 2²⁵⁵. Constant time.
#[inline(always)]
pub(super) fn mul<V: U52Lanes<Words = [u64; 4]>>(proof: V::Proof, scalar: &[u8; 32], point: &Point) -> Point {
    let formulas = Formulas::<V>::new(proof);
    let digits = radix16(scalar);
    let point = formulas.load(proof, point);
    let once = formulas.cached(&point);
    // 1·P to 8·P.
    let mut table = [once; 8];
    let mut multiple = point;
    for entry in &mut table[1..] {
        multiple = formulas.add(&multiple, &once);
        *entry = formulas.cached(&multiple);
    }
    let mut sum = Coordinates::identity(proof);
    for digit in digits.iter().rev() {
        for _ in 0..4 {
            sum = formulas.double(&sum);
        }
        sum = formulas.add(&sum, &choose(proof, &formulas, &table, *digit));
    }
    sum.store()
}

/// The multiple `digit` of the point whose multiples 1 to 8 are in the table, of which every entry is read.
#[inline(always)]
fn choose<V: U52Lanes<Words = [u64; 4]>>(
    proof: V::Proof,
    formulas: &Formulas<V>,
    table: &[Cached<V>; 8],
    digit: i8,
) -> Cached<V> {
    let (magnitude, negative) = magnitude(digit);
    let magnitude = V::splat(proof, u64::from(magnitude));
    // The neutral element: [1, 1, 0, 2].
    let one = [1, 0, 0, 0, 0];
    let mut chosen = Fe::load(proof, &[one, one, [0; 5], [2, 0, 0, 0, 0]]);
    for (multiple, entry) in (1..).zip(table) {
        chosen = Fe::select(magnitude.equal(V::splat(proof, multiple)), &chosen, &entry.0);
    }
    // −(x, y) = (−x, y): Y − X and Y + X change places, and 2dT changes its sign.
    let swapped = chosen.permute::<{ lanes(1, 0, 2, 3) }>();
    let zero = Fe::splat(proof, &[0; 5]).wide();
    let minus_t = formulas.every.carry(formulas.every.biased(&zero).sub(&chosen.wide()));
    let negated = swapped.merge::<0b0100>(&minus_t);
    Cached(Fe::select(V::mask_of(proof, negative.mask()), &chosen, &negated))
}

/// The sum of the windows, each taken as many times as the bits below it say: a window of group g has `widths[g]` bits.
/// Takes time that depends on the widths alone.
#[inline(always)]
pub(super) fn horner<V: U52Lanes<Words = [u64; 4]>>(proof: V::Proof, groups: &[[Point; 8]], widths: &[u32]) -> Point {
    let formulas = Formulas::<V>::new(proof);
    let mut sum = Coordinates::identity(proof);
    for (windows, width) in groups.iter().zip(widths).rev() {
        for window in windows.iter().rev() {
            for _ in 0..*width {
                sum = formulas.double(&sum);
            }
            sum = formulas.add(&sum, &formulas.cached(&formulas.load(proof, window)));
        }
    }
    sum.store()
}
