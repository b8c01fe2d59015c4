//! Points from bytes and other sources, and back to bytes.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{AnyPoint, LEN, carnelian_group, carnelian_point, with_group, with_point};
use crate::context;
use crate::outputs::{reporting, whole, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::curve::curve25519::{EdwardsPoint, RistrettoPoint};
use carnelian_ffi::Caller;
use core::ffi::c_int;
use core::mem::MaybeUninit;

/// Starts the point that `make` returns. It may read what the memory holds until then.
pub(super) fn made(
    caller: &Caller,
    point: *mut carnelian_point,
    make: impl FnOnce() -> Result<AnyPoint, carnelian_status>,
) -> carnelian_status {
    zeroing(caller, [whole(point)], || {
        context::wiping_stack::<carnelian_point, _>(|| {
            let made = make()?;
            context::start(caller, point, || Ok(made))
        })
    })
}

/// Makes the identity element of a group, `CARNELIAN_EDWARDS25519` or `CARNELIAN_RISTRETTO255`.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_identity(
    group: carnelian_group,
    point: *mut carnelian_point,
) -> carnelian_status {
    let caller = caller!();
    made(&caller, point, || with_group!(group, P => Ok(P::IDENTITY.into())))
}

/// Makes the base point of a group, `CARNELIAN_EDWARDS25519` or `CARNELIAN_RISTRETTO255`.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_base(group: carnelian_group, point: *mut carnelian_point) -> carnelian_status {
    let caller = caller!();
    made(&caller, point, || with_group!(group, P => Ok(P::BASE.into())))
}

/// Copies a point.
///
/// Errors: `CARNELIAN_ERROR_STATE` if `point` holds none, `CARNELIAN_ERROR_OVERLAP` if the two share memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_copy(
    point: *const carnelian_point,
    copy: *mut carnelian_point,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::copy(&caller, point, copy))
}

/// Wipes a point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_wipe(point: *mut carnelian_point) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::wipe(&caller, point))
}

/// Decodes a point from its canonical encoding of 32 bytes: RFC 8032 Section 5.1.3 for `CARNELIAN_EDWARDS25519`, RFC
/// 9496 Section 4.3.1 for `CARNELIAN_RISTRETTO255`. Only the result is not secret.
///
/// Errors: `CARNELIAN_ERROR_ENCODING` if the bytes are not that of any; `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_decode(
    group: carnelian_group,
    bytes: *const u8,
    point: *mut carnelian_point,
) -> carnelian_status {
    let caller = caller!();
    made(&caller, point, || with_group!(group, P => Ok(P::decompress(caller.array(bytes)?)?.into())))
}

/// Decodes a point of edwards25519 from 32 bytes by the rule of ZIP 215, which accepts encodings that are not canonical.
///
/// Errors: `CARNELIAN_ERROR_ENCODING` if there is no such point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_decode_zip215(
    bytes: *const u8,
    point: *mut carnelian_point,
) -> carnelian_status {
    let caller = caller!();
    made(&caller, point, || Ok(EdwardsPoint::decompress_zip215(caller.array(bytes)?)?.into()))
}

/// Encodes a point as 32 bytes: RFC 8032 Section 5.1.2, or RFC 9496 Section 4.3.2.
///
/// Errors: `CARNELIAN_ERROR_STATE` if `point` holds none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_encode(point: *const carnelian_point, bytes: *mut u8) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(bytes, LEN)], || {
        context::wiping_stack::<carnelian_point, _>(|| {
            let encoded = with_point!(context::get(&caller, point)?, point => point.compress());
            Ok(caller.write(bytes, &encoded)?)
        })
    })
}

/// Encodes `count` points of edwards25519 as 32 bytes each, with shared inversions, at a fraction of the cost.
///
/// Errors: `CARNELIAN_ERROR_STATE` if any holds no point; `CARNELIAN_ERROR_KEY_KIND` if any is of Ristretto255.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_encode_batch(
    points: *const carnelian_point,
    count: usize,
    bytes: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    let len = count.saturating_mul(LEN);
    zeroing(&caller, [(bytes, len)], || {
        let points = edwards_at(&caller, points, count)?;
        Ok(EdwardsPoint::compress_batch(&points, caller.output(bytes, len)?.as_chunks_mut().0)?)
    })
}

/// Decodes `count` points of edwards25519 from 32 bytes each like `carnelian_point_decode`, several at a time where the
/// CPU has vector lanes for it. Byte i of `verdicts`, which may be NULL, becomes 1 if encoding i is that of a point, and
/// 0 if it is not; point i holds none then.
///
/// Errors: `CARNELIAN_ERROR_ENCODING` if any encoding is not that of a point; the others are decoded nevertheless.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_decode_batch(
    bytes: *const u8,
    count: usize,
    points: *mut carnelian_point,
    verdicts: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    let verdicts_len = if verdicts.is_null() { 0 } else { count };
    let points_len = count.saturating_mul(size_of::<carnelian_point>());
    let mut found = Ok(());
    let checked = zeroing(&caller, [(points.cast(), points_len), (verdicts, verdicts_len)], || {
        caller.items(points.cast::<MaybeUninit<carnelian_point>>(), count)?;
        let decoded = EdwardsPoint::decompress_batch(caller.bytes(bytes, count.saturating_mul(LEN))?.as_chunks().0);
        for (i, point) in decoded.iter().enumerate() {
            if made(&caller, points.wrapping_add(i), || Ok((*point)?.into())) != carnelian_status::CARNELIAN_OK {
                found = Err(carnelian_status::CARNELIAN_ERROR_ENCODING);
            }
        }
        let out = caller.output(verdicts, verdicts_len)?;
        out.iter_mut().zip(&decoded).for_each(|(out, point)| *out = point.is_ok().into());
        Ok(())
    });
    if checked == carnelian_status::CARNELIAN_OK { reporting(|| found) } else { checked }
}

/// Returns points of edwards25519.
pub(super) fn edwards_at(
    caller: &Caller,
    points: *const carnelian_point,
    count: usize,
) -> Result<Vec<EdwardsPoint>, carnelian_status> {
    (0..count).map(|i| context::get(caller, points.wrapping_add(i))?.edwards().copied()).collect()
}

/// Derives an element of Ristretto255 whose discrete logarithm no one knows from 64 uniformly random bytes, such as a
/// digest: RFC 9496 Section 4.3.4. Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ristretto255_from_uniform(
    bytes: *const u8,
    point: *mut carnelian_point,
) -> carnelian_status {
    let caller = caller!();
    made(&caller, point, || Ok(RistrettoPoint::from_uniform_bytes(caller.array(bytes)?).into()))
}

/// Draws a uniformly random element of Ristretto255. `random` is the random source, NULL that of the operating system.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ristretto255_random(
    random: *const carnelian_random_source,
    point: *mut carnelian_point,
) -> carnelian_status {
    let caller = caller!();
    made(&caller, point, || Ok(RistrettoPoint::random(&mut Source::of(&caller, random)?)?.into()))
}

/// Writes the u-coordinate of a point of edwards25519 on curve25519, 32 bytes: (1 + y)/(1 - y), and 0 for the identity
/// element.
///
/// Errors: `CARNELIAN_ERROR_STATE` if `point` holds none, `CARNELIAN_ERROR_KEY_KIND` if it is of Ristretto255.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_to_montgomery(point: *const carnelian_point, u: *mut u8) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(u, LEN)], || {
        context::wiping_stack::<carnelian_point, _>(|| {
            Ok(caller.write(u, &context::get(&caller, point)?.edwards()?.to_montgomery())?)
        })
    })
}

/// Makes the point of edwards25519 with the u-coordinate of 32 bytes, whose top bit is ignored, and an x whose sign is
/// `sign`, 0 or 1.
///
/// Errors: `CARNELIAN_ERROR_ENCODING` if there is none, `CARNELIAN_ERROR_ARGUMENT` for another sign.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_point_from_montgomery(
    u: *const u8,
    sign: c_int,
    point: *mut carnelian_point,
) -> carnelian_status {
    let caller = caller!();
    made(&caller, point, || match sign {
        0 | 1 => Ok(EdwardsPoint::from_montgomery(caller.array(u)?, sign == 1)?.into()),
        _ => Err(carnelian_status::CARNELIAN_ERROR_ARGUMENT),
    })
}
