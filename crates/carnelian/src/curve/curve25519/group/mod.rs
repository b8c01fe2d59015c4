//! The twisted Edwards curve −x² + y² = 1 + dx²y² over any representation of the field: formulas of Hisil, Wong, Carter
//! and Dawson, "Twisted Edwards Curves Revisited", for a = −1. They are complete: there are no exceptional points.
//!
//! Every function takes constant time.

pub(super) mod elligator2_map;
pub(super) mod ladder;
#[cfg(feature = "alloc")]
pub(super) mod ladders;
#[cfg(feature = "alloc")]
pub(super) mod prepared;
pub(super) mod ristretto_map;
pub(super) mod scalar_mul;
pub(super) mod windows;

use super::field::{self, Field, Packed, TOGETHER};
use super::tables;
use crate::base::ct::{Choice, Select};
use crate::curve::arithmetic::group::Group;

/// A point in the common form: the coordinates of [`Extended`].
pub(crate) type Point = [Packed; 4];
/// The identity element, (0, 1).
pub(crate) const IDENTITY: Point = [[0; 5], [1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [0; 5]];
/// An affine multiple of the base point in the tables: y + x, y − x, 2dxy.
pub(crate) type PackedNiels = [Packed; 3];

/// (X : Y : Z : T) with x = X/Z, y = Y/Z, T = XY/Z.
#[derive(Clone, Copy)]
pub(crate) struct Extended<F: Field> {
    pub(crate) x: F,
    pub(crate) y: F,
    pub(crate) z: F,
    pub(crate) t: F,
}

/// (X : Y : Z), the operands of a doubling.
#[derive(Clone, Copy)]
pub(crate) struct Projective<F: Field> {
    pub(crate) x: F,
    pub(crate) y: F,
    pub(crate) z: F,
}

/// A sum before its last multiplications: X = EF, Y = GH, Z = FG, T = EH.
pub(crate) struct Completed<F: Field> {
    e: F::Loose,
    f: F::Loose,
    g: F::Loose,
    h: F::Loose,
}

/// A point as a second operand: Y + X, Y − X, 2Z, 2dT.
#[derive(Clone, Copy)]
pub(crate) struct Cached<F: Field> {
    plus: F::Loose,
    minus: F::Loose,
    z2: F::Loose,
    t2d: F,
}

/// A point with Z = 1 as a second operand: y + x, y − x, 2dxy.
#[derive(Clone, Copy)]
pub(crate) struct Niels<F: Field> {
    plus: F::Loose,
    minus: F::Loose,
    xy2d: F,
}

impl<F: Field> Extended<F> {
    /// The identity element, (0, 1).
    pub(crate) fn identity(proof: F::Proof) -> Self {
        Self { x: F::zero(proof), y: F::one(proof), z: F::one(proof), t: F::zero(proof) }
    }

    pub(crate) fn unpack(proof: F::Proof, point: &Point) -> Self {
        let [x, y, z, t] = point.each_ref().map(|coordinate| field::unpack(proof, coordinate));
        Self { x, y, z, t }
    }

    pub(crate) fn pack(&self) -> Point {
        [self.x.pack(), self.y.pack(), self.z.pack(), self.t.pack()]
    }

    #[inline(always)]
    pub(crate) fn projective(&self) -> Projective<F> {
        Projective { x: self.x, y: self.y, z: self.z }
    }

    #[inline(always)]
    pub(crate) fn cached(&self) -> Cached<F> {
        let d2 = F::loose(self.t.proof(), &tables::D2);
        Cached {
            plus: self.y.add(&self.x),
            minus: self.y.sub(&self.x),
            z2: self.z.add(&self.z),
            t2d: F::mul(&self.t.relax(), &d2),
        }
    }

    /// Returns `self` + `other`: 8M, with the caching of `other` 9M.
    #[inline(always)]
    pub(crate) fn add(&self, other: &Cached<F>) -> Completed<F> {
        let a = F::mul(&self.y.sub(&self.x), &other.minus);
        let b = F::mul(&self.y.add(&self.x), &other.plus);
        let c = field::mul(&self.t, &other.t2d);
        let d = F::mul(&self.z.relax(), &other.z2);
        Completed { e: b.sub(&a), f: d.sub(&c), g: d.add(&c), h: b.add(&a) }
    }

    /// Returns `self` − `other`: −(x, y) = (−x, y).
    #[inline(always)]
    pub(crate) fn sub(&self, other: &Cached<F>) -> Completed<F> {
        let a = F::mul(&self.y.sub(&self.x), &other.plus);
        let b = F::mul(&self.y.add(&self.x), &other.minus);
        let c = field::mul(&self.t, &other.t2d);
        let d = F::mul(&self.z.relax(), &other.z2);
        Completed { e: b.sub(&a), f: d.add(&c), g: d.sub(&c), h: b.add(&a) }
    }

    /// Returns `self` + `other`, with one multiplication less.
    #[inline(always)]
    pub(crate) fn add_niels(&self, other: &Niels<F>) -> Completed<F> {
        let a = F::mul(&self.y.sub(&self.x), &other.minus);
        let b = F::mul(&self.y.add(&self.x), &other.plus);
        let c = field::mul(&self.t, &other.xy2d);
        let d = F::carry(&self.z.add(&self.z));
        Completed { e: b.sub(&a), f: d.sub(&c), g: d.add(&c), h: b.add(&a) }
    }

    /// Returns `self` − `other`.
    #[inline(always)]
    pub(crate) fn sub_niels(&self, other: &Niels<F>) -> Completed<F> {
        let a = F::mul(&self.y.sub(&self.x), &other.plus);
        let b = F::mul(&self.y.add(&self.x), &other.minus);
        let c = field::mul(&self.t, &other.xy2d);
        let d = F::carry(&self.z.add(&self.z));
        Completed { e: b.sub(&a), f: d.add(&c), g: d.sub(&c), h: b.add(&a) }
    }

    /// Returns −`self`.
    pub(crate) fn negate(&self) -> Self {
        Self { x: F::carry(&self.x.neg()), y: self.y, z: self.z, t: F::carry(&self.t.neg()) }
    }

    /// Returns whether `self` = `other`: X₁Z₂ = X₂Z₁ and Y₁Z₂ = Y₂Z₁.
    pub(crate) fn equals(&self, other: &Self) -> Choice {
        let x = field::equal(&field::mul(&self.x, &other.z), &field::mul(&other.x, &self.z));
        let y = field::equal(&field::mul(&self.y, &other.z), &field::mul(&other.y, &self.z));
        x & y
    }

    /// RFC 8032 Section 5.1.2, given 1/Z: returns the encoding of y, with the lowest bit of x on top.
    pub(crate) fn encode_with(&self, z_inverse: &F) -> [u8; 32] {
        encode_affine(&field::mul(&self.x, z_inverse), &field::mul(&self.y, z_inverse))
    }
}

/// RFC 8032 Section 5.1.2, for a point with Z = 1.
fn encode_affine<F: Field>(x: &F, y: &F) -> [u8; 32] {
    let mut bytes = y.to_bytes();
    bytes[31] |= (x.to_bytes()[0] & 1) << 7;
    bytes
}

impl<F: Field> Projective<F> {
    /// Returns 2·`self`: 4M + 4S with the last multiplications, 3M + 4S without T.
    #[inline(always)]
    pub(crate) fn double(&self) -> Completed<F> {
        let (xx, yy, zz) = (field::square(&self.x), field::square(&self.y), field::square(&self.z));
        let sum_squared = F::square(&self.x.add(&self.y));
        let h = yy.add(&xx);
        let g = yy.sub(&xx);
        let e = sum_squared.sub(&F::carry(&h));
        let f = F::carry(&zz.add(&zz)).sub(&F::carry(&g));
        Completed { e, f, g, h }
    }
}

impl<F: Field> Completed<F> {
    /// The identity element.
    #[inline(always)]
    pub(crate) fn identity(proof: F::Proof) -> Self {
        let (zero, one) = (F::zero(proof).relax(), F::one(proof).relax());
        Self { e: zero, f: one, g: one, h: one }
    }

    #[inline(always)]
    pub(crate) fn extended(&self) -> Extended<F> {
        Extended {
            x: F::mul(&self.e, &self.f),
            y: F::mul(&self.g, &self.h),
            z: F::mul(&self.f, &self.g),
            t: F::mul(&self.e, &self.h),
        }
    }

    #[inline(always)]
    pub(crate) fn projective(&self) -> Projective<F> {
        Projective { x: F::mul(&self.e, &self.f), y: F::mul(&self.g, &self.h), z: F::mul(&self.f, &self.g) }
    }
}

impl<F: Field> Cached<F> {
    /// The identity element.
    #[inline(always)]
    pub(crate) fn identity(proof: F::Proof) -> Self {
        Extended::identity(proof).cached()
    }

    /// Returns −`self` if `choice` is true, else `self`.
    #[inline(always)]
    pub(crate) fn negate_if(mut self, choice: Choice) -> Self {
        Select::swap(choice, &mut self.plus, &mut self.minus);
        Self { t2d: field::negate_if(choice, &self.t2d), ..self }
    }
}

impl<F: Field> Select for Cached<F> {
    #[inline(always)]
    fn select(choice: Choice, a: Self, b: Self) -> Self {
        Self {
            plus: Select::select(choice, a.plus, b.plus),
            minus: Select::select(choice, a.minus, b.minus),
            z2: Select::select(choice, a.z2, b.z2),
            t2d: Select::select(choice, a.t2d, b.t2d),
        }
    }

    #[inline(always)]
    fn swap(choice: Choice, a: &mut Self, b: &mut Self) {
        Select::swap(choice, &mut a.plus, &mut b.plus);
        Select::swap(choice, &mut a.minus, &mut b.minus);
        Select::swap(choice, &mut a.z2, &mut b.z2);
        Select::swap(choice, &mut a.t2d, &mut b.t2d);
    }
}

impl<F: Field> Niels<F> {
    #[inline(always)]
    pub(crate) fn unpack(proof: F::Proof, [plus, minus, xy2d]: &PackedNiels) -> Self {
        Self { plus: F::loose(proof, plus), minus: F::loose(proof, minus), xy2d: field::unpack(proof, xy2d) }
    }

    /// Returns −`self` if `choice` is true, else `self`.
    #[inline(always)]
    pub(crate) fn negate_if(mut self, choice: Choice) -> Self {
        Select::swap(choice, &mut self.plus, &mut self.minus);
        Self { xy2d: field::negate_if(choice, &self.xy2d), ..self }
    }
}

/// RFC 8032 Section 5.1.3, but with y taken modulo p and the sign of x = 0 ignored: returns the point and whether there
/// is one. If there is none, the point is meaningless.
pub(crate) fn decode<F: Field>(proof: F::Proof, bytes: &[u8; 32]) -> (Extended<F>, Choice) {
    let (y, one) = (F::from_bytes(proof, bytes), F::one(proof));
    let yy = field::square(&y);
    // 2. x² = (y² − 1)/(dy² + 1).
    let u = F::carry(&yy.sub(&one));
    let dyy = F::mul(&yy.relax(), &F::loose(proof, &tables::D));
    let v = F::carry(&dyy.add(&one));
    // 3. The square root that is not negative.
    let (is_square, root) = field::sqrt_ratio(&u, &v);
    (with_sign(bytes, y, &root), is_square)
}

/// 4. Returns the point (±`root`, `y`) with the sign in the encoding.
pub(crate) fn with_sign<F: Field>(bytes: &[u8; 32], y: F, root: &F) -> Extended<F> {
    let x = field::negate_if(Choice::from_lsb(bytes[31] >> 7), root);
    Extended { x, y, z: F::one(y.proof()), t: field::mul(&x, &y) }
}

/// RFC 8032 Section 5.1.2. No point has Z = 0.
pub(crate) fn encode<F: Field>(proof: F::Proof, point: &Point) -> [u8; 32] {
    let point = Extended::<F>::unpack(proof, point);
    point.encode_with(&point.z.invert())
}

/// RFC 8032 Section 5.1.2 for at most [`TOGETHER`] points, with one inversion for all.
pub(crate) fn encode_all<F: Field>(proof: F::Proof, points: &[Point], out: &mut [[u8; 32]]) {
    let mut inverses = [F::one(proof); TOGETHER];
    let inverses = &mut inverses[..points.len()];
    for (z, point) in inverses.iter_mut().zip(points) {
        *z = field::unpack(proof, &point[2]);
    }
    field::invert_all(inverses);
    for ((bytes, point), z_inverse) in out.iter_mut().zip(points).zip(inverses) {
        *bytes = Extended::unpack(proof, point).encode_with(z_inverse);
    }
}

/// Encodes like [`encode`], and scales the point to Z = 1.
pub(crate) fn normalize<F: Field>(proof: F::Proof, point: &mut Point, out: &mut [u8; 32]) {
    let z_inverse = field::unpack::<F>(proof, &point[2]).invert();
    normalize_with(point, out, &z_inverse);
}

/// Computes [`normalize`], given 1/Z.
fn normalize_with<F: Field>(point: &mut Point, out: &mut [u8; 32], z_inverse: &F) {
    let proof = z_inverse.proof();
    let old = Extended::unpack(proof, point);
    let (x, y) = (field::mul(&old.x, z_inverse), field::mul(&old.y, z_inverse));
    *out = encode_affine(&x, &y);
    *point = Extended { x, y, z: F::one(proof), t: field::mul(&x, &y) }.pack();
}

/// Encodes like [`encode_all`], and scales the points to Z = 1.
pub(crate) fn normalize_all<F: Field>(proof: F::Proof, points: &mut [Point], out: &mut [[u8; 32]]) {
    let mut inverses = [F::one(proof); TOGETHER];
    let inverses = &mut inverses[..points.len()];
    for (z, point) in inverses.iter_mut().zip(points.iter()) {
        *z = field::unpack(proof, &point[2]);
    }
    field::invert_all(inverses);
    for ((bytes, point), z_inverse) in out.iter_mut().zip(points).zip(inverses) {
        normalize_with(point, bytes, z_inverse);
    }
}

/// Returns u = (1 + y)/(1 − y) on the Montgomery form, RFC 7748 Section 4.1, and 0 for the identity element, where y =
/// 1.
pub(crate) fn montgomery<F: Field>(proof: F::Proof, point: &Point) -> [u8; 32] {
    let Extended { y, z, .. } = Extended::<F>::unpack(proof, point);
    F::mul(&z.add(&y), &F::carry(&z.sub(&y)).invert().relax()).to_bytes()
}

/// Computes [`montgomery`] for at most [`TOGETHER`] points, with one inversion for all.
pub(crate) fn montgomery_all<F: Field>(proof: F::Proof, points: &[Point], out: &mut [[u8; 32]]) {
    let mut inverses = [F::one(proof); TOGETHER];
    let inverses = &mut inverses[..points.len()];
    for (difference, point) in inverses.iter_mut().zip(points) {
        let Extended { y, z, .. } = Extended::<F>::unpack(proof, point);
        *difference = F::carry(&z.sub(&y));
    }
    field::invert_all(inverses);
    for ((bytes, point), inverse) in out.iter_mut().zip(points).zip(inverses) {
        let Extended { y, z, .. } = Extended::<F>::unpack(proof, point);
        *bytes = F::mul(&z.add(&y), &inverse.relax()).to_bytes();
    }
}

/// The number of digits of the non-adjacent form of a number below 2²⁵⁵.
#[cfg(feature = "alloc")]
pub(crate) const NAF_LEN: usize = 256;

/// The group over a representation of the field, for sums of multiples.
#[derive(Clone, Copy)]
pub(crate) struct Edwards<F: Field>(pub(crate) F::Proof);

impl<F: Field> Group for Edwards<F> {
    type Point = Extended<F>;
    type Addend = Cached<F>;
    type Sum = Completed<F>;

    #[inline(always)]
    fn identity(self) -> Completed<F> {
        Completed::identity(self.0)
    }

    #[inline(always)]
    fn double(sum: &Completed<F>) -> Completed<F> {
        sum.projective().double()
    }

    #[inline(always)]
    fn add(point: &Extended<F>, addend: &Cached<F>) -> Completed<F> {
        point.add(addend)
    }

    #[inline(always)]
    fn sub(point: &Extended<F>, addend: &Cached<F>) -> Completed<F> {
        point.sub(addend)
    }

    #[inline(always)]
    fn point(sum: &Completed<F>) -> Extended<F> {
        sum.extended()
    }

    #[inline(always)]
    fn double_point(point: &Extended<F>) -> Completed<F> {
        point.projective().double()
    }

    #[inline(always)]
    fn addend(point: &Extended<F>) -> Cached<F> {
        point.cached()
    }
}

/// Returns `a` + `b`.
pub(crate) fn add<F: Field>(proof: F::Proof, a: &Point, b: &Point) -> Point {
    Extended::<F>::unpack(proof, a).add(&Extended::unpack(proof, b).cached()).extended().pack()
}

/// Returns whether `a` = `b`. Constant time.
pub(crate) fn equals<F: Field>(proof: F::Proof, a: &Point, b: &Point) -> Choice {
    Extended::<F>::unpack(proof, a).equals(&Extended::unpack(proof, b))
}

/// Returns whether 8·`a` = 0. Points of order 1 and 2 have X = 0. Those of order 4 have Y = 0, since their double is
/// (0, −1). The double of a point of order 8 has order 4, so its Y, X² + Y² up to a factor, is 0. Constant time.
pub(crate) fn is_small_order<F: Field>(proof: F::Proof, a: &Point) -> Choice {
    let Extended { x, y, .. } = Extended::<F>::unpack(proof, a);
    let sum = field::square(&x).add(&field::square(&y));
    field::is_zero(&F::mul(&field::mul(&x, &y).relax(), &sum))
}

/// Returns the encoding of the point with Montgomery coordinate `u` and sign 0 of x, y = (u − 1)/(u + 1), and whether
/// u ≠ −1. Constant time.
pub(crate) fn from_montgomery<F: Field>(proof: F::Proof, u: &[u8; 32]) -> ([u8; 32], Choice) {
    let (u, one) = (F::from_bytes(proof, u), F::one(proof));
    let denominator = F::carry(&u.add(&one));
    let y = F::mul(&u.sub(&one), &denominator.invert().relax());
    (y.to_bytes(), !field::is_zero(&denominator))
}
