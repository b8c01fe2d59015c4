//! ML-DSA, FIPS 204: signatures that withstand quantum computers.
#![allow(unsafe_code)] // Exports functions under their names in C.

mod batch;
mod prehash;
mod representative;
mod signing;
mod verifying;

pub use batch::*;
pub use prehash::*;
pub use representative::*;
pub use signing::*;
pub use verifying::*;

use crate::outputs::write;
use crate::status::carnelian_status as Status;
use carnelian::postquantum::mldsa::{
    Context, MlDsa44, MlDsa65, MlDsa87, Parameters, PreparedSigningKey, PreparedVerifyingKey, Signature, VerifyingKey,
};
use carnelian_ffi::Caller;

/// A parameter set of ML-DSA.
pub type carnelian_mldsa_set = u32;
/// ML-DSA-44: security category 2.
pub const CARNELIAN_ML_DSA_44: carnelian_mldsa_set = 1;
/// ML-DSA-65: security category 3.
pub const CARNELIAN_ML_DSA_65: carnelian_mldsa_set = 2;
/// ML-DSA-87: security category 5.
pub const CARNELIAN_ML_DSA_87: carnelian_mldsa_set = 3;

/// The number of bytes in a seed, the short form of a private key.
pub const CARNELIAN_ML_DSA_SEED_LEN: usize = 32;
/// The number of bytes in a message representative.
pub const CARNELIAN_ML_DSA_MU_LEN: usize = 64;
/// The number of bytes in a public key of ML-DSA-44.
pub const CARNELIAN_ML_DSA_44_PUBLIC_KEY_LEN: usize = 1312;
/// The number of bytes in an expanded private key of ML-DSA-44.
pub const CARNELIAN_ML_DSA_44_EXPANDED_KEY_LEN: usize = 2560;
/// The number of bytes in a signature of ML-DSA-44.
pub const CARNELIAN_ML_DSA_44_SIGNATURE_LEN: usize = 2420;
/// The number of bytes in a public key of ML-DSA-65.
pub const CARNELIAN_ML_DSA_65_PUBLIC_KEY_LEN: usize = 1952;
/// The number of bytes in an expanded private key of ML-DSA-65.
pub const CARNELIAN_ML_DSA_65_EXPANDED_KEY_LEN: usize = 4032;
/// The number of bytes in a signature of ML-DSA-65.
pub const CARNELIAN_ML_DSA_65_SIGNATURE_LEN: usize = 3309;
/// The number of bytes in a public key of ML-DSA-87.
pub const CARNELIAN_ML_DSA_87_PUBLIC_KEY_LEN: usize = 2592;
/// The number of bytes in an expanded private key of ML-DSA-87.
pub const CARNELIAN_ML_DSA_87_EXPANDED_KEY_LEN: usize = 4896;
/// The number of bytes in a signature of ML-DSA-87.
pub const CARNELIAN_ML_DSA_87_SIGNATURE_LEN: usize = 4627;
/// The largest number of bytes in a context.
pub const CARNELIAN_ML_DSA_CONTEXT_MAX_LEN: usize = 255;
/// The largest number of bytes in a public key.
pub const CARNELIAN_ML_DSA_PUBLIC_KEY_MAX_LEN: usize = 2592;
/// The largest number of bytes in an expanded private key.
pub const CARNELIAN_ML_DSA_EXPANDED_KEY_MAX_LEN: usize = 4896;
/// The largest number of bytes in a signature.
pub const CARNELIAN_ML_DSA_SIGNATURE_MAX_LEN: usize = 4627;

const SEED_LEN: usize = CARNELIAN_ML_DSA_SEED_LEN;
const MU_LEN: usize = CARNELIAN_ML_DSA_MU_LEN;

const _: () = assert!(CARNELIAN_ML_DSA_44_PUBLIC_KEY_LEN == MlDsa44::PUBLIC_KEY_LEN);
const _: () = assert!(CARNELIAN_ML_DSA_44_EXPANDED_KEY_LEN == MlDsa44::EXPANDED_KEY_LEN);
const _: () = assert!(CARNELIAN_ML_DSA_44_SIGNATURE_LEN == MlDsa44::SIGNATURE_LEN);
const _: () = assert!(CARNELIAN_ML_DSA_65_PUBLIC_KEY_LEN == MlDsa65::PUBLIC_KEY_LEN);
const _: () = assert!(CARNELIAN_ML_DSA_65_EXPANDED_KEY_LEN == MlDsa65::EXPANDED_KEY_LEN);
const _: () = assert!(CARNELIAN_ML_DSA_65_SIGNATURE_LEN == MlDsa65::SIGNATURE_LEN);
const _: () = assert!(CARNELIAN_ML_DSA_87_PUBLIC_KEY_LEN == MlDsa87::PUBLIC_KEY_LEN);
const _: () = assert!(CARNELIAN_ML_DSA_87_EXPANDED_KEY_LEN == MlDsa87::EXPANDED_KEY_LEN);
const _: () = assert!(CARNELIAN_ML_DSA_87_SIGNATURE_LEN == MlDsa87::SIGNATURE_LEN);
const _: () = assert!(CARNELIAN_ML_DSA_PUBLIC_KEY_MAX_LEN == MlDsa87::PUBLIC_KEY_LEN);
const _: () = assert!(CARNELIAN_ML_DSA_EXPANDED_KEY_MAX_LEN == MlDsa87::EXPANDED_KEY_LEN);
const _: () = assert!(CARNELIAN_ML_DSA_SIGNATURE_MAX_LEN == MlDsa87::SIGNATURE_LEN);

/// Evaluates an expression with the type `$P` as the parameter set with a number from C, or `$unknown`.
macro_rules! with_set {
    ($number:expr, $P:ident => $body:expr) => {
        with_set!($number, $P => $body, _ => Err($crate::status::carnelian_status::CARNELIAN_ERROR_ALGORITHM))
    };
    ($number:expr, $P:ident => $body:expr, _ => $unknown:expr) => {
        match $number {
            $crate::mldsa::CARNELIAN_ML_DSA_44 => {
                type $P = ::carnelian::postquantum::mldsa::MlDsa44;
                $body
            }
            $crate::mldsa::CARNELIAN_ML_DSA_65 => {
                type $P = ::carnelian::postquantum::mldsa::MlDsa65;
                $body
            }
            $crate::mldsa::CARNELIAN_ML_DSA_87 => {
                type $P = ::carnelian::postquantum::mldsa::MlDsa87;
                $body
            }
            _ => $unknown,
        }
    };
}
use with_set;

/// Evaluates an expression with `$key` as the key in a handle.
macro_rules! with_key {
    ($handle:ident, $value:expr, $key:ident => $body:expr) => {
        match $value {
            $handle::MlDsa44($key) => $body,
            $handle::MlDsa65($key) => $body,
            $handle::MlDsa87($key) => $body,
        }
    };
}
use with_key;

/// A parameter set with its variants of the handles.
pub(crate) trait Set: Parameters {
    fn signing_handle(key: PreparedSigningKey<Self>) -> carnelian_mldsa_signing_key;
    fn prepared_handle(key: PreparedVerifyingKey<Self>) -> carnelian_mldsa_prepared_key;
    /// Returns the key in a handle, if it is of this set.
    fn prepared_key(handle: &carnelian_mldsa_prepared_key) -> Result<&PreparedVerifyingKey<Self>, Status>;
}

macro_rules! sets {
    ($($Set:ident)+) => {$(
        impl Set for $Set {
            fn signing_handle(key: PreparedSigningKey<Self>) -> carnelian_mldsa_signing_key {
                carnelian_mldsa_signing_key::$Set(Box::new(key))
            }
            fn prepared_handle(key: PreparedVerifyingKey<Self>) -> carnelian_mldsa_prepared_key {
                carnelian_mldsa_prepared_key::$Set(Box::new(key))
            }
            fn prepared_key(handle: &carnelian_mldsa_prepared_key) -> Result<&PreparedVerifyingKey<Self>, Status> {
                match handle {
                    carnelian_mldsa_prepared_key::$Set(key) => Ok(key),
                    _ => Err(Status::CARNELIAN_ERROR_KEY_KIND),
                }
            }
        }
    )+};
}
sets!(MlDsa44 MlDsa65 MlDsa87);

/// Returns the number of bytes in a public key of a parameter set, one of the constants from `CARNELIAN_ML_DSA_44` to
/// `CARNELIAN_ML_DSA_87`; 0 if there is no such set.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_mldsa_public_key_len(set: carnelian_mldsa_set) -> usize {
    with_set!(set, P => P::PUBLIC_KEY_LEN, _ => 0)
}

/// Returns the number of bytes in an expanded private key of a parameter set, one of the constants from
/// `CARNELIAN_ML_DSA_44` to `CARNELIAN_ML_DSA_87`; 0 if there is no such set.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_mldsa_expanded_key_len(set: carnelian_mldsa_set) -> usize {
    with_set!(set, P => P::EXPANDED_KEY_LEN, _ => 0)
}

/// Returns the number of bytes in a signature of a parameter set, one of the constants from `CARNELIAN_ML_DSA_44` to
/// `CARNELIAN_ML_DSA_87`; 0 if there is no such set.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_mldsa_signature_len(set: carnelian_mldsa_set) -> usize {
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
