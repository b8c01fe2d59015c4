//! Signatures of every scheme.
#![allow(unsafe_code)] // Exports functions under their names in C.

mod batch;
mod constants;
mod once;
mod signing_key;
mod streaming;
mod verifying_key;

pub use batch::*;
pub use constants::*;
pub use once::*;
pub use signing_key::*;
pub use streaming::*;
pub use verifying_key::*;

use crate::hash::carnelian_hash_algorithm;
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status as Status;
use carnelian::algorithm::{
    HashAlgorithm, Hedging, PrehashAlgorithm, SignOptions, SignatureAlgorithm, VerifyOptions, hashes, signatures,
};
use carnelian_ffi::Caller;

/// A signature scheme, or a parameter set of one. The lengths of its keys and signatures are constants that begin with
/// its name, and what the functions named `carnelian_signature_..._len` return. The private key of EdDSA and ML-DSA is
/// their seed, that of SLH-DSA is SK.seed || SK.prf || PK.seed || PK.root and its seed the first three parts. ML-DSA has
/// an expanded private key too. Sets of SLH-DSA whose names end in S have small signatures, those in F sign fast.
pub type carnelian_signature_algorithm = u32;

/// A rule that decides which signatures of EdDSA are valid; the other schemes have the default only. Honest signatures
/// are valid under each.
pub type carnelian_signature_rule = u32;

/// The default rule of the scheme: `CARNELIAN_RULE_RFC8032` for Ed25519, `CARNELIAN_RULE_ZIP215` with BLAKE2b.
pub const CARNELIAN_RULE_DEFAULT: carnelian_signature_rule = 0;
/// RFC 8032 Section 5.1.7 with cofactor: encodings must be canonical.
pub const CARNELIAN_RULE_RFC8032: carnelian_signature_rule = 1;
/// ZIP 215: with cofactor; encodings need not be canonical. Batches and single verification agree on every input.
pub const CARNELIAN_RULE_ZIP215: carnelian_signature_rule = 2;
/// Without cofactor, encodings must be canonical, and the key and R must not be of small order: a signature binds its
/// signer to one message.
pub const CARNELIAN_RULE_STRICT: carnelian_signature_rule = 3;
/// Without cofactor, comparing the bytes of R: the rule of OpenSSL and Go.
pub const CARNELIAN_RULE_COFACTORLESS: carnelian_signature_rule = 4;

/// The choice whether a signature depends on random bytes.
pub type carnelian_hedging = u32;

/// As the standard has it: RFC 8032 without random bytes, FIPS 204 and FIPS 205 with them.
pub const CARNELIAN_HEDGING_STANDARD: carnelian_hedging = 0;
/// With random bytes, so that power analysis and fault attacks cannot observe the same computation repeatedly. Every
/// verifier accepts the signature; with a bad random source it is as secure as without one.
pub const CARNELIAN_HEDGING_RANDOM: carnelian_hedging = 1;
/// Without random bytes: the same message always has the same signature.
pub const CARNELIAN_HEDGING_NONE: carnelian_hedging = 2;

/// How a message is signed. All zeros are the defaults, and so is NULL in place of a pointer to it. An option that the
/// scheme does not have is `CARNELIAN_ERROR_ALGORITHM`.
#[repr(C)]
pub struct carnelian_sign_options {
    /// The purpose of the signature, up to 255 bytes; NULL for none. With Ed25519 it selects Ed25519ctx, which has no
    /// empty one; EdDSA with BLAKE2b has none.
    pub context: *const u8,
    /// The number of bytes in the context.
    pub context_len: usize,
    /// The function whose digest is signed in place of the message, 0 for none: `CARNELIAN_SHA512` for Ed25519ph; for
    /// HashML-DSA and HashSLH-DSA one of SHA-2, SHA-3 and SHAKE whose digest is as strong as the key.
    pub prehash: carnelian_hash_algorithm,
    /// One of the constants `CARNELIAN_HEDGING_...`.
    pub hedging: carnelian_hedging,
    /// Not 0 to find faults in the computation before the signature is written: EdDSA and ML-DSA verify it, SLH-DSA,
    /// which always does that, computes it twice.
    pub verified: u32,
    /// The random source, NULL that of the operating system.
    pub random: *const carnelian_random_source,
}

/// How a signature is verified. All zeros are the defaults, and so is NULL in place of a pointer to it. An option that
/// the scheme does not have is `CARNELIAN_ERROR_ALGORITHM`.
#[repr(C)]
pub struct carnelian_verify_options {
    /// The context with which the message was signed; NULL for none.
    pub context: *const u8,
    /// The number of bytes in the context.
    pub context_len: usize,
    /// The function whose digest was signed in place of the message, 0 for none.
    pub prehash: carnelian_hash_algorithm,
    /// One of the constants `CARNELIAN_RULE_...`.
    pub rule: carnelian_signature_rule,
    /// Not 0 to accept digests that are too short for the strength of the key, as NIST's test vectors do: two messages
    /// with the same digest have the same signatures then.
    pub any_strength: u32,
}

/// Returns the scheme with a number.
fn scheme(algorithm: carnelian_signature_algorithm) -> Result<&'static SignatureAlgorithm, Status> {
    signatures().with_number(algorithm).ok_or(Status::CARNELIAN_ERROR_ALGORITHM)
}

/// Returns the context at `data`, if there is one.
fn context(caller: &Caller, data: *const u8, len: usize) -> Result<Option<&[u8]>, Status> {
    if data.is_null() && len == 0 { Ok(None) } else { Ok(Some(caller.bytes(data, len)?)) }
}

/// Returns the prehash with the number of a hash function, if it is not 0.
fn prehash(number: carnelian_hash_algorithm) -> Result<Option<PrehashAlgorithm>, Status> {
    if number == 0 {
        return Ok(None);
    }
    let function = hashes().with_number(number).and_then(HashAlgorithm::prehash);
    function.map(Some).ok_or(Status::CARNELIAN_ERROR_ALGORITHM)
}

/// Returns the name of a rule, if it is not the default.
fn rule(scheme: &SignatureAlgorithm, number: carnelian_signature_rule) -> Result<Option<&'static str>, Status> {
    let Some(index) = number.checked_sub(1) else { return Ok(None) };
    let name = usize::try_from(index).ok().and_then(|index| scheme.rules().get(index));
    name.map(|name| Some(*name)).ok_or(Status::CARNELIAN_ERROR_ALGORITHM)
}

/// Returns the options of signing, with the random source.
pub(crate) fn sign_options<'c>(
    caller: &'c Caller,
    options: *const carnelian_sign_options,
) -> Result<(SignOptions<'c>, Source<'c>), Status> {
    if options.is_null() {
        return Ok((SignOptions::default(), Source::System));
    }
    let given = caller.get(options)?;
    let options = SignOptions {
        context: context(caller, given.context, given.context_len)?,
        prehash: prehash(given.prehash)?,
        hedging: hedging(given.hedging)?,
        verified: given.verified != 0,
    };
    Ok((options, Source::of(caller, given.random)?))
}

fn hedging(number: carnelian_hedging) -> Result<Hedging, Status> {
    match number {
        CARNELIAN_HEDGING_STANDARD => Ok(Hedging::Standard),
        CARNELIAN_HEDGING_RANDOM => Ok(Hedging::Random),
        CARNELIAN_HEDGING_NONE => Ok(Hedging::Deterministic),
        _ => Err(Status::CARNELIAN_ERROR_ARGUMENT),
    }
}

/// Returns the options of verification.
fn verify_options<'c>(
    caller: &'c Caller,
    scheme: &SignatureAlgorithm,
    options: *const carnelian_verify_options,
) -> Result<VerifyOptions<'c>, Status> {
    if options.is_null() {
        return Ok(VerifyOptions::default());
    }
    let given = caller.get(options)?;
    Ok(VerifyOptions {
        context: context(caller, given.context, given.context_len)?,
        prehash: prehash(given.prehash)?,
        rule: rule(scheme, given.rule)?,
        any_strength: given.any_strength != 0,
    })
}

/// Returns the number of bytes in a seed, from which a private key is derived; 0 if there is no such scheme.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_signature_seed_len(algorithm: carnelian_signature_algorithm) -> usize {
    scheme(algorithm).map_or(0, SignatureAlgorithm::seed_len)
}

/// Returns the number of bytes in a private key, in the form in which it is generated; 0 if there is no such scheme.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_signature_private_key_len(algorithm: carnelian_signature_algorithm) -> usize {
    scheme(algorithm).map_or(0, |scheme| scheme.private_key_lens()[0])
}

/// Returns the number of bytes in an expanded private key; 0 if there is no such scheme, or it has none.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_signature_expanded_key_len(algorithm: carnelian_signature_algorithm) -> usize {
    scheme(algorithm).ok().and_then(SignatureAlgorithm::expanded_key_len).unwrap_or(0)
}

/// Returns the number of bytes in a public key; 0 if there is no such scheme.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_signature_public_key_len(algorithm: carnelian_signature_algorithm) -> usize {
    scheme(algorithm).map_or(0, SignatureAlgorithm::public_key_len)
}

/// Returns the number of bytes in a signature; 0 if there is no such scheme.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_signature_len(algorithm: carnelian_signature_algorithm) -> usize {
    scheme(algorithm).map_or(0, SignatureAlgorithm::signature_len)
}
