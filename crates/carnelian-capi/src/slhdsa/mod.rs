//! SLH-DSA, FIPS 205: signatures whose security rests on that of hash functions only.
#![allow(unsafe_code)] // Exports functions under their names in C.

mod batch;
mod prehash;
mod signing;
mod verifying;

pub use batch::*;
pub use prehash::*;
pub use signing::*;
pub use verifying::*;

use crate::outputs::write;
use crate::status::carnelian_status as Status;
use carnelian::postquantum::slhdsa::{
    Context, Parameters, PreparedSigningKey, Signature, SigningKey, SlhDsaSha2_128f, SlhDsaSha2_128s, SlhDsaSha2_192f,
    SlhDsaSha2_192s, SlhDsaSha2_256f, SlhDsaSha2_256s, SlhDsaShake128f, SlhDsaShake128s, SlhDsaShake192f,
    SlhDsaShake192s, SlhDsaShake256f, SlhDsaShake256s, VerifyingKey,
};
use carnelian_ffi::Caller;

/// A parameter set of SLH-DSA. Sets whose names end in S have small signatures, those in F sign fast.
pub type carnelian_slhdsa_set = u32;
/// SLH-DSA-SHA2-128s: security category 1.
pub const CARNELIAN_SLH_DSA_SHA2_128S: carnelian_slhdsa_set = 1;
/// SLH-DSA-SHA2-128f: security category 1.
pub const CARNELIAN_SLH_DSA_SHA2_128F: carnelian_slhdsa_set = 2;
/// SLH-DSA-SHA2-192s: security category 3.
pub const CARNELIAN_SLH_DSA_SHA2_192S: carnelian_slhdsa_set = 3;
/// SLH-DSA-SHA2-192f: security category 3.
pub const CARNELIAN_SLH_DSA_SHA2_192F: carnelian_slhdsa_set = 4;
/// SLH-DSA-SHA2-256s: security category 5.
pub const CARNELIAN_SLH_DSA_SHA2_256S: carnelian_slhdsa_set = 5;
/// SLH-DSA-SHA2-256f: security category 5.
pub const CARNELIAN_SLH_DSA_SHA2_256F: carnelian_slhdsa_set = 6;
/// SLH-DSA-SHAKE-128s: security category 1.
pub const CARNELIAN_SLH_DSA_SHAKE_128S: carnelian_slhdsa_set = 7;
/// SLH-DSA-SHAKE-128f: security category 1.
pub const CARNELIAN_SLH_DSA_SHAKE_128F: carnelian_slhdsa_set = 8;
/// SLH-DSA-SHAKE-192s: security category 3.
pub const CARNELIAN_SLH_DSA_SHAKE_192S: carnelian_slhdsa_set = 9;
/// SLH-DSA-SHAKE-192f: security category 3.
pub const CARNELIAN_SLH_DSA_SHAKE_192F: carnelian_slhdsa_set = 10;
/// SLH-DSA-SHAKE-256s: security category 5.
pub const CARNELIAN_SLH_DSA_SHAKE_256S: carnelian_slhdsa_set = 11;
/// SLH-DSA-SHAKE-256f: security category 5.
pub const CARNELIAN_SLH_DSA_SHAKE_256F: carnelian_slhdsa_set = 12;

/// The number of bytes in a seed of the sets with 128 in their names.
pub const CARNELIAN_SLH_DSA_128_SEED_LEN: usize = 16;
/// The number of bytes in a public key of the sets with 128 in their names.
pub const CARNELIAN_SLH_DSA_128_PUBLIC_KEY_LEN: usize = 32;
/// The number of bytes in a private key of the sets with 128 in their names.
pub const CARNELIAN_SLH_DSA_128_PRIVATE_KEY_LEN: usize = 64;
/// The number of bytes in a signature of SLH-DSA-SHA2-128s and SLH-DSA-SHAKE-128s.
pub const CARNELIAN_SLH_DSA_128S_SIGNATURE_LEN: usize = 7856;
/// The number of bytes in a signature of SLH-DSA-SHA2-128f and SLH-DSA-SHAKE-128f.
pub const CARNELIAN_SLH_DSA_128F_SIGNATURE_LEN: usize = 17088;
/// The number of bytes in a seed of the sets with 192 in their names.
pub const CARNELIAN_SLH_DSA_192_SEED_LEN: usize = 24;
/// The number of bytes in a public key of the sets with 192 in their names.
pub const CARNELIAN_SLH_DSA_192_PUBLIC_KEY_LEN: usize = 48;
/// The number of bytes in a private key of the sets with 192 in their names.
pub const CARNELIAN_SLH_DSA_192_PRIVATE_KEY_LEN: usize = 96;
/// The number of bytes in a signature of SLH-DSA-SHA2-192s and SLH-DSA-SHAKE-192s.
pub const CARNELIAN_SLH_DSA_192S_SIGNATURE_LEN: usize = 16224;
/// The number of bytes in a signature of SLH-DSA-SHA2-192f and SLH-DSA-SHAKE-192f.
pub const CARNELIAN_SLH_DSA_192F_SIGNATURE_LEN: usize = 35664;
/// The number of bytes in a seed of the sets with 256 in their names.
pub const CARNELIAN_SLH_DSA_256_SEED_LEN: usize = 32;
/// The number of bytes in a public key of the sets with 256 in their names.
pub const CARNELIAN_SLH_DSA_256_PUBLIC_KEY_LEN: usize = 64;
/// The number of bytes in a private key of the sets with 256 in their names.
pub const CARNELIAN_SLH_DSA_256_PRIVATE_KEY_LEN: usize = 128;
/// The number of bytes in a signature of SLH-DSA-SHA2-256s and SLH-DSA-SHAKE-256s.
pub const CARNELIAN_SLH_DSA_256S_SIGNATURE_LEN: usize = 29792;
/// The number of bytes in a signature of SLH-DSA-SHA2-256f and SLH-DSA-SHAKE-256f.
pub const CARNELIAN_SLH_DSA_256F_SIGNATURE_LEN: usize = 49856;
/// The largest number of bytes in a context.
pub const CARNELIAN_SLH_DSA_CONTEXT_MAX_LEN: usize = 255;
/// The largest number of bytes in a seed.
pub const CARNELIAN_SLH_DSA_SEED_MAX_LEN: usize = 32;
/// The largest number of bytes in a public key.
pub const CARNELIAN_SLH_DSA_PUBLIC_KEY_MAX_LEN: usize = 64;
/// The largest number of bytes in a private key.
pub const CARNELIAN_SLH_DSA_PRIVATE_KEY_MAX_LEN: usize = 128;
/// The largest number of bytes in a signature.
pub const CARNELIAN_SLH_DSA_SIGNATURE_MAX_LEN: usize = 49856;

const _: () = assert!(CARNELIAN_SLH_DSA_SEED_MAX_LEN == SlhDsaSha2_256f::N);
const _: () = assert!(CARNELIAN_SLH_DSA_PUBLIC_KEY_MAX_LEN == SlhDsaSha2_256f::PUBLIC_KEY_LEN);
const _: () = assert!(CARNELIAN_SLH_DSA_PRIVATE_KEY_MAX_LEN == SlhDsaSha2_256f::PRIVATE_KEY_LEN);
const _: () = assert!(CARNELIAN_SLH_DSA_SIGNATURE_MAX_LEN == SlhDsaSha2_256f::SIGNATURE_LEN);

/// Evaluates an expression with the type `$P` as the parameter set with a number from C, or `$unknown`.
macro_rules! with_set {
    ($number:expr, $P:ident => $body:expr) => {
        with_set!($number, $P => $body, _ => Err($crate::status::carnelian_status::CARNELIAN_ERROR_ALGORITHM))
    };
    ($number:expr, $P:ident => $body:expr, _ => $unknown:expr) => {
        with_set!($number, $P => $body, _ => $unknown;
            CARNELIAN_SLH_DSA_SHA2_128S: SlhDsaSha2_128s, CARNELIAN_SLH_DSA_SHA2_128F: SlhDsaSha2_128f,
            CARNELIAN_SLH_DSA_SHA2_192S: SlhDsaSha2_192s, CARNELIAN_SLH_DSA_SHA2_192F: SlhDsaSha2_192f,
            CARNELIAN_SLH_DSA_SHA2_256S: SlhDsaSha2_256s, CARNELIAN_SLH_DSA_SHA2_256F: SlhDsaSha2_256f,
            CARNELIAN_SLH_DSA_SHAKE_128S: SlhDsaShake128s, CARNELIAN_SLH_DSA_SHAKE_128F: SlhDsaShake128f,
            CARNELIAN_SLH_DSA_SHAKE_192S: SlhDsaShake192s, CARNELIAN_SLH_DSA_SHAKE_192F: SlhDsaShake192f,
            CARNELIAN_SLH_DSA_SHAKE_256S: SlhDsaShake256s, CARNELIAN_SLH_DSA_SHAKE_256F: SlhDsaShake256f)
    };
    ($number:expr, $P:ident => $body:expr, _ => $unknown:expr; $($constant:ident: $Set:ident),+) => {
        match $number {
            $($crate::slhdsa::$constant => {
                type $P = ::carnelian::postquantum::slhdsa::$Set;
                $body
            })+
            _ => $unknown,
        }
    };
}
use with_set;

/// Evaluates an expression with `$key` as what a handle holds.
macro_rules! with_handle {
    ($handle:expr, $key:ident => $body:expr) => {
        $crate::slhdsa::with_handle!($handle, $key => $body;
            SlhDsaSha2_128s SlhDsaSha2_128f SlhDsaSha2_192s SlhDsaSha2_192f SlhDsaSha2_256s SlhDsaSha2_256f
            SlhDsaShake128s SlhDsaShake128f SlhDsaShake192s SlhDsaShake192f SlhDsaShake256s SlhDsaShake256f)
    };
    ($handle:expr, $key:ident => $body:expr; $($Set:ident)+) => {
        match $handle {
            $($crate::slhdsa::carnelian_slhdsa_signing_key::$Set($key) => $body,)+
        }
    };
}
use with_handle;

/// Evaluates an expression with `$key` as the key in a handle, prepared or not: the two have the same methods.
macro_rules! with_key {
    ($handle:expr, $key:ident => $body:expr) => {
        $crate::slhdsa::with_handle!($handle, key => match key {
            $crate::slhdsa::Key::Plain($key) => $body,
            $crate::slhdsa::Key::Prepared($key) => $body,
        })
    };
}
use with_key;

/// A signing key, prepared or not.
pub enum Key<P: Parameters> {
    /// A key that computes the highest tree for each signature.
    Plain(SigningKey<P>),
    /// A key that holds its nodes.
    Prepared(PreparedSigningKey<P>),
}

impl<P: Parameters> Key<P> {
    /// Returns the key itself.
    fn signing_key(&self) -> &SigningKey<P> {
        match self {
            Self::Plain(key) => key,
            Self::Prepared(key) => key.signing_key(),
        }
    }

    /// Prepares the key, if it is not. What another thread reads meanwhile is the caller's promise.
    fn prepare(&mut self) {
        if let Self::Plain(key) = self {
            *self = Self::Prepared(SigningKey::from_bytes(key.to_bytes().expose()).prepare());
        }
    }
}

/// A parameter set with its variant of the handle.
trait Set: Parameters {
    fn handle(key: SigningKey<Self>) -> carnelian_slhdsa_signing_key;
}

/// Generates the variants of parameter sets, and compares the lengths with those of the library.
macro_rules! sets {
    ($($Set:ident: $seed:ident, $public:ident, $private:ident, $signature:ident;)+) => {$(
        impl Set for $Set {
            fn handle(key: SigningKey<Self>) -> carnelian_slhdsa_signing_key {
                carnelian_slhdsa_signing_key::$Set(Key::Plain(key))
            }
        }
        const _: () = assert!($seed == $Set::N && $signature == $Set::SIGNATURE_LEN);
        const _: () = assert!($public == $Set::PUBLIC_KEY_LEN && $private == $Set::PRIVATE_KEY_LEN);
    )+};
}
sets! {
    SlhDsaSha2_128s: CARNELIAN_SLH_DSA_128_SEED_LEN, CARNELIAN_SLH_DSA_128_PUBLIC_KEY_LEN,
        CARNELIAN_SLH_DSA_128_PRIVATE_KEY_LEN, CARNELIAN_SLH_DSA_128S_SIGNATURE_LEN;
    SlhDsaSha2_128f: CARNELIAN_SLH_DSA_128_SEED_LEN, CARNELIAN_SLH_DSA_128_PUBLIC_KEY_LEN,
        CARNELIAN_SLH_DSA_128_PRIVATE_KEY_LEN, CARNELIAN_SLH_DSA_128F_SIGNATURE_LEN;
    SlhDsaSha2_192s: CARNELIAN_SLH_DSA_192_SEED_LEN, CARNELIAN_SLH_DSA_192_PUBLIC_KEY_LEN,
        CARNELIAN_SLH_DSA_192_PRIVATE_KEY_LEN, CARNELIAN_SLH_DSA_192S_SIGNATURE_LEN;
    SlhDsaSha2_192f: CARNELIAN_SLH_DSA_192_SEED_LEN, CARNELIAN_SLH_DSA_192_PUBLIC_KEY_LEN,
        CARNELIAN_SLH_DSA_192_PRIVATE_KEY_LEN, CARNELIAN_SLH_DSA_192F_SIGNATURE_LEN;
    SlhDsaSha2_256s: CARNELIAN_SLH_DSA_256_SEED_LEN, CARNELIAN_SLH_DSA_256_PUBLIC_KEY_LEN,
        CARNELIAN_SLH_DSA_256_PRIVATE_KEY_LEN, CARNELIAN_SLH_DSA_256S_SIGNATURE_LEN;
    SlhDsaSha2_256f: CARNELIAN_SLH_DSA_256_SEED_LEN, CARNELIAN_SLH_DSA_256_PUBLIC_KEY_LEN,
        CARNELIAN_SLH_DSA_256_PRIVATE_KEY_LEN, CARNELIAN_SLH_DSA_256F_SIGNATURE_LEN;
    SlhDsaShake128s: CARNELIAN_SLH_DSA_128_SEED_LEN, CARNELIAN_SLH_DSA_128_PUBLIC_KEY_LEN,
        CARNELIAN_SLH_DSA_128_PRIVATE_KEY_LEN, CARNELIAN_SLH_DSA_128S_SIGNATURE_LEN;
    SlhDsaShake128f: CARNELIAN_SLH_DSA_128_SEED_LEN, CARNELIAN_SLH_DSA_128_PUBLIC_KEY_LEN,
        CARNELIAN_SLH_DSA_128_PRIVATE_KEY_LEN, CARNELIAN_SLH_DSA_128F_SIGNATURE_LEN;
    SlhDsaShake192s: CARNELIAN_SLH_DSA_192_SEED_LEN, CARNELIAN_SLH_DSA_192_PUBLIC_KEY_LEN,
        CARNELIAN_SLH_DSA_192_PRIVATE_KEY_LEN, CARNELIAN_SLH_DSA_192S_SIGNATURE_LEN;
    SlhDsaShake192f: CARNELIAN_SLH_DSA_192_SEED_LEN, CARNELIAN_SLH_DSA_192_PUBLIC_KEY_LEN,
        CARNELIAN_SLH_DSA_192_PRIVATE_KEY_LEN, CARNELIAN_SLH_DSA_192F_SIGNATURE_LEN;
    SlhDsaShake256s: CARNELIAN_SLH_DSA_256_SEED_LEN, CARNELIAN_SLH_DSA_256_PUBLIC_KEY_LEN,
        CARNELIAN_SLH_DSA_256_PRIVATE_KEY_LEN, CARNELIAN_SLH_DSA_256S_SIGNATURE_LEN;
    SlhDsaShake256f: CARNELIAN_SLH_DSA_256_SEED_LEN, CARNELIAN_SLH_DSA_256_PUBLIC_KEY_LEN,
        CARNELIAN_SLH_DSA_256_PRIVATE_KEY_LEN, CARNELIAN_SLH_DSA_256F_SIGNATURE_LEN;
}

/// Returns the number of bytes in a public key of a parameter set, one of the constants from
/// `CARNELIAN_SLH_DSA_SHA2_128S` to `CARNELIAN_SLH_DSA_SHAKE_256F`; 0 if there is no such set.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_slhdsa_public_key_len(set: carnelian_slhdsa_set) -> usize {
    with_set!(set, P => P::PUBLIC_KEY_LEN, _ => 0)
}

/// Returns the number of bytes in a private key of a parameter set, one of the constants from
/// `CARNELIAN_SLH_DSA_SHA2_128S` to `CARNELIAN_SLH_DSA_SHAKE_256F`; 0 if there is no such set.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_slhdsa_private_key_len(set: carnelian_slhdsa_set) -> usize {
    with_set!(set, P => P::PRIVATE_KEY_LEN, _ => 0)
}

/// Returns the number of bytes in each of the three seeds of a key of a parameter set, one of the constants from
/// `CARNELIAN_SLH_DSA_SHA2_128S` to `CARNELIAN_SLH_DSA_SHAKE_256F`; 0 if there is no such set.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_slhdsa_seed_len(set: carnelian_slhdsa_set) -> usize {
    with_set!(set, P => P::N, _ => 0)
}

/// Returns the number of bytes in a signature of a parameter set, one of the constants from
/// `CARNELIAN_SLH_DSA_SHA2_128S` to `CARNELIAN_SLH_DSA_SHAKE_256F`; 0 if there is no such set.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_slhdsa_signature_len(set: carnelian_slhdsa_set) -> usize {
    with_set!(set, P => P::SIGNATURE_LEN, _ => 0)
}

/// Returns the context of a signature at `data`, which may be empty.
fn purpose(caller: &Caller, (data, len): (*const u8, usize)) -> Result<Context<'_>, Status> {
    Ok(Context::new(caller.bytes(data, len)?)?)
}

/// Returns the signature at `data`.
fn signature<P: Parameters>(caller: &Caller, (data, len): (*const u8, usize)) -> Result<Signature<P>, Status> {
    Ok(Signature::from_slice(caller.bytes(data, len)?)?)
}

/// Returns the public key at `data`.
fn public_key<P: Parameters>(caller: &Caller, (data, len): (*const u8, usize)) -> Result<VerifyingKey<P>, Status> {
    Ok(VerifyingKey::from_slice(caller.bytes(data, len)?)?)
}
