//! What a backend of the group of curve25519 does, and the one place where a backend is chosen.
//!
//! Points come and go in the common form, [`Point`]; whatever a backend computes with stays inside it. What is not
//! called `_vartime` takes constant time, and leaves nothing of its operands on the stack unless it is called `_public`.

#[cfg(target_arch = "x86_64")]
use super::bmi2::fe_4x64_bmi2::Fe4x64;
#[cfg(target_arch = "x86_64")]
use super::bmi2::x86_bmi2_point;
use super::field::fe_5x51::Fe5x51;
use super::field::fe_10x26::Fe10x26;
use super::field::{self, Field};
#[cfg(feature = "alloc")]
use super::group::msm;
#[cfg(feature = "alloc")]
use super::group::prepared::{self, Prepared};
use super::group::{self, Extended, Point, elligator2_map, ladder, ristretto_map, scalar_mul};
#[cfg(all(target_arch = "x86_64", feature = "alloc"))]
use super::lanes;
#[cfg(target_arch = "x86_64")]
use super::lanes::decode::DECODED_AS_ONE;
#[cfg(all(target_arch = "x86_64", feature = "alloc"))]
use super::lanes::decode::decode_together;
use super::order::sc_4x64::{self, Sc4x64};
use super::order::sc_8x32::Sc8x32;
use super::order::{self, ScalarField, Words};
#[cfg(target_arch = "x86_64")]
use super::{x86_avx2, x86_avx512};
use crate::base::cpu;
use crate::base::ct::Choice;
use crate::base::dispatch::backends;
use crate::base::memory::wiping_stack;
#[cfg(test)]
use crate::base::testing;

/// How many elements share one inversion at most: so many denominators lie on the stack.
pub(super) const TOGETHER: usize = field::TOGETHER;

/// A number below 2²⁵⁵, little-endian.
pub(super) type Scalar = [u8; 32];

/// What callers ask of a backend before they choose an algorithm.
pub(super) trait Kernel: Copy {
    /// Whether a few elements cost no more than one.
    const HAS_LANES: bool = false;

    /// Whether sums of multiples of a prepared point are computed eight windows at a time.
    const HAS_EIGHT_LANES: bool = false;

    /// Whether scalars are computed over words of 64 bits. If not, over words of 32 bits.
    const HAS_WIDE_WORDS: bool = true;
}

#[cfg(target_arch = "x86_64")]
impl Kernel for cpu::Avx512Ifma {
    const HAS_LANES: bool = true;
    const HAS_EIGHT_LANES: bool = true;
}

#[cfg(target_arch = "x86_64")]
impl Kernel for cpu::Avx2Fma {
    const HAS_EIGHT_LANES: bool = true;
}

impl Kernel for cpu::Portable64 {}

impl Kernel for cpu::Portable32 {
    const HAS_WIDE_WORDS: bool = false;
}

backends! {$
    /// An implementation that this CPU can run.
    pub(super) enum Backend {
        x86_64: {
            Ifma(cpu::Avx512Ifma) = "avx512-ifma",
            Avx2(cpu::Avx2Fma) = "avx2-fma",
        }
        any: {
            Portable64(cpu::Portable64) = "portable64",
            Portable32(cpu::Portable32) = "portable32",
        }
    }
}

impl Backend {
    /// Returns the representation of the field in which one element at a time is computed.
    #[inline(always)]
    fn one_by_one(self) -> OneByOne {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Ifma(proof) => OneByOne::Fe4x64(proof.avx2_fma()),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(proof) => OneByOne::Fe4x64(proof),
            Self::Portable64(_) => OneByOne::Fe5x51,
            Self::Portable32(_) => OneByOne::Fe10x26,
        }
    }

    /// [`Kernel::HAS_LANES`].
    #[cfg(feature = "alloc")]
    pub(super) const fn has_lanes(self) -> bool {
        dispatch!(self, Kernel::HAS_LANES)
    }

    /// [`Kernel::HAS_EIGHT_LANES`].
    #[cfg(feature = "alloc")]
    pub(super) const fn has_eight_lanes(self) -> bool {
        dispatch!(self, Kernel::HAS_EIGHT_LANES)
    }

    /// [`Kernel::HAS_WIDE_WORDS`].
    const fn has_wide_words(self) -> bool {
        dispatch!(self, Kernel::HAS_WIDE_WORDS)
    }
}

/// The representation of the field that a backend has for one element at a time.
enum OneByOne {
    #[cfg(target_arch = "x86_64")]
    Fe4x64(cpu::Avx2Fma),
    Fe5x51,
    Fe10x26,
}

/// What `$work` gives over `$F`, the field that a backend has for one element at a time, with the proof for it.
macro_rules! over_field {
    ($backend:expr, ($F:ident, $proof:ident) => $work:expr) => {
        match $backend.one_by_one() {
            #[cfg(target_arch = "x86_64")]
            OneByOne::Fe4x64($proof) => {
                type $F = Fe4x64;
                $work
            }
            OneByOne::Fe5x51 => {
                type $F = Fe5x51;
                let $proof = ();
                $work
            }
            OneByOne::Fe10x26 => {
                type $F = Fe10x26;
                let $proof = ();
                $work
            }
        }
    };
}

/// Says to the tests which backend of which kernel is entered.
#[inline(always)]
fn enter(kernel: &'static str, backend: Backend) {
    #[cfg(test)]
    testing::ran(kernel, backend.name());
    #[cfg(not(test))]
    let _ = (kernel, backend.name());
}

/// X25519 of RFC 7748 Section 5: `k` is decoded already, at least so far that it is a multiple of 8; `u` is taken as it
/// comes.
pub(super) fn x25519(backend: Backend, k: &Scalar, u: &[u8; 32]) -> [u8; 32] {
    debug_assert!(k[0].is_multiple_of(8) && k[31] < 0x80);
    enter("x25519", backend);
    wiping_stack::<4096, _>(|| match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Ifma(proof) => {
            let (x_2, z_2) = x86_avx512::ladder(proof, k, &Fe5x51::from_bytes((), u).pack());
            ladder::quotient::<Fe5x51>(&field::unpack((), &x_2), &field::unpack((), &z_2))
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => {
            let (x_2, z_2) = x86_avx2::ladder(proof, k, &Fe5x51::from_bytes((), u).pack());
            ladder::quotient::<Fe5x51>(&field::unpack((), &x_2), &field::unpack((), &z_2))
        }
        Backend::Portable32(_) => ladder::x25519::<Fe10x26>((), k, u),
        Backend::Portable64(_) => ladder::x25519::<Fe5x51>((), k, u),
    })
}

/// [`x25519`] for at most [`TOGETHER`] pairs, as many of each, with one inversion for all. A result of 0 changes nothing
/// for the others.
#[cfg(feature = "alloc")]
pub(super) fn x25519_many(backend: Backend, ks: &[&Scalar], us: &[&[u8; 32]], out: &mut [[u8; 32]]) {
    enter("x25519_many", backend);
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Ifma(proof) => wiping_stack::<8192, _>(|| {
            ladder::x25519_many::<Fe5x51>((), ks, us, out, |(), ks, us, xs, zs| {
                let alone = |k: &_, u: &_| x86_avx512::ladder(proof, k, &Fe5x51::from_bytes((), u).pack());
                let together = |ks: [&_; 8], us: &_| x86_avx512::ladder_x8(proof, ks, us);
                ladder::ladders_in_eights((), ks, us, xs, zs, x86_avx512::LADDERS_PAY_FROM, alone, together);
            });
        }),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => wiping_stack::<20480, _>(|| {
            ladder::x25519_many::<Fe5x51>((), ks, us, out, |(), ks, us, xs, zs| {
                let alone = |k: &_, u: &_| x86_avx2::ladder(proof, k, &Fe5x51::from_bytes((), u).pack());
                let together = |ks: [&_; 8], us: &_| x86_avx2::ladder_x8(proof, ks, us);
                ladder::ladders_in_eights((), ks, us, xs, zs, x86_avx2::LADDERS_PAY_FROM, alone, together);
            });
        }),
        Backend::Portable32(_) => {
            wiping_stack::<8192, _>(|| ladder::x25519_many((), ks, us, out, ladder::ladders::<Fe10x26>));
        }
        Backend::Portable64(_) => {
            wiping_stack::<8192, _>(|| ladder::x25519_many((), ks, us, out, ladder::ladders::<Fe5x51>));
        }
    }
}

/// `scalar`·B.
pub(super) fn mul_base(backend: Backend, scalar: &Scalar) -> Point {
    enter("mul_base", backend);
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Ifma(proof) => wiping_stack::<4096, _>(|| x86_avx512::mul_base(proof, scalar)),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => wiping_stack::<12288, _>(|| x86_avx2::mul_base(proof, scalar)),
        Backend::Portable32(_) => wiping_stack::<4096, _>(|| scalar_mul::mul_base::<Fe10x26>((), scalar).pack()),
        Backend::Portable64(_) => wiping_stack::<4096, _>(|| scalar_mul::mul_base::<Fe5x51>((), scalar).pack()),
    }
}

/// `scalars[i]`·B, as many points as scalars.
pub(super) fn mul_base_many(backend: Backend, scalars: &[&Scalar], points: &mut [Point]) {
    for (point, scalar) in points.iter_mut().zip(scalars) {
        *point = mul_base(backend, scalar);
    }
}

/// `scalar`·`point`.
pub(super) fn mul(backend: Backend, scalar: &Scalar, point: &Point) -> Point {
    fn generic<F: Field<Proof = ()>>(scalar: &Scalar, point: &Point) -> Point {
        scalar_mul::mul::<F>(scalar, &Extended::unpack((), point)).pack()
    }
    enter("mul", backend);
    wiping_stack::<8192, _>(|| match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Ifma(proof) => x86_avx512::mul(proof, scalar, point),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_bmi2_point::mul(proof, scalar, point),
        Backend::Portable32(_) => generic::<Fe10x26>(scalar, point),
        Backend::Portable64(_) => generic::<Fe5x51>(scalar, point),
    })
}

/// The sum of `scalars[i]`·`points[i]` and `b`·B. It costs less if the scalars are below 2¹²⁸.
pub(super) fn combination_vartime<const N: usize>(
    backend: Backend,
    scalars: [&Scalar; N],
    points: [&Point; N],
    b: &Scalar,
) -> Point {
    fn generic<F: Field<Proof = ()>, const N: usize>(scalars: [&Scalar; N], points: [&Point; N], b: &Scalar) -> Point {
        let points = points.map(|point| Extended::unpack((), point));
        scalar_mul::combination_vartime::<F, N>((), scalars, points, b).pack()
    }
    enter("combination_vartime", backend);
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Ifma(proof) => x86_avx512::combination_vartime(proof, scalars, points, b),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_bmi2_point::combination_vartime(proof, scalars, points, b),
        Backend::Portable32(_) => generic::<Fe10x26, N>(scalars, points, b),
        Backend::Portable64(_) => generic::<Fe5x51, N>(scalars, points, b),
    }
}

/// Fills the tables that [`double_scalar_mul_base_prepared_vartime`] wants of a point, and takes others if the backend has
/// no use for these.
#[cfg(feature = "alloc")]
pub(super) fn prepare(backend: Backend, point: &Point, tables: &mut Prepared) {
    match (&mut *tables, backend) {
        #[cfg(target_arch = "x86_64")]
        (Prepared::Windows(tables), Backend::Ifma(proof)) => x86_avx512::prepare::<Fe5x51>(proof, point, tables),
        #[cfg(target_arch = "x86_64")]
        (Prepared::Windows(tables), Backend::Avx2(proof)) => {
            x86_avx2::prepare::<Fe5x51>(proof, &prepared::window_points::<Fe4x64>(proof, point), tables);
        }
        (Prepared::Odd(tables), Backend::Portable32(_)) => prepared::fill::<Fe10x26>((), point, tables),
        (Prepared::Odd(tables), _) => prepared::fill::<Fe5x51>((), point, tables),
        (Prepared::Windows(_), _) => {
            *tables = Prepared::room(false);
            prepare(backend, point, tables);
        }
    }
}

/// `a`·`point` + `b`·B, given the tables of `point`, whichever backend made them.
#[cfg(feature = "alloc")]
pub(super) fn double_scalar_mul_base_prepared_vartime(
    backend: Backend,
    a: &Scalar,
    tables: &Prepared,
    b: &Scalar,
) -> Point {
    enter("double_scalar_mul_base_prepared_vartime", backend);
    match (tables, backend) {
        #[cfg(target_arch = "x86_64")]
        (Prepared::Windows(tables), Backend::Ifma(proof)) => {
            x86_avx512::double_scalar_mul_base_prepared(proof, a, tables, b)
        }
        #[cfg(target_arch = "x86_64")]
        (Prepared::Windows(tables), Backend::Avx2(proof)) => {
            x86_avx2::double_scalar_mul_base_prepared(proof, a, tables, b)
        }
        (Prepared::Windows(tables), _) => prepared::sum_of_windows_vartime::<Fe5x51>((), a, tables, b).pack(),
        (Prepared::Odd(tables), Backend::Portable32(_)) => prepared::sum_vartime::<Fe10x26>((), a, tables, b).pack(),
        (Prepared::Odd(tables), _) => prepared::sum_vartime::<Fe5x51>((), a, tables, b).pack(),
    }
}

/// The sum of `scalars[i]`·`points[i]`; there are as many of the one as of the other.
#[cfg(feature = "alloc")]
pub(super) fn multi_scalar_mul_vartime(backend: Backend, scalars: &[Scalar], points: &[Point]) -> Point {
    enter("multi_scalar_mul_vartime", backend);
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Ifma(proof) => {
            let mut sums = [[group::IDENTITY; 8]; lanes::msm::GROUPS];
            if let Some(widths) = lanes::buckets::cheapest_vartime(&x86_avx512::COSTS, scalars) {
                let (mut buckets, mut terms) = lanes::buckets::room(widths, points.len());
                let room = (&mut buckets[..], &mut terms[..]);
                x86_avx512::bucket_sums_vartime::<Fe5x51>(proof, widths, scalars, points, room, &mut sums);
                x86_avx512::horner(proof, &sums, widths)
            } else {
                x86_avx512::window_sums_vartime(proof, scalars, points, &mut sums);
                x86_avx512::horner(proof, &sums, &lanes::msm::WIDTHS)
            }
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) if points.len() >= x86_avx2::SUMS_PAY_FROM => {
            let mut sums = [[group::IDENTITY; 8]; lanes::msm::GROUPS];
            if let Some(widths) = lanes::buckets::cheapest_vartime(&x86_avx2::COSTS, scalars) {
                let (mut buckets, mut terms) = lanes::buckets::room(widths, points.len());
                let room = (&mut buckets[..], &mut terms[..]);
                x86_avx2::bucket_sums_vartime::<Fe5x51>(proof, widths, scalars, points, room, &mut sums);
                x86_bmi2_point::horner(proof, &sums, widths)
            } else {
                x86_avx2::window_sums_vartime(proof, scalars, points, &mut sums);
                x86_bmi2_point::horner(proof, &sums, &lanes::msm::WIDTHS)
            }
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => msm::multi_scalar_mul_vartime::<Fe4x64>(proof, scalars, points).pack(),
        Backend::Portable32(_) => msm::multi_scalar_mul_vartime::<Fe10x26>((), scalars, points).pack(),
        Backend::Portable64(_) => msm::multi_scalar_mul_vartime::<Fe5x51>((), scalars, points).pack(),
    }
}

/// The point of an encoding by RFC 8032 Section 5.1.3, but with y taken modulo p and the sign of x = 0 ignored, and
/// whether there is one.
pub(super) fn decode(backend: Backend, bytes: &[u8; 32]) -> (Point, Choice) {
    wiping_stack::<8192, _>(|| {
        let [decoded] = decode_few_public(backend, [bytes]);
        decoded
    })
}

/// [`decode`] for a few encodings, at most four, which are public: of what it computes with something stays on the stack.
pub(super) fn decode_few_public<const N: usize>(backend: Backend, encodings: [&[u8; 32]; N]) -> [(Point, Choice); N] {
    fn generic<F: Field>(proof: F::Proof, bytes: &[u8; 32]) -> (Point, Choice) {
        let (point, valid) = group::decode::<F>(proof, bytes);
        (point.pack(), valid)
    }
    enter("decode", backend);
    #[cfg(target_arch = "x86_64")]
    if let Backend::Ifma(proof) = backend
        && N > 1
    {
        let mut padded = [[0; 32]; DECODED_AS_ONE];
        padded.iter_mut().zip(encodings).for_each(|(place, encoding)| *place = *encoding);
        let mut points = [(group::IDENTITY, Choice::FALSE); DECODED_AS_ONE];
        x86_avx512::decode_few(proof, &padded, &mut points);
        return core::array::from_fn(|i| points[i]);
    }
    over_field!(backend, (F, proof) => encodings.map(|bytes| generic::<F>(proof, bytes)))
}

/// [`decode_few_public`] for many encodings, which gives each point and whether there is one to `done`.
#[cfg(feature = "alloc")]
pub(super) fn decode_many_public(backend: Backend, encodings: &[[u8; 32]], mut done: impl FnMut(Point, Choice)) {
    #[cfg(target_arch = "x86_64")]
    if let Backend::Ifma(proof) = backend
        && encodings.len() > DECODED_AS_ONE
    {
        enter("decode_many", backend);
        return decode_together(encodings, done, |encodings, points| x86_avx512::decode_many(proof, encodings, points));
    }
    #[cfg(target_arch = "x86_64")]
    if let Backend::Avx2(proof) = backend
        && encodings.len() >= x86_avx2::DECODING_PAYS_FROM
    {
        enter("decode_many", backend);
        return decode_together(encodings, done, |encodings, points| x86_avx2::decode_many(proof, encodings, points));
    }
    for encodings in encodings.chunks(4) {
        if backend.has_lanes() {
            // Those that are missing are done for nothing, and cost nothing.
            let last = encodings.len() - 1;
            let decoded: [_; 4] = decode_few_public(backend, core::array::from_fn(|i| &encodings[i.min(last)]));
            decoded.into_iter().take(encodings.len()).for_each(|(point, valid)| done(point, valid));
        } else {
            let decoded = encodings.iter().flat_map(|encoding| decode_few_public(backend, [encoding]));
            decoded.for_each(|(point, valid)| done(point, valid));
        }
    }
}

/// The encodings of points by RFC 8032 Section 5.1.2, with one inversion for all: `points` and `out` are of one length
/// of at most [`TOGETHER`].
pub(super) fn encode(backend: Backend, points: &[Point], out: &mut [[u8; 32]]) {
    enter("encode", backend);
    if let ([point], [out]) = (points, &mut *out) {
        *out = wiping_stack::<2048, _>(|| over_field!(backend, (F, proof) => group::encode::<F>(proof, point)));
        return;
    }
    wiping_stack::<8192, _>(|| over_field!(backend, (F, proof) => group::encode_all::<F>(proof, points, out)));
}

/// As [`encode`], and gives the points Z = 1.
pub(super) fn normalize(backend: Backend, points: &mut [Point], out: &mut [[u8; 32]]) {
    if let ([point], [out]) = (&mut *points, &mut *out) {
        wiping_stack::<2048, _>(|| over_field!(backend, (F, proof) => group::normalize::<F>(proof, point, out)));
        return;
    }
    wiping_stack::<8192, _>(|| over_field!(backend, (F, proof) => group::normalize_all::<F>(proof, points, out)));
}

/// `a` + `b`.
pub(super) fn add(backend: Backend, a: &Point, b: &Point) -> Point {
    fn generic<F: Field>(proof: F::Proof, a: &Point, b: &Point) -> Point {
        Extended::<F>::unpack(proof, a).add(&Extended::unpack(proof, b).cached()).extended().pack()
    }
    wiping_stack::<3072, _>(|| over_field!(backend, (F, proof) => generic::<F>(proof, a, b)))
}

/// −`a`.
pub(super) fn negate(backend: Backend, a: &Point) -> Point {
    wiping_stack::<1024, _>(|| over_field!(backend, (F, proof) => Extended::<F>::unpack(proof, a).negate().pack()))
}

/// 2^`n`·`a`, 1 ≤ n.
pub(super) fn double_times(backend: Backend, a: &Point, n: u32) -> Point {
    fn generic<F: Field>(proof: F::Proof, a: &Point, n: u32) -> Point {
        scalar_mul::double_times(&Extended::<F>::unpack(proof, a).projective(), n).extended().pack()
    }
    wiping_stack::<3072, _>(|| over_field!(backend, (F, proof) => generic::<F>(proof, a, n)))
}

/// Whether `a` = `b`.
pub(super) fn equals(backend: Backend, a: &Point, b: &Point) -> Choice {
    wiping_stack::<3072, _>(
        || over_field!(backend, (F, proof) => Extended::<F>::unpack(proof, a).equals(&Extended::unpack(proof, b))),
    )
}

/// Whether 8·`a` = 0. The points of order 1 and 2 have X = 0; doubled, one of order 4 is (0, −1) and has Y = 0 itself, and
/// one of order 8 is one of order 4, so that the Y of its double, X² + Y² but for a factor, is 0.
pub(super) fn is_small_order(backend: Backend, a: &Point) -> Choice {
    fn generic<F: Field>(proof: F::Proof, a: &Point) -> Choice {
        let Extended { x, y, .. } = Extended::<F>::unpack(proof, a);
        let sum = field::square(&x).add(&field::square(&y));
        field::is_zero(&F::mul(&field::mul(&x, &y).relax(), &sum))
    }
    wiping_stack::<2048, _>(|| over_field!(backend, (F, proof) => generic::<F>(proof, a)))
}

/// The u-coordinates (Z + Y)/(Z − Y) of at most [`TOGETHER`] points on the Montgomery form, 0 for the neutral element.
pub(super) fn to_montgomery(backend: Backend, points: &[Point], out: &mut [[u8; 32]]) {
    enter("to_montgomery", backend);
    if let ([point], [out]) = (points, &mut *out) {
        *out = wiping_stack::<2048, _>(|| over_field!(backend, (F, proof) => group::montgomery::<F>(proof, point)));
        return;
    }
    wiping_stack::<8192, _>(|| over_field!(backend, (F, proof) => group::montgomery_all::<F>(proof, points, out)));
}

/// The encoding of the point with Montgomery coordinate `u` and x of the sign 0, y = (u − 1)/(u + 1), and whether
/// u ≠ −1. Whether there is a point with that y decides who decodes it.
pub(super) fn from_montgomery(backend: Backend, u: &[u8; 32]) -> ([u8; 32], Choice) {
    fn generic<F: Field>(proof: F::Proof, u: &[u8; 32]) -> ([u8; 32], Choice) {
        let (u, one) = (F::from_bytes(proof, u), F::one(proof));
        let denominator = F::carry(&u.add(&one));
        let y = F::mul(&u.sub(&one), &denominator.invert().relax());
        (y.to_bytes(), !field::is_zero(&denominator))
    }
    wiping_stack::<3072, _>(|| over_field!(backend, (F, proof) => generic::<F>(proof, u)))
}

/// RFC 9496 Section 4.3.1: the point of an encoding, and whether there is one.
pub(super) fn ristretto_decode(backend: Backend, bytes: &[u8; 32]) -> (Point, Choice) {
    enter("ristretto_decode", backend);
    wiping_stack::<8192, _>(
        || over_field!(backend, (F, proof) => ristretto_map::decode::<F>(proof, bytes, field::sqrt_ratio)),
    )
}

/// RFC 9496 Section 4.3.2.
pub(super) fn ristretto_encode(backend: Backend, point: &Point) -> [u8; 32] {
    enter("ristretto_encode", backend);
    wiping_stack::<8192, _>(
        || over_field!(backend, (F, proof) => ristretto_map::encode(&Extended::<F>::unpack(proof, point), field::sqrt_ratio)),
    )
}

/// RFC 9496 Section 4.3.3.
pub(super) fn ristretto_equals(backend: Backend, a: &Point, b: &Point) -> Choice {
    wiping_stack::<3072, _>(
        || over_field!(backend, (F, proof) => ristretto_map::equals::<F>(&Extended::unpack(proof, a), &Extended::unpack(proof, b))),
    )
}

/// MAP of RFC 9496 Section 4.3.4.
pub(super) fn ristretto_map(backend: Backend, bytes: &[u8; 32]) -> Point {
    enter("ristretto_map", backend);
    wiping_stack::<8192, _>(
        || over_field!(backend, (F, proof) => ristretto_map::map::<F>(proof, bytes, field::sqrt_ratio).pack()),
    )
}

/// The Montgomery coordinate of the point that 32 bytes stand for by Elligator 2, of which the top two bits are ignored.
pub(super) fn elligator2_map(backend: Backend, representative: &[u8; 32]) -> [u8; 32] {
    enter("elligator2_map", backend);
    wiping_stack::<8192, _>(
        || over_field!(backend, (F, proof) => elligator2_map::map_to_montgomery::<F>(proof, representative)),
    )
}

/// The representative of the point of the curve with the Montgomery coordinate `u`, and whether it has one. Of the tweak
/// the lowest bit says which of two it is, and the top two bits are its own.
pub(super) fn elligator2_inverse(backend: Backend, u: &[u8; 32], tweak: u8) -> ([u8; 32], Choice) {
    enter("elligator2_inverse", backend);
    wiping_stack::<8192, _>(|| over_field!(backend, (F, proof) => elligator2_map::inverse::<F>(proof, u, tweak)))
}

/// [`elligator2_inverse`] for a point of edwards25519.
pub(super) fn elligator2_inverse_of_point(backend: Backend, point: &Point, tweak: u8) -> ([u8; 32], Choice) {
    enter("elligator2_inverse_of_point", backend);
    wiping_stack::<8192, _>(
        || over_field!(backend, (F, proof) => elligator2_map::inverse_of_point::<F>(proof, point, tweak)),
    )
}

/// The point of edwards25519 that RFC 9380 makes of 48 uniform bytes.
pub(super) fn elligator2_map_to_edwards(backend: Backend, uniform: &[u8; 48]) -> Point {
    enter("elligator2_map_to_edwards", backend);
    wiping_stack::<8192, _>(
        || over_field!(backend, (F, proof) => elligator2_map::map_to_edwards::<F>(proof, uniform).pack()),
    )
}

/// A 512-bit number modulo L.
pub(super) fn scalar_reduce_wide(backend: Backend, bytes: &[u8; 64]) -> Words {
    enter("scalar_reduce_wide", backend);
    wiping_stack::<1024, _>(|| {
        if backend.has_wide_words() {
            sc_4x64::reduce(&core::array::from_fn(|i| u64::from_le_bytes(bytes.as_chunks().0[i])))
        } else {
            order::reduce_wide::<Sc8x32>(bytes).number()
        }
    })
}

/// `a`·`b` + `c` modulo L.
pub(super) fn scalar_mul_add(backend: Backend, a: &Words, b: &Words, c: &Words) -> Words {
    enter("scalar_mul_add", backend);
    wiping_stack::<1024, _>(|| {
        if backend.has_wide_words() { sc_4x64::mul_add(a, b, c) } else { order::mul_add::<Sc8x32>(a, b, c) }
    })
}

/// `a` + `b` modulo L.
pub(super) fn scalar_add(backend: Backend, a: &Words, b: &Words) -> Words {
    wiping_stack::<512, _>(|| {
        if backend.has_wide_words() {
            Sc4x64::raw(a).add(&Sc4x64::raw(b)).words()
        } else {
            Sc8x32::raw(a).add(&Sc8x32::raw(b)).words()
        }
    })
}

/// `a` − `b` modulo L.
pub(super) fn scalar_sub(backend: Backend, a: &Words, b: &Words) -> Words {
    wiping_stack::<512, _>(|| {
        if backend.has_wide_words() {
            Sc4x64::raw(a).sub(&Sc4x64::raw(b)).words()
        } else {
            Sc8x32::raw(a).sub(&Sc8x32::raw(b)).words()
        }
    })
}

/// 1/`a` modulo L, and 0 for 0.
pub(super) fn scalar_invert(backend: Backend, a: &Words) -> Words {
    enter("scalar_invert", backend);
    wiping_stack::<4096, _>(|| {
        if backend.has_wide_words() { order::invert::<Sc4x64>(a) } else { order::invert::<Sc8x32>(a) }
    })
}
