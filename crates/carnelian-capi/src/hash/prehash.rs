//! Digests that are signed in place of messages: HashML-DSA, FIPS 204 Section 5.4, and HashSLH-DSA, FIPS 205 Section
//! 10.2.2.

use crate::status::carnelian_status;
use carnelian::hash::{Sha3_224, Sha3_256, Sha3_384, Sha3_512, Sha224, Sha256, Sha384, Sha512, Sha512_256};
use carnelian::postquantum::mldsa::Prehash;
use carnelian_ffi::Caller;

/// A hash function of HashML-DSA and HashSLH-DSA: the last number of its object identifier 2.16.840.1.101.3.4.2.n. A
/// digest has to have 32 bytes or more for the sets of security category 1 and 2, 48 for those of category 3, 64 for
/// those of category 5.
pub type carnelian_prehash = u32;
/// SHA-256.
pub const CARNELIAN_PREHASH_SHA256: carnelian_prehash = 1;
/// SHA-384.
pub const CARNELIAN_PREHASH_SHA384: carnelian_prehash = 2;
/// SHA-512.
pub const CARNELIAN_PREHASH_SHA512: carnelian_prehash = 3;
/// SHA-224, which is too short for every parameter set.
pub const CARNELIAN_PREHASH_SHA224: carnelian_prehash = 4;
/// SHA-512/256.
pub const CARNELIAN_PREHASH_SHA512_256: carnelian_prehash = 6;
/// SHA3-224, which is too short for every parameter set.
pub const CARNELIAN_PREHASH_SHA3_224: carnelian_prehash = 7;
/// SHA3-256.
pub const CARNELIAN_PREHASH_SHA3_256: carnelian_prehash = 8;
/// SHA3-384.
pub const CARNELIAN_PREHASH_SHA3_384: carnelian_prehash = 9;
/// SHA3-512.
pub const CARNELIAN_PREHASH_SHA3_512: carnelian_prehash = 10;
/// SHAKE128, whose digest is the first 32 bytes of its output.
pub const CARNELIAN_PREHASH_SHAKE128: carnelian_prehash = 11;
/// SHAKE256, whose digest is the first 64 bytes of its output.
pub const CARNELIAN_PREHASH_SHAKE256: carnelian_prehash = 12;

/// Evaluates an expression with the type `$H` as the hash function with a number from C.
macro_rules! with_prehash {
    ($number:expr, $H:ident => $body:expr, _ => $others:expr) => {
        with_prehash!($number, $H => $body, _ => $others;
            CARNELIAN_PREHASH_SHA256: Sha256, CARNELIAN_PREHASH_SHA384: Sha384, CARNELIAN_PREHASH_SHA512: Sha512,
            CARNELIAN_PREHASH_SHA224: Sha224, CARNELIAN_PREHASH_SHA512_256: Sha512_256,
            CARNELIAN_PREHASH_SHA3_224: Sha3_224, CARNELIAN_PREHASH_SHA3_256: Sha3_256,
            CARNELIAN_PREHASH_SHA3_384: Sha3_384, CARNELIAN_PREHASH_SHA3_512: Sha3_512)
    };
    ($number:expr, $H:ident => $body:expr, _ => $others:expr; $($constant:ident: $Hash:ty),+) => {
        match $number {
            $($constant => {
                type $H = $Hash;
                $body
            })+
            _ => $others,
        }
    };
}

/// The digests with which a signature is verified.
#[derive(Clone, Copy)]
pub(crate) enum Strength {
    /// Those that are as long as the parameter set requires.
    Required,
    /// All.
    Any,
}

/// Returns the prehash with a digest.
pub(crate) fn prehash(
    caller: &Caller,
    hash: carnelian_prehash,
    (digest, digest_len): (*const u8, usize),
) -> Result<Prehash, carnelian_status> {
    let digest = caller.bytes(digest, digest_len)?;
    with_prehash!(hash, H => Ok(Prehash::from_digest::<H>(array(digest)?)), _ => match hash {
        CARNELIAN_PREHASH_SHAKE128 => Ok(Prehash::from_shake128_digest(array(digest)?)),
        CARNELIAN_PREHASH_SHAKE256 => Ok(Prehash::from_shake256_digest(array(digest)?)),
        _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
    })
}

/// Returns a digest as an array.
fn array<const LEN: usize>(digest: &[u8]) -> Result<&[u8; LEN], carnelian_status> {
    digest.try_into().map_err(|_| carnelian_status::CARNELIAN_ERROR_LENGTH)
}
