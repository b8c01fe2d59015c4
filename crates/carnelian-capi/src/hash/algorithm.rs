//! The table of the hash functions: their numbers and their types.

use super::CARNELIAN_HASH_MAX_LEN;
use crate::outputs::write_exactly;
use crate::status::carnelian_status as Status;
use carnelian::hash::{Blake2b256, Blake2b512, Blake2s128, Blake2s256, Hash};
use carnelian_ffi::Caller;

/// A hash function with digests of a fixed length, whose number of bytes is a constant that ends in `_LEN`. HMAC and HKDF
/// work with each of them. `carnelian_blake2` computes BLAKE2 with digests of other lengths.
pub type carnelian_hash_algorithm = u32;

/// BLAKE2b with digests of 32 bytes, RFC 7693.
pub const CARNELIAN_BLAKE2B_256: carnelian_hash_algorithm = 10;
/// The number of bytes in its digests.
pub const CARNELIAN_BLAKE2B_256_LEN: usize = 32;
/// BLAKE2b with digests of 64 bytes, RFC 7693.
pub const CARNELIAN_BLAKE2B_512: carnelian_hash_algorithm = 11;
/// The number of bytes in its digests.
pub const CARNELIAN_BLAKE2B_512_LEN: usize = 64;
/// BLAKE2s with digests of 16 bytes, RFC 7693.
pub const CARNELIAN_BLAKE2S_128: carnelian_hash_algorithm = 12;
/// The number of bytes in its digests.
pub const CARNELIAN_BLAKE2S_128_LEN: usize = 16;
/// BLAKE2s with digests of 32 bytes, RFC 7693.
pub const CARNELIAN_BLAKE2S_256: carnelian_hash_algorithm = 13;
/// The number of bytes in its digests.
pub const CARNELIAN_BLAKE2S_256_LEN: usize = 32;

/// Calls a macro with the arguments in brackets and a row for each hash function, that of the catalogue or a length of
/// BLAKE2: its number and its type.
macro_rules! hashes {
    ($($apply:ident)::+ [$($arguments:tt)*]) => {
        ::carnelian::__hashes! { crate::hash::hash_rows [($($apply)::+) [$($arguments)*]] }
    };
}
pub(crate) use hashes;

/// Passes the rows of the catalogue on, with those of BLAKE2.
macro_rules! hash_rows {
    ([($($apply:ident)::+) [$($arguments:tt)*]] $(
        $Type:ident $STEM:ident ($number:literal, $($names:tt)*) $more:tt hmac $hmac:tt;
    )+) => {
        $($apply)::+! { [$($arguments)*]
            $($number $Type;)+
            10 Blake2b256;
            11 Blake2b512;
            12 Blake2s128;
            13 Blake2s256;
        }
    };
}
pub(crate) use hash_rows;

/// Generates the match on an algorithm: an arm for each row, in which a name stands for the type.
macro_rules! match_hash {
    ([$algorithm:expr, $H:ident, $body:expr] $($number:literal $Type:ident;)+) => {
        match $algorithm {
            $($number => {
                type $H = carnelian::hash::$Type;
                $body
            })+
            _ => Err($crate::status::carnelian_status::CARNELIAN_ERROR_ALGORITHM),
        }
    };
}
pub(crate) use match_hash;

/// Evaluates an expression, a `Result`, in which a name stands for the type of the hash function with this number.
macro_rules! with_hash {
    ($algorithm:expr, $H:ident => $body:expr) => {
        $crate::hash::hashes! { crate::hash::match_hash [$algorithm, $H, $body] }
    };
}
pub(crate) use with_hash;

/// Generates the checks of the numbers of bytes.
macro_rules! check_lengths {
    ([] $($number:literal $Type:ident;)+) => {$(
        const _: () = assert!(<carnelian::hash::$Type as Hash>::DIGEST_LEN <= CARNELIAN_HASH_MAX_LEN);
    )+};
}
hashes! { check_lengths [] }

const _: () = assert!(CARNELIAN_BLAKE2B_256_LEN == Blake2b256::DIGEST_LEN);
const _: () = assert!(CARNELIAN_BLAKE2B_512_LEN == Blake2b512::DIGEST_LEN);
const _: () = assert!(CARNELIAN_BLAKE2S_128_LEN == Blake2s128::DIGEST_LEN);
const _: () = assert!(CARNELIAN_BLAKE2S_256_LEN == Blake2s256::DIGEST_LEN);

/// Generates [`AnyHash`].
macro_rules! any_hash {
    ([] $($number:literal $Type:ident;)+) => {
        /// A hash function in progress.
        #[derive(Clone)]
        pub(crate) enum AnyHash {
            $(
                #[doc = concat!("[`", stringify!($Type), "`](carnelian::hash::", stringify!($Type), ").")]
                $Type(carnelian::hash::$Type),
            )+
        }

        impl AnyHash {
            /// Starts a message.
            ///
            /// # Errors
            /// `CARNELIAN_ERROR_ALGORITHM`.
            pub(crate) fn new(algorithm: carnelian_hash_algorithm) -> Result<Self, Status> {
                match algorithm {
                    $($number => Ok(Self::$Type(carnelian::hash::$Type::new())),)+
                    _ => Err(Status::CARNELIAN_ERROR_ALGORITHM),
                }
            }

            /// Absorbs more of the message.
            pub(crate) fn update(&mut self, data: &[u8]) {
                match self {
                    $(Self::$Type(hash) => hash.update(data),)+
                }
            }

            /// Writes the digest.
            ///
            /// # Errors
            /// `CARNELIAN_ERROR_LENGTH`, `CARNELIAN_ERROR_NULL`.
            pub(crate) fn finalize_into(
                &mut self,
                caller: &Caller,
                digest: *mut u8,
                digest_len: usize,
            ) -> Result<(), Status> {
                match self {
                    $(Self::$Type(hash) => write_exactly(caller, digest, digest_len, &mut hash.finalize_reset()),)+
                }
            }
        }
    };
}
hashes! { any_hash [] }
