//! The groups edwards25519 and Ristretto255, and the scalars of both.

use crate::random::Source;
use carnelian::ct::{self, Choice};
use carnelian::curve::curve25519::{EdwardsPoint, RistrettoPoint, Scalar};
use carnelian::curve::{elligator2, x25519};
use carnelian::secret::Secret;
use carnelian_ffi::{Caller, wiping_stack};
use core::convert::Infallible;
use core::ffi::c_int;
use std::process;

/// Bytes of stack that a multiplication may use above the kernels, which wipe their own.
const STACK: usize = 2048;

/// Bytes of an encoded point or scalar.
const LEN: usize = 32;

/// The number by which C selects SHA-512 to hash to the curve.
const BY_SHA512: c_int = 2;

/// A point in either group.
trait Point: Sized {
    /// Decodes a point that may be added.
    fn decode(bytes: &[u8; LEN]) -> Option<Self>;
    fn encode(&self) -> [u8; LEN];
    fn sum(self, other: Self) -> Self;
    fn difference(self, other: Self) -> Self;
}

impl Point for EdwardsPoint {
    fn decode(bytes: &[u8; LEN]) -> Option<Self> {
        Self::decompress_zip215(bytes).ok()
    }
    fn encode(&self) -> [u8; LEN] {
        self.compress()
    }
    fn sum(self, other: Self) -> Self {
        self + other
    }
    fn difference(self, other: Self) -> Self {
        self - other
    }
}

impl Point for RistrettoPoint {
    fn decode(bytes: &[u8; LEN]) -> Option<Self> {
        Self::decompress(bytes).ok()
    }
    fn encode(&self) -> [u8; LEN] {
        self.compress()
    }
    fn sum(self, other: Self) -> Self {
        self + other
    }
    fn difference(self, other: Self) -> Self {
        self - other
    }
}

/// Writes a result, or zeros if there is none.
fn put(caller: &Caller, out: *mut u8, result: Option<Secret<[u8; LEN]>>) -> Option<()> {
    match result {
        Some(result) => caller.write(out, result.expose()).ok(),
        None => caller.write(out, &[0; LEN]).ok().and(None),
    }
}

fn combined<P: Point>(
    caller: &Caller,
    out: *mut u8,
    [p, q]: [*const u8; 2],
    combine: impl FnOnce(P, P) -> P,
) -> Option<()> {
    let compute = || {
        let (p, q) = (P::decode(caller.array(p).ok()?)?, P::decode(caller.array(q).ok()?)?);
        Some(Secret::new(combine(p, q).encode()))
    };
    put(caller, out, compute())
}

fn add<P: Point>(caller: &Caller, out: *mut u8, p: *const u8, q: *const u8) -> Option<()> {
    combined(caller, out, [p, q], P::sum)
}

fn sub<P: Point>(caller: &Caller, out: *mut u8, p: *const u8, q: *const u8) -> Option<()> {
    combined(caller, out, [p, q], P::difference)
}

/// Decodes a point of the prime-order group other than the identity element.
fn prime_order(bytes: &[u8; LEN]) -> Option<EdwardsPoint> {
    let point = EdwardsPoint::decompress(bytes).ok()?;
    let is_valid = point.is_torsion_free() & !point.is_small_order();
    is_valid.declassify("the caller learns whether the point is valid").then_some(point)
}

fn ed25519_is_valid(caller: &Caller, p: *const u8) -> bool {
    caller.array(p).is_ok_and(|bytes| prime_order(bytes).is_some())
}

fn ristretto_is_valid(caller: &Caller, p: *const u8) -> bool {
    caller.array(p).is_ok_and(|bytes| RistrettoPoint::decompress(bytes).is_ok())
}

/// Maps 32 bytes to a point by Elligator 2: the top bit becomes the sign, and the cofactor is removed.
fn ed25519_from_uniform(caller: &Caller, out: *mut u8, bytes: *const u8) -> Option<()> {
    let compute = || {
        let bytes = caller.array::<LEN>(bytes).ok()?;
        let u = elligator2::Representative::from_bytes(*bytes).public_key();
        let point = EdwardsPoint::from_montgomery(u.as_bytes(), bytes[LEN - 1] >> 7 == 1).ok()?;
        Some(Secret::new(point.mul_by_cofactor().compress()))
    };
    put(caller, out, compute())
}

/// Hashes to the curve with SHA-512, RFC 9380.
fn ed25519_from_string(
    caller: &Caller,
    out: *mut u8,
    context: *const u8,
    context_len: usize,
    message: *const u8,
    len: usize,
    by: c_int,
) -> Option<()> {
    hashed(caller, out, (context, context_len), (message, len), by, elligator2::hash_to_curve)
}

/// Encodes to the curve with SHA-512, RFC 9380: not uniformly.
fn ed25519_from_string_nu(
    caller: &Caller,
    out: *mut u8,
    context: *const u8,
    context_len: usize,
    message: *const u8,
    len: usize,
    by: c_int,
) -> Option<()> {
    hashed(caller, out, (context, context_len), (message, len), by, elligator2::encode_to_curve)
}

fn hashed<E>(
    caller: &Caller,
    out: *mut u8,
    context: (*const u8, usize),
    message: (*const u8, usize),
    by: c_int,
    hash: impl FnOnce(&[u8], &[u8]) -> Result<EdwardsPoint, E>,
) -> Option<()> {
    let compute = || {
        let (context, message) = (caller.bytes(context.0, context.1).ok()?, caller.bytes(message.0, message.1).ok()?);
        (by == BY_SHA512).then_some(())?;
        Some(Secret::new(hash(message, context).ok()?.compress()))
    };
    put(caller, out, compute())
}

fn ed25519_random(caller: &Caller, out: *mut u8) -> Option<()> {
    let scalar = Secret::new(drawn());
    put(caller, out, Some(Secret::new(EdwardsPoint::mul_base(scalar.expose()).compress())))
}

fn ristretto_random(caller: &Caller, out: *mut u8) -> Option<()> {
    let point = RistrettoPoint::random(&mut Source).unwrap_or_else(|_| process::abort());
    put(caller, out, Some(Secret::new(point.compress())))
}

fn ristretto_from_hash(caller: &Caller, out: *mut u8, hash: *const u8) -> Option<()> {
    let point = caller.array(hash).ok().map(|hash| Secret::new(RistrettoPoint::from_uniform_bytes(hash).compress()));
    put(caller, out, point)
}

/// Returns a random scalar that is not zero.
fn drawn() -> Scalar {
    loop {
        let scalar = Scalar::random(&mut Source).unwrap_or_else(|_| process::abort());
        if !scalar.is_zero().declassify("zero is drawn again") {
            return scalar;
        }
    }
}

fn scalar_random(caller: &Caller, out: *mut u8) -> Option<()> {
    put(caller, out, Some(Secret::new(drawn().to_bytes())))
}

/// Reads a scalar, which is reduced.
fn scalar(caller: &Caller, bytes: *const u8) -> Option<Secret<Scalar>> {
    Some(Secret::new(Scalar::from_bytes_mod_order(caller.array(bytes).ok()?)))
}

fn computed(
    caller: &Caller,
    out: *mut u8,
    [x, y]: [*const u8; 2],
    compute: impl FnOnce(&Scalar, &Scalar) -> Scalar,
) -> Option<()> {
    let compute = || {
        let (x, y) = (scalar(caller, x)?, scalar(caller, y)?);
        Some(Secret::new(Secret::new(compute(x.expose(), y.expose())).expose().to_bytes()))
    };
    put(caller, out, compute())
}

/// Adds a scalar to another one modulo 2²⁵⁶ before it reduces the sum, as libsodium does. For scalars below the order it
/// makes no difference.
fn sum(caller: &Caller, out: *mut u8, x: *const u8, y: Option<&[u8; LEN]>) -> Option<()> {
    let compute = || {
        let (x, y) = (caller.array::<LEN>(x).ok()?, y?);
        let Ok(sum) = Secret::build(|sum: &mut [u8; LEN]| {
            let mut carry = 0;
            for ((sum, x), y) in sum.iter_mut().zip(x).zip(y) {
                carry += u16::from(*x) + u16::from(*y);
                *sum = carry as u8;
                carry >>= 8;
            }
            Ok::<_, Infallible>(())
        });
        let sum = Secret::new(Scalar::from_bytes_mod_order(sum.expose()));
        Some(Secret::new(sum.expose().to_bytes()))
    };
    put(caller, out, compute())
}

fn scalar_add(caller: &Caller, z: *mut u8, x: *const u8, y: *const u8) -> Option<()> {
    sum(caller, z, x, caller.array(y).ok())
}

fn scalar_sub(caller: &Caller, z: *mut u8, x: *const u8, y: *const u8) -> Option<()> {
    let minus_y = Secret::new(Secret::new(-*scalar(caller, y)?.expose()).expose().to_bytes());
    sum(caller, z, x, Some(minus_y.expose()))
}

fn scalar_mul(caller: &Caller, z: *mut u8, x: *const u8, y: *const u8) -> Option<()> {
    computed(caller, z, [x, y], |x, y| *x * *y)
}

fn scalar_negate(caller: &Caller, out: *mut u8, s: *const u8) -> Option<()> {
    computed(caller, out, [s, s], |s, _| -*s)
}

/// Computes 1 − s.
fn scalar_complement(caller: &Caller, out: *mut u8, s: *const u8) -> Option<()> {
    computed(caller, out, [s, s], |s, _| Scalar::ONE - *s)
}

/// Computes 1/s; fails for 0.
fn scalar_invert(caller: &Caller, out: *mut u8, s: *const u8) -> Option<()> {
    let is_zero = caller.array(s).map_or(Choice::TRUE, |s: &[u8; LEN]| ct::eq(s, &[0; LEN]));
    computed(caller, out, [s, s], |s, _| s.invert())?;
    (!is_zero.declassify("zero has no inverse")).then_some(())
}

fn scalar_reduce(caller: &Caller, out: *mut u8, wide: *const u8) -> Option<()> {
    let reduced = caller.array(wide).ok().map(|wide| Secret::new(Scalar::from_bytes_mod_order_wide(wide)));
    put(caller, out, reduced.map(|scalar| Secret::new(scalar.expose().to_bytes())))
}

fn scalar_is_canonical(caller: &Caller, s: *const u8) -> bool {
    caller.array(s).is_ok_and(|s| Scalar::from_canonical_bytes(s).is_ok())
}

/// Returns the multiple, unless it is the identity element or the number is zero.
fn multiple(point: &EdwardsPoint, number: &[u8; LEN]) -> Option<Secret<[u8; LEN]>> {
    let is_refused = point.is_identity() | ct::eq(number, &[0; LEN]);
    let encoded = Secret::new(point.compress());
    (!is_refused.declassify("a multiple that is the identity is refused")).then_some(encoded)
}

/// Computes a multiple of a point, where `number` is made of the bytes that C passes.
fn ed25519_multiple(
    caller: &Caller,
    q: *mut u8,
    n: *const u8,
    p: *const u8,
    number: impl FnOnce(&[u8; LEN]) -> Secret<[u8; LEN]>,
) -> Option<()> {
    let compute = || {
        let n = caller.array(n).ok()?;
        let point = prime_order(caller.array(p).ok()?)?;
        // The point is of order L.
        let scalar = reduced(number(n).expose());
        let product = Secret::new(point * *scalar.expose());
        multiple(product.expose(), n)
    };
    put(caller, q, compute())
}

fn ed25519_mul(caller: &Caller, q: *mut u8, n: *const u8, p: *const u8) -> Option<()> {
    ed25519_multiple(caller, q, n, p, x25519::decode_scalar)
}

fn ed25519_mul_unclamped(caller: &Caller, q: *mut u8, n: *const u8, p: *const u8) -> Option<()> {
    ed25519_multiple(caller, q, n, p, |n| Secret::new(*n))
}

/// Computes a multiple of the base point.
fn ed25519_base_multiple(
    caller: &Caller,
    q: *mut u8,
    n: *const u8,
    number: impl FnOnce(&[u8; LEN]) -> Secret<[u8; LEN]>,
) -> Option<()> {
    let compute = || {
        let n = caller.array(n).ok()?;
        let product = Secret::new(EdwardsPoint::mul_base_bytes(number(n).expose()));
        multiple(product.expose(), n)
    };
    put(caller, q, compute())
}

fn ed25519_base(caller: &Caller, q: *mut u8, n: *const u8) -> Option<()> {
    ed25519_base_multiple(caller, q, n, x25519::decode_scalar)
}

fn ed25519_base_unclamped(caller: &Caller, q: *mut u8, n: *const u8) -> Option<()> {
    ed25519_base_multiple(caller, q, n, |n| Secret::new(*n))
}

/// Returns the multiple of an element, unless it is the identity element.
fn ristretto_multiple(product: RistrettoPoint) -> Option<Secret<[u8; LEN]>> {
    let product = Secret::new(product);
    let is_identity = product.expose().is_identity().declassify("a multiple that is the identity is refused");
    (!is_identity).then(|| Secret::new(product.expose().compress()))
}

/// Reads a scalar without its top bit.
fn ristretto_scalar(caller: &Caller, n: *const u8) -> Option<Secret<Scalar>> {
    caller.array(n).ok().map(reduced)
}

/// Reduces a number without its top bit.
fn reduced(number: &[u8; LEN]) -> Secret<Scalar> {
    let Ok(bytes) = Secret::build(|bytes: &mut [u8; LEN]| {
        *bytes = *number;
        bytes[LEN - 1] &= 0x7f;
        Ok::<_, Infallible>(())
    });
    Secret::new(Scalar::from_bytes_mod_order(bytes.expose()))
}

fn ristretto_mul(caller: &Caller, q: *mut u8, n: *const u8, p: *const u8) -> Option<()> {
    // If there is no such element, nothing is written.
    let point = RistrettoPoint::decompress(caller.array(p).ok()?).ok()?;
    let multiple = || ristretto_multiple(point * *ristretto_scalar(caller, n)?.expose());
    wiping_stack::<STACK, _>(|| put(caller, q, multiple()))
}

fn ristretto_base(caller: &Caller, q: *mut u8, n: *const u8) -> Option<()> {
    let compute = || ristretto_multiple(RistrettoPoint::mul_base(ristretto_scalar(caller, n)?.expose()));
    wiping_stack::<STACK, _>(|| put(caller, q, compute()))
}

exports! {
    crypto_core_ed25519_is_valid_point(p: *const u8) -> c_int = ed25519_is_valid;
    crypto_core_ed25519_add(r: *mut u8, p: *const u8, q: *const u8) -> c_int = add::<EdwardsPoint>;
    crypto_core_ed25519_sub(r: *mut u8, p: *const u8, q: *const u8) -> c_int = sub::<EdwardsPoint>;
    crypto_core_ed25519_from_uniform(p: *mut u8, r: *const u8) -> c_int = ed25519_from_uniform;
    crypto_core_ed25519_from_string(
        p: *mut u8, context: *const u8, context_len: usize, message: *const u8, len: usize, by: c_int
    ) -> c_int = ed25519_from_string;
    crypto_core_ed25519_from_string_nu(
        p: *mut u8, context: *const u8, context_len: usize, message: *const u8, len: usize, by: c_int
    ) -> c_int = ed25519_from_string_nu;
    crypto_core_ed25519_random(p: *mut u8) = ed25519_random;
    crypto_core_ristretto255_is_valid_point(p: *const u8) -> c_int = ristretto_is_valid;
    crypto_core_ristretto255_add(r: *mut u8, p: *const u8, q: *const u8) -> c_int = add::<RistrettoPoint>;
    crypto_core_ristretto255_sub(r: *mut u8, p: *const u8, q: *const u8) -> c_int = sub::<RistrettoPoint>;
    crypto_core_ristretto255_from_hash(p: *mut u8, r: *const u8) -> c_int = ristretto_from_hash;
    crypto_core_ristretto255_random(p: *mut u8) = ristretto_random;
    crypto_core_ed25519_scalar_random crypto_core_ristretto255_scalar_random(r: *mut u8) = scalar_random;
    crypto_core_ed25519_scalar_invert crypto_core_ristretto255_scalar_invert(recip: *mut u8, s: *const u8)
        -> c_int = scalar_invert;
    crypto_core_ed25519_scalar_negate crypto_core_ristretto255_scalar_negate(neg: *mut u8, s: *const u8)
        = scalar_negate;
    crypto_core_ed25519_scalar_complement crypto_core_ristretto255_scalar_complement(comp: *mut u8, s: *const u8)
        = scalar_complement;
    crypto_core_ed25519_scalar_add crypto_core_ristretto255_scalar_add(z: *mut u8, x: *const u8, y: *const u8)
        = scalar_add;
    crypto_core_ed25519_scalar_sub crypto_core_ristretto255_scalar_sub(z: *mut u8, x: *const u8, y: *const u8)
        = scalar_sub;
    crypto_core_ed25519_scalar_mul crypto_core_ristretto255_scalar_mul(z: *mut u8, x: *const u8, y: *const u8)
        = scalar_mul;
    crypto_core_ed25519_scalar_reduce crypto_core_ristretto255_scalar_reduce(r: *mut u8, s: *const u8)
        = scalar_reduce;
    crypto_core_ed25519_scalar_is_canonical crypto_core_ristretto255_scalar_is_canonical(s: *const u8)
        -> c_int = scalar_is_canonical;
    crypto_scalarmult_ed25519(q: *mut u8, n: *const u8, p: *const u8) -> c_int = ed25519_mul;
    crypto_scalarmult_ed25519_noclamp(q: *mut u8, n: *const u8, p: *const u8) -> c_int = ed25519_mul_unclamped;
    crypto_scalarmult_ed25519_base(q: *mut u8, n: *const u8) -> c_int = ed25519_base;
    crypto_scalarmult_ed25519_base_noclamp(q: *mut u8, n: *const u8) -> c_int = ed25519_base_unclamped;
    crypto_scalarmult_ristretto255(q: *mut u8, n: *const u8, p: *const u8) -> c_int = ristretto_mul;
    crypto_scalarmult_ristretto255_base(q: *mut u8, n: *const u8) -> c_int = ristretto_base;
}
