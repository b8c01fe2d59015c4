//! Arithmetic modulo the order of the base point.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{LEN, scalar_at};
use crate::context::wiping_stack;
use crate::outputs::{reporting, whole, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::curve::curve25519::Scalar;
use carnelian::secret::Secret;
use carnelian_ffi::Caller;
use core::ffi::c_int;
use core::ops::{Add, Mul, Sub};

/// Writes the scalar that `compute` returns.
fn computed(
    caller: &Caller,
    result: *mut u8,
    compute: impl FnOnce() -> Result<Scalar, carnelian_status>,
) -> carnelian_status {
    zeroing(caller, [(result, LEN)], || {
        wiping_stack::<Scalar, _>(|| Ok(caller.write(result, Secret::new(compute()?.to_bytes()).expose())?))
    })
}

fn of_two(
    caller: &Caller,
    operation: fn(Scalar, Scalar) -> Scalar,
    (a, b): (*const u8, *const u8),
    result: *mut u8,
) -> carnelian_status {
    computed(caller, result, || Ok(operation(scalar_at(caller, a)?, scalar_at(caller, b)?)))
}

/// Checks that 32 bytes are the canonical encoding of a scalar, a number below the order of the base point. Only the
/// result is not secret.
///
/// Errors: `CARNELIAN_ERROR_ENCODING` if the number is not below it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_scalar_check(scalar: *const u8) -> carnelian_status {
    let caller = caller!();
    reporting(|| wiping_stack::<Scalar, _>(|| Ok(Scalar::from_canonical_bytes(caller.array(scalar)?).map(drop)?)))
}

/// Reduces a little-endian number of 32 or 64 bytes modulo the order of the base point. 64 uniformly random bytes result
/// in a uniformly random scalar. Constant time.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for another length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_scalar_reduce(
    number: *const u8,
    number_len: usize,
    scalar: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    computed(&caller, scalar, || match number_len {
        32 => scalar_at(&caller, number),
        64 => Ok(Scalar::from_bytes_mod_order_wide(caller.array(number)?)),
        _ => Err(carnelian_status::CARNELIAN_ERROR_LENGTH),
    })
}

/// Draws a uniformly random scalar. `random` is the random source, NULL that of the operating system.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_scalar_random(
    random: *const carnelian_random_source,
    scalar: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    computed(&caller, scalar, || Ok(Scalar::random(&mut Source::of(&caller, random)?)?))
}

/// Computes `a` + `b`. Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_scalar_add(a: *const u8, b: *const u8, sum: *mut u8) -> carnelian_status {
    let caller = caller!();
    of_two(&caller, Add::add, (a, b), sum)
}

/// Computes `a` - `b`. Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_scalar_sub(a: *const u8, b: *const u8, difference: *mut u8) -> carnelian_status {
    let caller = caller!();
    of_two(&caller, Sub::sub, (a, b), difference)
}

/// Computes `a` * `b`. Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_scalar_mul(a: *const u8, b: *const u8, product: *mut u8) -> carnelian_status {
    let caller = caller!();
    of_two(&caller, Mul::mul, (a, b), product)
}

/// Computes `a` * `b` + `c`. Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_scalar_mul_add(
    a: *const u8,
    b: *const u8,
    c: *const u8,
    result: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    computed(&caller, result, || Ok(scalar_at(&caller, a)?.mul_add(&scalar_at(&caller, b)?, &scalar_at(&caller, c)?)))
}

/// Computes -`a`. Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_scalar_negate(a: *const u8, result: *mut u8) -> carnelian_status {
    let caller = caller!();
    computed(&caller, result, || Ok(-scalar_at(&caller, a)?))
}

/// Computes 1 / `a`, and 0 for 0. Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_scalar_invert(a: *const u8, inverse: *mut u8) -> carnelian_status {
    let caller = caller!();
    computed(&caller, inverse, || Ok(scalar_at(&caller, a)?.invert()))
}

/// Writes 1 to `*equal` if `a` and `b` are the same scalar, 0 if they are not. Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_scalar_equal(a: *const u8, b: *const u8, equal: *mut c_int) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(equal)], || {
        wiping_stack::<Scalar, _>(|| {
            let same = scalar_at(&caller, a)?.equals(&scalar_at(&caller, b)?);
            caller.place(equal)?.write(same.declassify("the caller asks for it").into());
            Ok(())
        })
    })
}
