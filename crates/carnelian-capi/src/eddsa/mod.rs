//! EdDSA over edwards25519 beyond the interface of all signatures: Ed25519 and EdDSA with BLAKE2b.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

mod batch;
mod conversions;

pub use batch::*;
pub use conversions::*;

use crate::context::wiping_stack;
use crate::outputs::reporting;
use crate::signature::{
    CARNELIAN_RULE_COFACTORLESS, CARNELIAN_RULE_DEFAULT, CARNELIAN_RULE_RFC8032, CARNELIAN_RULE_STRICT,
    CARNELIAN_RULE_ZIP215, carnelian_signature_algorithm, carnelian_signature_rule,
};
use crate::status::carnelian_status;
use crate::status::carnelian_status as Status;
use carnelian::curve::curve25519::Scalar;
use carnelian::curve::ed25519::{self, Ed25519, EddsaBlake2b, Rule, Scheme, SignatureOf, SigningKeyOf, VerifyingKeyOf};
use carnelian::curve::eddsa_blake2b;
use carnelian::random::{Random, RandomError};
use carnelian_ffi::Caller;

const KEY_LEN: usize = 32;
const SIGNATURE_LEN: usize = 64;

/// Evaluates an expression with the type `$S` as the scheme with a number from C.
macro_rules! with_scheme {
    ($number:expr, $S:ident => $body:expr) => {
        match $number {
            $crate::signature::CARNELIAN_ED25519 => {
                type $S = ::carnelian::curve::ed25519::Ed25519;
                $body
            }
            $crate::signature::CARNELIAN_EDDSA_BLAKE2B => {
                type $S = ::carnelian::curve::ed25519::EddsaBlake2b;
                $body
            }
            _ => Err($crate::status::carnelian_status::CARNELIAN_ERROR_ALGORITHM),
        }
    };
}
use with_scheme;

/// The functions that the library has in a module for each scheme.
trait Eddsa: Scheme + 'static {
    fn sign_batch(items: &[(&SigningKeyOf<Self>, &[u8])]) -> Vec<SignatureOf<Self>>;
    fn from_seed_batch(seeds: &[[u8; KEY_LEN]]) -> Vec<SigningKeyOf<Self>>;
    fn generate_batch(count: usize, random: &mut impl Random) -> Result<Vec<SigningKeyOf<Self>>, RandomError>;
}

macro_rules! schemes {
    ($($Scheme:ident: $module:ident;)+) => {$(
        impl Eddsa for $Scheme {
            fn sign_batch(items: &[(&SigningKeyOf<Self>, &[u8])]) -> Vec<SignatureOf<Self>> {
                $module::sign_batch(items)
            }
            fn from_seed_batch(seeds: &[[u8; KEY_LEN]]) -> Vec<SigningKeyOf<Self>> {
                $module::from_seed_batch(seeds)
            }
            fn generate_batch(count: usize, random: &mut impl Random) -> Result<Vec<SigningKeyOf<Self>>, RandomError> {
                $module::generate_batch(count, random)
            }
        }
    )+};
}
schemes! {
    Ed25519: ed25519;
    EddsaBlake2b: eddsa_blake2b;
}

/// Returns the rule with a number from C.
fn rule<S: Scheme>(number: carnelian_signature_rule) -> Result<Rule, Status> {
    match number {
        CARNELIAN_RULE_DEFAULT => Ok(S::RULE),
        CARNELIAN_RULE_RFC8032 => Ok(Rule::Rfc8032),
        CARNELIAN_RULE_ZIP215 => Ok(Rule::Zip215),
        CARNELIAN_RULE_STRICT => Ok(Rule::Strict),
        CARNELIAN_RULE_COFACTORLESS => Ok(Rule::Cofactorless),
        _ => Err(Status::CARNELIAN_ERROR_ALGORITHM),
    }
}

/// Returns the key of the seed at `seed`, without a copy of it on the stack.
fn signing_key_at<S: Eddsa>(caller: &Caller, seed: *const u8) -> Result<SigningKeyOf<S>, Status> {
    wiping_stack::<[u8; KEY_LEN], _>(|| Ok(SigningKeyOf::from_seed(*caller.array(seed)?)))
}

/// Returns the key at `public_key`, loaded by a rule.
fn key_at<S: Scheme>(
    caller: &Caller,
    rule_number: carnelian_signature_rule,
    public_key: *const u8,
) -> Result<VerifyingKeyOf<S>, Status> {
    let bytes: &[u8; KEY_LEN] = caller.array(public_key)?;
    Ok(VerifyingKeyOf::from_bytes_for(rule::<S>(rule_number)?, bytes)?)
}

/// Verifies a signature, 64 bytes, given the challenge k, 32 bytes in little-endian order that are taken modulo the
/// order of the base point, in place of the hash of R, the public key and the message: for protocols that compute it
/// themselves.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_KEY` or `CARNELIAN_ERROR_POINT`
/// if the public key is none under the rule; `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_verify_challenge(
    algorithm: carnelian_signature_algorithm,
    rule_number: carnelian_signature_rule,
    public_key: *const u8,
    challenge: *const u8,
    signature: *const u8,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let (k, signature) = (Scalar::from_bytes_mod_order(caller.array(challenge)?), caller.array(signature)?);
        with_scheme!(algorithm, S => {
            let key = key_at::<S>(&caller, rule_number, public_key)?;
            Ok(key.verify_challenge(rule::<S>(rule_number)?, &k, &SignatureOf::from_bytes(signature))?)
        })
    })
}
