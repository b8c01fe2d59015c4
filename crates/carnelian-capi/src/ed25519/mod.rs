//! EdDSA over edwards25519: Ed25519, RFC 8032, and the same with BLAKE2b, as in Monocypher. Functions named `eddsa` serve
//! both schemes; the contexts and prehashes of RFC 8032 are Ed25519's only.

mod batch;
mod contexts;
mod conversions;
mod signing;
mod streaming;
mod verifying;

pub use batch::*;
pub use contexts::*;
pub use conversions::*;
pub use signing::*;
pub use streaming::*;
pub use verifying::*;

use crate::status::carnelian_status as Status;
use carnelian::curve::ed25519::{
    self, BatchError, BatchItemOf, Context, Ed25519, EddsaBlake2b, PreparedVerifyingKeyOf, Rule, Scheme,
    SignatureError, SignatureOf, SigningKeyOf,
};
use carnelian::curve::eddsa_blake2b;
use carnelian::random::RandomError;
use carnelian_ffi::Caller;

/// A scheme of signatures over edwards25519.
pub type carnelian_eddsa_scheme = u32;

/// Ed25519, RFC 8032.
pub const CARNELIAN_ED25519: carnelian_eddsa_scheme = 1;
/// EdDSA over edwards25519 with BLAKE2b in place of SHA-512, as in Monocypher.
pub const CARNELIAN_EDDSA_BLAKE2B: carnelian_eddsa_scheme = 2;

/// A rule that decides which signatures are valid. Honest signatures are valid under each.
pub type carnelian_eddsa_rule = u32;

/// The default rule of the scheme: `CARNELIAN_RULE_RFC8032` for Ed25519, `CARNELIAN_RULE_ZIP215` with BLAKE2b.
pub const CARNELIAN_RULE_DEFAULT: carnelian_eddsa_rule = 0;
/// RFC 8032 Section 5.1.7 with cofactor: encodings must be canonical.
pub const CARNELIAN_RULE_RFC8032: carnelian_eddsa_rule = 1;
/// ZIP 215: with cofactor; encodings need not be canonical. Batches and single verification agree on every input.
pub const CARNELIAN_RULE_ZIP215: carnelian_eddsa_rule = 2;
/// Without cofactor, encodings must be canonical, and the key and R must not be of small order: a signature binds its
/// signer to one message.
pub const CARNELIAN_RULE_STRICT: carnelian_eddsa_rule = 3;
/// Without cofactor, comparing the bytes of R: the rule of OpenSSL and Go.
pub const CARNELIAN_RULE_COFACTORLESS: carnelian_eddsa_rule = 4;

/// The number of bytes in the seed of a signing key.
pub const CARNELIAN_EDDSA_SEED_LEN: usize = 32;
/// The number of bytes in a verifying key.
pub const CARNELIAN_EDDSA_PUBLIC_KEY_LEN: usize = 32;
/// The number of bytes in a signature.
pub const CARNELIAN_EDDSA_SIGNATURE_LEN: usize = 64;
/// The largest number of bytes in a context of Ed25519ctx or Ed25519ph.
pub const CARNELIAN_ED25519_CONTEXT_MAX_LEN: usize = 255;

const KEY_LEN: usize = 32;
const SIGNATURE_LEN: usize = 64;

const _: () = assert!(Context::MAX_LEN == CARNELIAN_ED25519_CONTEXT_MAX_LEN);

/// Evaluates an expression with the type `$S` as the scheme with a number from C.
macro_rules! with_scheme {
    ($number:expr, $S:ident => $body:expr) => {
        match $number {
            $crate::ed25519::CARNELIAN_ED25519 => {
                type $S = ::carnelian::curve::ed25519::Ed25519;
                $body
            }
            $crate::ed25519::CARNELIAN_EDDSA_BLAKE2B => {
                type $S = ::carnelian::curve::ed25519::EddsaBlake2b;
                $body
            }
            _ => Err($crate::status::carnelian_status::CARNELIAN_ERROR_ALGORITHM),
        }
    };
}
use with_scheme;

/// Evaluates an expression with `$key` as the key in a handle.
macro_rules! with_key {
    ($handle:ident, $value:expr, $key:ident => $body:expr) => {
        match $value {
            $handle::Ed25519($key) => $body,
            $handle::EddsaBlake2b($key) => $body,
        }
    };
}
use with_key;

/// The functions that the library has in a module for each scheme.
pub(crate) trait Eddsa: Scheme + 'static {
    fn verify(
        rule: Rule,
        key: &[u8; KEY_LEN],
        message: &[u8],
        signature: &SignatureOf<Self>,
    ) -> Result<(), SignatureError>;
    fn verify_batch(rule: Rule, items: &[BatchItemOf<'_, Self>]) -> Result<(), BatchError>;
    fn sign_batch(items: &[(&SigningKeyOf<Self>, &[u8])]) -> Vec<SignatureOf<Self>>;
    fn from_seed_batch(seeds: &[[u8; KEY_LEN]]) -> Vec<SigningKeyOf<Self>>;
    fn generate_batch(
        count: usize,
        random: &mut impl carnelian::random::Random,
    ) -> Result<Vec<SigningKeyOf<Self>>, RandomError>;
    /// Returns the key of a handle, if it is of this scheme.
    fn signing_key(key: &carnelian_eddsa_signing_key) -> Result<&SigningKeyOf<Self>, Status>;
    /// Returns the handle of a key.
    fn into_signing_handle(key: SigningKeyOf<Self>) -> carnelian_eddsa_signing_key;
    /// Returns the handle of a key.
    fn into_prepared_handle(key: PreparedVerifyingKeyOf<Self>) -> carnelian_eddsa_prepared_key;
}

macro_rules! schemes {
    ($($Scheme:ident: $module:ident;)+) => {$(
        impl Eddsa for $Scheme {
            fn verify(
                rule: Rule,
                key: &[u8; KEY_LEN],
                message: &[u8],
                signature: &SignatureOf<Self>,
            ) -> Result<(), SignatureError> {
                $module::verify_with(rule, key, message, signature)
            }
            fn verify_batch(rule: Rule, items: &[BatchItemOf<'_, Self>]) -> Result<(), BatchError> {
                $module::verify_batch_with(rule, items)
            }
            fn sign_batch(items: &[(&SigningKeyOf<Self>, &[u8])]) -> Vec<SignatureOf<Self>> {
                $module::sign_batch(items)
            }
            fn from_seed_batch(seeds: &[[u8; KEY_LEN]]) -> Vec<SigningKeyOf<Self>> {
                $module::from_seed_batch(seeds)
            }
            fn generate_batch(
                count: usize,
                random: &mut impl carnelian::random::Random,
            ) -> Result<Vec<SigningKeyOf<Self>>, RandomError> {
                $module::generate_batch(count, random)
            }
            fn signing_key(key: &carnelian_eddsa_signing_key) -> Result<&SigningKeyOf<Self>, Status> {
                let carnelian_eddsa_signing_key::$Scheme(key) = key else { return Err(Status::CARNELIAN_ERROR_KEY_KIND) };
                Ok(key)
            }
            fn into_signing_handle(key: SigningKeyOf<Self>) -> carnelian_eddsa_signing_key {
                carnelian_eddsa_signing_key::$Scheme(key)
            }
            fn into_prepared_handle(key: PreparedVerifyingKeyOf<Self>) -> carnelian_eddsa_prepared_key {
                carnelian_eddsa_prepared_key::$Scheme(key)
            }
        }
    )+};
}
schemes! {
    Ed25519: ed25519;
    EddsaBlake2b: eddsa_blake2b;
}

/// Returns the rule with a number from C.
fn rule<S: Scheme>(number: carnelian_eddsa_rule) -> Result<Rule, Status> {
    match number {
        CARNELIAN_RULE_DEFAULT => Ok(S::RULE),
        CARNELIAN_RULE_RFC8032 => Ok(Rule::Rfc8032),
        CARNELIAN_RULE_ZIP215 => Ok(Rule::Zip215),
        CARNELIAN_RULE_STRICT => Ok(Rule::Strict),
        CARNELIAN_RULE_COFACTORLESS => Ok(Rule::Cofactorless),
        _ => Err(Status::CARNELIAN_ERROR_ALGORITHM),
    }
}

/// Returns the context at `data`, which must not be empty.
fn context(caller: &Caller, data: *const u8, len: usize) -> Result<Context<'_>, Status> {
    Ok(Context::new(caller.bytes(data, len)?)?)
}

/// Returns the context of a prehash at `data`, which may be empty.
fn optional_context(caller: &Caller, data: *const u8, len: usize) -> Result<Option<Context<'_>>, Status> {
    if len == 0 { Ok(None) } else { context(caller, data, len).map(Some) }
}
