//! The group law, multiplication by scalars, and questions about points.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::encoding::{edwards_at, made};
use super::{AnyPoint, LEN, carnelian_group, carnelian_point, scalar_at, with_group, with_point};
use crate::context;
use crate::outputs::{whole, zeroing};
use crate::status::carnelian_status;
use carnelian::ct::Choice;
use carnelian::curve::curve25519::{EdwardsPoint, RistrettoPoint, Scalar};
use carnelian_ffi::Caller;
use core::ffi::c_int;
use core::ops::{Add, Sub};

/// Combines two points of one group.
fn combined(
    caller: &Caller,
    edwards: fn(EdwardsPoint, EdwardsPoint) -> EdwardsPoint,
    ristretto: fn(RistrettoPoint, RistrettoPoint) -> RistrettoPoint,
    (a, b): (*const carnelian_point, *const carnelian_point),
    result: *mut carnelian_point,
) -> carnelian_status {
    made(caller, result, || match (context::get(caller, a)?, context::get(caller, b)?) {
        (AnyPoint::Edwards(a), AnyPoint::Edwards(b)) => Ok(edwards(*a, *b).into()),
        (AnyPoint::Ristretto(a), AnyPoint::Ristretto(b)) => Ok(ristretto(*a, *b).into()),
        _ => Err(carnelian_status::CARNELIAN_ERROR_KEY_KIND),
    })
}

/// Computes `a` + `b`. The sum may be one of them.
///
/// Errors: `CARNELIAN_ERROR_STATE` if one holds no point, `CARNELIAN_ERROR_KEY_KIND` if they are of different groups.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_add(
    a: *const carnelian_point,
    b: *const carnelian_point,
    sum: *mut carnelian_point,
) -> carnelian_status {
    let caller = caller!();
    combined(&caller, Add::add, Add::add, (a, b), sum)
}

/// Computes `a` - `b`. The difference may be one of them.
///
/// Errors: `CARNELIAN_ERROR_STATE` if one holds no point, `CARNELIAN_ERROR_KEY_KIND` if they are of different groups.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_sub(
    a: *const carnelian_point,
    b: *const carnelian_point,
    difference: *mut carnelian_point,
) -> carnelian_status {
    let caller = caller!();
    combined(&caller, Sub::sub, Sub::sub, (a, b), difference)
}

/// Computes -`a`. The result may be `a`.
///
/// Errors: `CARNELIAN_ERROR_STATE` if `a` holds no point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_negate(
    a: *const carnelian_point,
    result: *mut carnelian_point,
) -> carnelian_status {
    let caller = caller!();
    made(&caller, result, || with_point!(context::get(&caller, a)?, a => Ok((-*a).into())))
}

/// Computes 2 * `a`. The result may be `a`.
///
/// Errors: `CARNELIAN_ERROR_STATE` if `a` holds no point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_double(
    a: *const carnelian_point,
    result: *mut carnelian_point,
) -> carnelian_status {
    let caller = caller!();
    made(&caller, result, || with_point!(context::get(&caller, a)?, a => Ok(a.double().into())))
}

/// Computes 8 * `a` for a point of edwards25519: a point of prime order, or the identity element. The result may be
/// `a`.
///
/// Errors: `CARNELIAN_ERROR_STATE` if `a` holds no point, `CARNELIAN_ERROR_KEY_KIND` if it is of Ristretto255.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_mul_by_cofactor(
    a: *const carnelian_point,
    result: *mut carnelian_point,
) -> carnelian_status {
    let caller = caller!();
    made(&caller, result, || Ok(context::get(&caller, a)?.edwards()?.mul_by_cofactor().into()))
}

/// Computes `scalar` * `a`, for a scalar of 32 bytes. The result may be `a`. Constant time.
///
/// Errors: `CARNELIAN_ERROR_STATE` if `a` holds no point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_mul(
    scalar: *const u8,
    a: *const carnelian_point,
    result: *mut carnelian_point,
) -> carnelian_status {
    let caller = caller!();
    made(&caller, result, || {
        let scalar = scalar_at(&caller, scalar)?;
        with_point!(context::get(&caller, a)?, a => Ok((*a * scalar).into()))
    })
}

/// Computes `scalar` times the base point of a group, `CARNELIAN_EDWARDS25519` or `CARNELIAN_RISTRETTO255`, for a scalar
/// of 32 bytes. Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_mul_base(
    group: carnelian_group,
    scalar: *const u8,
    result: *mut carnelian_point,
) -> carnelian_status {
    let caller = caller!();
    made(&caller, result, || {
        let scalar = scalar_at(&caller, scalar)?;
        with_group!(group, P => Ok(P::mul_base(&scalar).into()))
    })
}

/// Computes a number of 32 little-endian bytes times the base point of edwards25519. It need not be reduced
/// modulo the order of the base point, as clamped secrets are not; its top bit is ignored. Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_mul_base_bytes(
    number: *const u8,
    result: *mut carnelian_point,
) -> carnelian_status {
    let caller = caller!();
    made(&caller, result, || Ok(EdwardsPoint::mul_base_bytes(caller.array(number)?).into()))
}

/// Computes `a` * `point` + `b` times the base point of the point's group, for scalars of 32 bytes. The result may be
/// `point`. Takes time that depends on all operands, which must be public.
///
/// Errors: `CARNELIAN_ERROR_STATE` if `point` holds none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_double_mul_base_vartime(
    a: *const u8,
    point: *const carnelian_point,
    b: *const u8,
    result: *mut carnelian_point,
) -> carnelian_status {
    let caller = caller!();
    made(&caller, result, || {
        let (a, b) = (scalar_at(&caller, a)?, scalar_at(&caller, b)?);
        Ok(match context::get(&caller, point)? {
            AnyPoint::Edwards(point) => EdwardsPoint::double_scalar_mul_base_vartime(&a, point, &b).into(),
            AnyPoint::Ristretto(point) => RistrettoPoint::double_scalar_mul_base_vartime(&a, point, &b).into(),
        })
    })
}

/// Computes the sum of `count` products of a scalar, 32 bytes each, and a point of one group, `CARNELIAN_EDWARDS25519` or
/// `CARNELIAN_RISTRETTO255`. Takes time that depends on all operands, which must be public.
///
/// Errors: `CARNELIAN_ERROR_STATE` if any holds no point, `CARNELIAN_ERROR_KEY_KIND` if any is of the other group;
/// `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_multi_mul_vartime(
    group: carnelian_group,
    scalars: *const u8,
    points: *const carnelian_point,
    count: usize,
    result: *mut carnelian_point,
) -> carnelian_status {
    let caller = caller!();
    made(&caller, result, || {
        let scalars = caller.bytes(scalars, count.saturating_mul(LEN))?.as_chunks().0;
        let scalars: Vec<_> = scalars.iter().map(Scalar::from_bytes_mod_order).collect();
        match group {
            super::CARNELIAN_EDWARDS25519 => {
                let points = edwards_at(&caller, points, count)?;
                Ok(EdwardsPoint::multiscalar_mul_vartime(&scalars, &points)?.into())
            }
            super::CARNELIAN_RISTRETTO255 => {
                let point = |i| context::get(&caller, points.wrapping_add(i))?.ristretto().copied();
                let points: Vec<_> = (0..count).map(point).collect::<Result<_, carnelian_status>>()?;
                Ok(RistrettoPoint::multiscalar_mul_vartime(&scalars, &points)?.into())
            }
            _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
        }
    })
}

/// Writes the answer to a question about points.
fn answered(
    caller: &Caller,
    answer: *mut c_int,
    ask: impl FnOnce() -> Result<Choice, carnelian_status>,
) -> carnelian_status {
    zeroing(caller, [whole(answer)], || {
        let found = ask()?.declassify("the caller asks for it");
        caller.place(answer)?.write(found.into());
        Ok(())
    })
}

/// Writes 1 to `*equal` if two points of one group are equal, 0 if they are not. Constant time.
///
/// Errors: `CARNELIAN_ERROR_STATE` if one holds no point, `CARNELIAN_ERROR_KEY_KIND` if they are of different groups.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_equal(
    a: *const carnelian_point,
    b: *const carnelian_point,
    equal: *mut c_int,
) -> carnelian_status {
    let caller = caller!();
    answered(&caller, equal, || match (context::get(&caller, a)?, context::get(&caller, b)?) {
        (AnyPoint::Edwards(a), AnyPoint::Edwards(b)) => Ok(a.equals(b)),
        (AnyPoint::Ristretto(a), AnyPoint::Ristretto(b)) => Ok(a.equals(b)),
        _ => Err(carnelian_status::CARNELIAN_ERROR_KEY_KIND),
    })
}

/// Writes 1 to `*answer` if a point is the identity element of its group, 0 if it is not. Constant time.
///
/// Errors: `CARNELIAN_ERROR_STATE` if `point` holds none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_is_identity(
    point: *const carnelian_point,
    answer: *mut c_int,
) -> carnelian_status {
    let caller = caller!();
    answered(&caller, answer, || Ok(with_point!(context::get(&caller, point)?, point => point.is_identity())))
}

/// Writes 1 to `*answer` if a point of edwards25519 is one of the eight whose order divides 8, 0 if it is not. Constant
/// time.
///
/// Errors: `CARNELIAN_ERROR_STATE` if `point` holds none, `CARNELIAN_ERROR_KEY_KIND` if it is of Ristretto255.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_is_small_order(
    point: *const carnelian_point,
    answer: *mut c_int,
) -> carnelian_status {
    let caller = caller!();
    answered(&caller, answer, || Ok(context::get(&caller, point)?.edwards()?.is_small_order()))
}

/// Writes 1 to `*answer` if a point of edwards25519 is a multiple of the base point, 0 if it is not. Constant time.
///
/// Errors: `CARNELIAN_ERROR_STATE` if `point` holds none, `CARNELIAN_ERROR_KEY_KIND` if it is of Ristretto255.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_is_torsion_free(
    point: *const carnelian_point,
    answer: *mut c_int,
) -> carnelian_status {
    let caller = caller!();
    answered(&caller, answer, || Ok(context::get(&caller, point)?.edwards()?.is_torsion_free()))
}
