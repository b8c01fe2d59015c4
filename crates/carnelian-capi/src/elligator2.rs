//! Elligator 2: public keys of X25519 that look like random bytes, and hashing to the curve, RFC 9380.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use crate::outputs::zeroing;
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use crate::x25519::key_at;
use carnelian::LengthRangeError;
use carnelian::curve::curve25519::EdwardsPoint;
use carnelian::curve::elligator2::{self, Representative};
use carnelian::curve::x25519::PublicKey;
use carnelian_ffi::Caller;

/// The number of bytes in a representative.
pub const CARNELIAN_ELLIGATOR2_LEN: usize = Representative::LEN;
/// The largest number of bytes in a domain separation tag.
pub const CARNELIAN_ELLIGATOR2_DST_MAX_LEN: usize = 255;

const LEN: usize = CARNELIAN_ELLIGATOR2_LEN;

/// Computes the public key of X25519 that a representative stands for: 32 bytes each. Any 32 bytes are a representative;
/// the top two bits are ignored. Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_elligator2_map(representative: *const u8, public_key: *mut u8) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(public_key, LEN)], || {
        let mapped = Representative::from(caller.array(representative)?).public_key();
        Ok(caller.write(public_key, mapped.as_bytes())?)
    })
}

/// Computes a representative of a public key of X25519, the inverse map: 32 bytes each. `tweak` is a random byte: its
/// lowest bit chooses between the two representatives, its top two bits become those of the result. Only the public keys
/// of `carnelian_elligator2_dirty_public_key` have representatives that look random. Constant time, except that it
/// reveals whether there is a representative.
///
/// Errors: `CARNELIAN_ERROR_KEY` if the key has no representative, as half of all keys.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_elligator2_rev(
    public_key: *const u8,
    tweak: u8,
    representative: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(representative, LEN)], || {
        let found = Representative::of(&PublicKey::from(caller.array(public_key)?), tweak)?;
        Ok(caller.write(representative, found.as_bytes())?)
    })
}

/// Generates a secret key of X25519 and the representative of its dirty public key, 32 bytes each, which looks like
/// random bytes. `random` is the random source, NULL that of the operating system. The number of attempts, two on
/// average, reveals nothing about the key; everything else takes constant time.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails, or if none of 256 keys has a representative.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_elligator2_generate(
    random: *const carnelian_random_source,
    secret: *mut u8,
    representative: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(secret, LEN), (representative, LEN)], || {
        let (key, hidden) = elligator2::generate(&mut Source::of(&caller, random)?)?;
        caller.write(representative, hidden.as_bytes())?;
        Ok(caller.write(secret, key.to_bytes().expose())?)
    })
}

/// Computes the representative of the dirty public key of a secret key: 32 bytes each. `tweak` is a random byte, as in
/// `carnelian_elligator2_rev`. Constant time, except that it reveals whether there is a representative.
///
/// Errors: `CARNELIAN_ERROR_KEY` if there is none, as for half of all keys.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_elligator2_hide(
    secret: *const u8,
    tweak: u8,
    representative: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(representative, LEN)], || {
        let hidden = elligator2::hide(&key_at(&caller, secret)?, tweak)?;
        Ok(caller.write(representative, hidden.as_bytes())?)
    })
}

/// Computes the public key of a secret key plus a component of small order, which the three bits of the secret key that
/// X25519 does not use choose: 32 bytes each. Shared secrets are those of the ordinary public key. Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_elligator2_dirty_public_key(
    secret: *const u8,
    public_key: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(public_key, LEN)], || {
        let dirty = elligator2::dirty_public_key(&key_at(&caller, secret)?);
        Ok(caller.write(public_key, dirty.as_bytes())?)
    })
}

/// Hashes a message to a point of edwards25519 of prime order whose discrete logarithm no one knows, and writes its
/// encoding, 32 bytes: hash_to_curve of RFC 9380 in the suite edwards25519_XMD:SHA-512_ELL2_RO_. `dst` is the domain
/// separation tag, 1 to 255 bytes that name the protocol. Takes time that depends only on the lengths.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a tag of another length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_elligator2_hash_to_curve(
    message: *const u8,
    message_len: usize,
    dst: *const u8,
    dst_len: usize,
    point: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    hashed(&caller, elligator2::hash_to_curve, (message, message_len), (dst, dst_len), point)
}

/// Hashes a message to a point of edwards25519 like `carnelian_elligator2_hash_to_curve`, at half the cost, but the
/// points are not uniformly distributed: encode_to_curve of RFC 9380 in the suite edwards25519_XMD:SHA-512_ELL2_NU_.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a tag of another length than 1 to 255.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_elligator2_encode_to_curve(
    message: *const u8,
    message_len: usize,
    dst: *const u8,
    dst_len: usize,
    point: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    hashed(&caller, elligator2::encode_to_curve, (message, message_len), (dst, dst_len), point)
}

fn hashed(
    caller: &Caller,
    hash: fn(&[u8], &[u8]) -> Result<EdwardsPoint, LengthRangeError>,
    (message, message_len): (*const u8, usize),
    (dst, dst_len): (*const u8, usize),
    point: *mut u8,
) -> carnelian_status {
    zeroing(caller, [(point, LEN)], || {
        let hashed = hash(caller.bytes(message, message_len)?, caller.bytes(dst, dst_len)?)?;
        Ok(caller.write(point, &hashed.compress())?)
    })
}
