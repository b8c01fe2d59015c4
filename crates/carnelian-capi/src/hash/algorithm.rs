//! The table of the hash functions: their numbers and their types.

use crate::outputs::write_exactly;
use crate::status::carnelian_status as Status;
use carnelian::hash::{
    Blake2b256, Blake2b512, Blake2s128, Blake2s256, Hash, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Sha224, Sha256,
    Sha384, Sha512, Sha512_256,
};
use carnelian_ffi::Caller;

/// A hash function with digests of a fixed length. HMAC and HKDF work with each of them.
pub type carnelian_hash_algorithm = u32;
/// SHA-224, FIPS 180-4.
pub const CARNELIAN_SHA224: carnelian_hash_algorithm = 1;
/// SHA-256, FIPS 180-4.
pub const CARNELIAN_SHA256: carnelian_hash_algorithm = 2;
/// SHA-384, FIPS 180-4.
pub const CARNELIAN_SHA384: carnelian_hash_algorithm = 3;
/// SHA-512, FIPS 180-4.
pub const CARNELIAN_SHA512: carnelian_hash_algorithm = 4;
/// SHA-512/256, FIPS 180-4.
pub const CARNELIAN_SHA512_256: carnelian_hash_algorithm = 5;
/// SHA3-224, FIPS 202.
pub const CARNELIAN_SHA3_224: carnelian_hash_algorithm = 6;
/// SHA3-256, FIPS 202.
pub const CARNELIAN_SHA3_256: carnelian_hash_algorithm = 7;
/// SHA3-384, FIPS 202.
pub const CARNELIAN_SHA3_384: carnelian_hash_algorithm = 8;
/// SHA3-512, FIPS 202.
pub const CARNELIAN_SHA3_512: carnelian_hash_algorithm = 9;
/// BLAKE2b with digests of 32 bytes, RFC 7693. carnelian_blake2 computes digests of other lengths.
pub const CARNELIAN_BLAKE2B_256: carnelian_hash_algorithm = 10;
/// BLAKE2b with digests of 64 bytes, RFC 7693.
pub const CARNELIAN_BLAKE2B_512: carnelian_hash_algorithm = 11;
/// BLAKE2s with digests of 16 bytes, RFC 7693.
pub const CARNELIAN_BLAKE2S_128: carnelian_hash_algorithm = 12;
/// BLAKE2s with digests of 32 bytes, RFC 7693.
pub const CARNELIAN_BLAKE2S_256: carnelian_hash_algorithm = 13;

/// The number of bytes in a digest of SHA-224.
pub const CARNELIAN_SHA224_LEN: usize = 28;
/// The number of bytes in a digest of SHA-256.
pub const CARNELIAN_SHA256_LEN: usize = 32;
/// The number of bytes in a digest of SHA-384.
pub const CARNELIAN_SHA384_LEN: usize = 48;
/// The number of bytes in a digest of SHA-512.
pub const CARNELIAN_SHA512_LEN: usize = 64;
/// The number of bytes in a digest of SHA-512/256.
pub const CARNELIAN_SHA512_256_LEN: usize = 32;
/// The number of bytes in a digest of SHA3-224.
pub const CARNELIAN_SHA3_224_LEN: usize = 28;
/// The number of bytes in a digest of SHA3-256.
pub const CARNELIAN_SHA3_256_LEN: usize = 32;
/// The number of bytes in a digest of SHA3-384.
pub const CARNELIAN_SHA3_384_LEN: usize = 48;
/// The number of bytes in a digest of SHA3-512.
pub const CARNELIAN_SHA3_512_LEN: usize = 64;
/// The number of bytes in a digest of BLAKE2b-256.
pub const CARNELIAN_BLAKE2B_256_LEN: usize = 32;
/// The number of bytes in a digest of BLAKE2b-512.
pub const CARNELIAN_BLAKE2B_512_LEN: usize = 64;
/// The number of bytes in a digest of BLAKE2s-128.
pub const CARNELIAN_BLAKE2S_128_LEN: usize = 16;
/// The number of bytes in a digest of BLAKE2s-256.
pub const CARNELIAN_BLAKE2S_256_LEN: usize = 32;
/// The largest number of bytes in a digest of any hash function.
pub const CARNELIAN_HASH_MAX_LEN: usize = 64;

/// Calls a macro with the arguments in brackets and a row for each hash function: its number, the number of bytes in
/// its digests, and its type.
macro_rules! hashes {
    ($($apply:ident)::+ [$($arguments:tt)*]) => {
        $($apply)::+! { [$($arguments)*]
            CARNELIAN_SHA224 CARNELIAN_SHA224_LEN Sha224;
            CARNELIAN_SHA256 CARNELIAN_SHA256_LEN Sha256;
            CARNELIAN_SHA384 CARNELIAN_SHA384_LEN Sha384;
            CARNELIAN_SHA512 CARNELIAN_SHA512_LEN Sha512;
            CARNELIAN_SHA512_256 CARNELIAN_SHA512_256_LEN Sha512_256;
            CARNELIAN_SHA3_224 CARNELIAN_SHA3_224_LEN Sha3_224;
            CARNELIAN_SHA3_256 CARNELIAN_SHA3_256_LEN Sha3_256;
            CARNELIAN_SHA3_384 CARNELIAN_SHA3_384_LEN Sha3_384;
            CARNELIAN_SHA3_512 CARNELIAN_SHA3_512_LEN Sha3_512;
            CARNELIAN_BLAKE2B_256 CARNELIAN_BLAKE2B_256_LEN Blake2b256;
            CARNELIAN_BLAKE2B_512 CARNELIAN_BLAKE2B_512_LEN Blake2b512;
            CARNELIAN_BLAKE2S_128 CARNELIAN_BLAKE2S_128_LEN Blake2s128;
            CARNELIAN_BLAKE2S_256 CARNELIAN_BLAKE2S_256_LEN Blake2s256;
        }
    };
}
pub(crate) use hashes;

/// Generates the match on an algorithm: an arm for each row, in which a name stands for the type.
macro_rules! match_hash {
    ([$algorithm:expr, $H:ident, $body:expr] $($number:ident $len:ident $Type:ident;)+) => {
        match $algorithm {
            $($crate::hash::$number => {
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
    ([] $($number:ident $len:ident $Type:ident;)+) => {$(
        const _: () = assert!(<$Type as Hash>::DIGEST_LEN == $len && $len <= CARNELIAN_HASH_MAX_LEN);
    )+};
}
hashes! { check_lengths [] }

/// Generates [`AnyHash`].
macro_rules! any_hash {
    ([] $($number:ident $len:ident $Type:ident;)+) => {
        /// A hash function in progress.
        #[derive(Clone)]
        pub(crate) enum AnyHash {
            $(
                #[doc = concat!("[`", stringify!($Type), "`].")]
                $Type($Type),
            )+
        }

        impl AnyHash {
            /// Starts a message.
            ///
            /// # Errors
            /// `CARNELIAN_ERROR_ALGORITHM`.
            pub(crate) fn new(algorithm: carnelian_hash_algorithm) -> Result<Self, Status> {
                match algorithm {
                    $($number => Ok(Self::$Type($Type::new())),)+
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
