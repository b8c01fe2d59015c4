//! One point over four lanes, a coordinate in each, for operations that cannot be done eight at a time.
//!
//! The formulas are those of [`group`](super::group), whose products form two levels of four. The first level of an
//! addition multiplies Y − X, Y + X, T, Z of both points, that of a doubling squares X, Y, Z, X + Y. The second level
//! is X = EF, Y = GH, Z = FG, T = EH. Its results are carried when they are used, since each first level starts with
//! sums of them.

use super::field::{Fe, FieldLanes, FieldLanesX4, Proof, Wide};
use crate::base::lanes::u52::U52Lanes;
use crate::base::lanes::u64::WordLanes;
use crate::curve::arithmetic::recode::{length, magnitude, naf_vartime, radix16};
use crate::curve::curve25519::field::Packed;
use crate::curve::curve25519::group::scalar_mul::{Part, base_parts_vartime};
use crate::curve::curve25519::group::{PackedNiels, Point};

/// The indices of four lanes, in the form of [`U52Lanes::permute`].
const fn lanes(a: i32, b: i32, c: i32, d: i32) -> i32 {
    a | b << 2 | c << 4 | d << 6
}

/// Lanes X, Y, Z, T. Columns are those of a product, or shorter.
#[derive(Clone, Copy)]
struct Coordinates<V>(Wide<V>);

/// A second operand: lanes Y − X, Y + X, −2dT, 2Z.
///
/// With d = −121665/121666 these are, up to a common factor, small multiples: 121666 of Y − X and Y + X, 2·121665 of T,
/// and 2·121666 of Z.
#[derive(Clone, Copy)]
struct Cached<V>(Fe<V>);

/// The constants of the field with the biases that the formulas need.
struct Formulas<K: FieldLanes> {
    /// The constants for subtracting from a sum.
    every: K,
    /// The constants for the first level of an addition, where the other lanes are subtracted from lanes 1 and 3.
    add: K,
    /// 121666·[1, 1, −2d, 2].
    caching: K::Word,
}

impl<K: FieldLanesX4> Formulas<K> {
    #[inline(always)]
    fn new(proof: Proof<K>) -> Self {
        Self {
            every: K::new(proof),
            add: K::biased_in::<0b1010>(proof),
            caching: K::Word::load(proof, &[121_666, 121_666, 2 * 121_665, 2 * 121_666]),
        }
    }

    #[inline(always)]
    fn load(&self, proof: Proof<K>, point: &Point) -> Coordinates<K::Word> {
        Coordinates(Wide::load(proof, point))
    }

    /// Returns [Y − X, Y + X, T, Z].
    #[inline(always)]
    fn first_operand(&self, Coordinates(p): &Coordinates<K::Word>) -> Fe<K::Word> {
        let (y, x) = (p.permute::<{ lanes(1, 1, 3, 2) }>(), p.permute::<{ lanes(0, 0, 0, 0) }>());
        self.every.carry(self.every.biased(&y).add_sub::<0b0001>(&x.keep::<0b0011>()))
    }

    #[inline(always)]
    fn cached(&self, p: &Coordinates<K::Word>) -> Cached<K::Word> {
        let operand = self.first_operand(p);
        Cached(self.every.carry(self.every.mul_small(&operand, self.caching)))
    }

    /// Returns `p` + `q`.
    #[inline(always)]
    fn add(&self, p: &Coordinates<K::Word>, Cached(q): &Cached<K::Word>) -> Coordinates<K::Word> {
        let ehgf = self.sums(p, q);
        self.second_level(&ehgf.permute::<{ lanes(0, 2, 3, 0) }>(), &ehgf.permute::<{ lanes(3, 1, 2, 1) }>())
    }

    /// Returns `p` − `q`: Y − X and Y + X of `q` are exchanged, and so are F and G.
    #[inline(always)]
    fn sub(&self, p: &Coordinates<K::Word>, Cached(q): &Cached<K::Word>) -> Coordinates<K::Word> {
        let ehfg = self.sums(p, &q.permute::<{ lanes(1, 0, 2, 3) }>());
        self.second_level(&ehfg.permute::<{ lanes(0, 3, 2, 0) }>(), &ehfg.permute::<{ lanes(2, 1, 3, 1) }>())
    }

    /// Computes the first level of an addition: from [A, B, −C, D], [B − A, B + A, D + C, D − C] = [E, H, G, F].
    #[inline(always)]
    fn sums(&self, p: &Coordinates<K::Word>, q: &Fe<K::Word>) -> Fe<K::Word> {
        let abcd = self.add.mul_biased_short(&self.first_operand(p), &self.add.fold(q));
        self.add.carry(abcd.swap_pairs().add_sub::<0b0101>(&abcd))
    }

    /// Multiplies [E, G, F, E] and [F, H, G, H], which yields [X, Y, Z, T].
    #[inline(always)]
    fn second_level(&self, a: &Fe<K::Word>, b: &Fe<K::Word>) -> Coordinates<K::Word> {
        Coordinates(self.every.mul_short(a, &self.every.fold(b)))
    }

    /// Returns 2·`p`.
    #[inline(always)]
    fn double(&self, Coordinates(p): &Coordinates<K::Word>) -> Coordinates<K::Word> {
        let (x, y) = (p.permute::<{ lanes(0, 1, 2, 0) }>(), p.permute::<{ lanes(1, 1, 1, 1) }>());
        // [X², Y², Z², (X + Y)²]
        let squares = self.every.square_short(&self.every.carry(x.add(&y.keep::<0b1000>())));
        // [Y² − X², Y² + X², 2Z², (X + Y)² − X²] = [G, H, 2Z², 2XY + Y²]
        let (a, b) = (squares.permute::<{ lanes(1, 1, 2, 3) }>(), squares.permute::<{ lanes(0, 0, 2, 0) }>());
        // F = 2Z² − G = 2Z² + X² − Y², E = 2XY
        let xx = self.every.biased(&squares.permute::<{ lanes(0, 0, 0, 0) }>().keep::<0b0100>());
        let yy = squares.permute::<{ lanes(1, 1, 1, 1) }>().keep::<0b1100>();
        let ghfe = self.every.carry(xx.add(&a).add_sub::<0b1001>(&b).sub(&yy));
        self.second_level(&ghfe.permute::<{ lanes(3, 0, 2, 3) }>(), &ghfe.permute::<{ lanes(2, 1, 0, 1) }>())
    }

    /// Returns `p` plus the multiple for digit `i` of a part.
    #[inline(always)]
    fn add_part(
        &self,
        proof: Proof<K>,
        p: &Coordinates<K::Word>,
        (table, digits): &Part<'_>,
        i: usize,
    ) -> Coordinates<K::Word> {
        let digit = digits[i];
        if digit == 0 {
            return *p;
        }
        let multiple = self.minus_niels(proof, &table[usize::from(digit.unsigned_abs()) / 2]);
        if digit > 0 { self.sub(p, &multiple) } else { self.add(p, &multiple) }
    }

    /// Returns the negative of an affine multiple of the base point from the tables, which contain 2dT.
    #[inline(always)]
    fn minus_niels(&self, proof: Proof<K>, [plus, minus, xy2d]: &PackedNiels) -> Cached<K::Word> {
        Cached(Fe::load(proof, &[*plus, *minus, *xy2d, [2, 0, 0, 0, 0]]))
    }
}

impl<V: U52Lanes<Words = [u64; 4]>> Coordinates<V> {
    #[inline(always)]
    fn identity(proof: V::Proof) -> Self {
        Self(Wide::load(proof, &crate::curve::curve25519::group::IDENTITY))
    }

    #[inline(always)]
    fn store<K: FieldLanesX4<Word = V>>(&self, formulas: &Formulas<K>) -> Point {
        let mut point: [Packed; 4] = [[0; 5]; 4];
        formulas.every.carry(self.0).store(&mut point);
        point
    }
}

/// Returns the sum of `scalars[i]`·`points[i]` and `b`·B for numbers below 2²⁵⁵, with non-adjacent forms. The number of
/// doublings is the length of the longest scalar, or about 128 if that is more. Takes time that depends on all
/// operands.
#[inline(always)]
pub(crate) fn combination_vartime<K: FieldLanesX4, const N: usize>(
    proof: Proof<K>,
    scalars: [&[u8; 32]; N],
    points: [&Point; N],
    b: &[u8; 32],
) -> Point {
    let formulas = Formulas::<K>::new(proof);
    let tables = odd_multiples(proof, &formulas, points);
    let digits = scalars.map(|scalar| naf_vartime(scalar, 5));
    let of_b = base_parts_vartime(b);
    let mut sum = Coordinates::identity(proof);
    for i in (0..length(digits.iter().chain(of_b.iter().map(|(_, digits)| digits)))).rev() {
        sum = formulas.double(&sum);
        for (digits, table) in digits.iter().zip(&tables) {
            let digit = digits[i];
            if digit != 0 {
                let multiple = &table[usize::from(digit.unsigned_abs()) / 2];
                sum = if digit > 0 { formulas.add(&sum, multiple) } else { formulas.sub(&sum, multiple) };
            }
        }
        sum = formulas.add_part(proof, &sum, &of_b[0], i);
        sum = formulas.add_part(proof, &sum, &of_b[1], i);
    }
    sum.store(&formulas)
}

/// Returns P, 3P, ..., 15P for each point. The points are interleaved, so that their operations do not wait for each
/// other.
#[inline(always)]
fn odd_multiples<K: FieldLanesX4, const N: usize>(
    proof: Proof<K>,
    formulas: &Formulas<K>,
    points: [&Point; N],
) -> [[Cached<K::Word>; 8]; N] {
    let mut multiples = [Coordinates::identity(proof); N];
    let mut twice = [formulas.cached(&multiples[0]); N];
    let mut tables = [[twice[0]; 8]; N];
    for (((multiple, twice), table), point) in multiples.iter_mut().zip(&mut twice).zip(&mut tables).zip(points) {
        *multiple = formulas.load(proof, point);
        table[0] = formulas.cached(multiple);
        *twice = formulas.cached(&formulas.double(multiple));
    }
    for odd in 1..8 {
        for ((multiple, twice), table) in multiples.iter_mut().zip(&twice).zip(&mut tables) {
            *multiple = formulas.add(multiple, twice);
            table[odd] = formulas.cached(multiple);
        }
    }
    tables
}

/// Returns the points 16ʷ·`point`.
#[inline(always)]
pub(crate) fn window_points<K: FieldLanesX4>(proof: Proof<K>, point: &Point) -> [Point; 64] {
    let formulas = Formulas::<K>::new(proof);
    let mut points = [*point; 64];
    let mut multiple = formulas.load(proof, point);
    for point in &mut points[1..] {
        for _ in 0..4 {
            multiple = formulas.double(&multiple);
        }
        *point = multiple.store(&formulas);
    }
    points
}

/// Returns `scalar`·`point` for a number below 2²⁵⁵. Constant time.
#[inline(always)]
pub(crate) fn mul<K: FieldLanesX4>(proof: Proof<K>, scalar: &[u8; 32], point: &Point) -> Point {
    let formulas = Formulas::<K>::new(proof);
    let digits = radix16::<32, 64>(scalar);
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
    sum.store(&formulas)
}

/// Returns the multiple `digit` of a point from the table of its multiples 1 to 8. Reads every entry.
#[inline(always)]
fn choose<K: FieldLanesX4>(
    proof: Proof<K>,
    formulas: &Formulas<K>,
    table: &[Cached<K::Word>; 8],
    digit: i8,
) -> Cached<K::Word> {
    let (magnitude, negative) = magnitude(digit);
    let magnitude = K::Word::splat(proof, u64::from(magnitude));
    // The identity element: [1, 1, 0, 2].
    let one = [1, 0, 0, 0, 0];
    let mut chosen = Fe::load(proof, &[one, one, [0; 5], [2, 0, 0, 0, 0]]);
    for (multiple, entry) in (1..).zip(table) {
        chosen = Fe::select(magnitude.equal(K::Word::splat(proof, multiple)), &chosen, &entry.0);
    }
    // −(x, y) = (−x, y): Y − X and Y + X are exchanged, and 2dT changes its sign.
    let swapped = chosen.permute::<{ lanes(1, 0, 2, 3) }>();
    let zero = Fe::splat(proof, &[0; 5]).wide();
    let minus_t = formulas.every.carry(formulas.every.biased(&zero).sub(&chosen.wide()));
    let negated = swapped.merge::<0b0100>(&minus_t);
    Cached(Fe::select(K::Word::mask_of(proof, negative.mask()), &chosen, &negated))
}

/// Returns the sum of the windows, each times 2 to the number of bits below it; a window of group g has `widths[g]`
/// bits. Takes time that depends only on the widths.
#[inline(always)]
pub(crate) fn horner<K: FieldLanesX4>(proof: Proof<K>, groups: &[[Point; 8]], widths: &[u32]) -> Point {
    let formulas = Formulas::<K>::new(proof);
    let mut sum = Coordinates::identity(proof);
    for (windows, width) in groups.iter().zip(widths).rev() {
        for window in windows.iter().rev() {
            for _ in 0..*width {
                sum = formulas.double(&sum);
            }
            sum = formulas.add(&sum, &formulas.cached(&formulas.load(proof, window)));
        }
    }
    sum.store(&formulas)
}
