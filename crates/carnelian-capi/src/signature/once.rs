//! Keys as bytes, each used once.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{
    carnelian_sign_options, carnelian_signature_algorithm, carnelian_signature_rule, carnelian_verify_options, rule,
    scheme, sign_options, verify_options,
};
use crate::context::wiping_stack;
use crate::outputs::{needs, reporting, write, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::algorithm::{DynSigningKey, DynVerifyingKey, SignatureAlgorithm};

/// Generates a key pair; the lengths are the scheme's. `random` is the random source, NULL that of the operating system.
/// Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`; `CARNELIAN_ERROR_LENGTH` for other lengths; `CARNELIAN_ERROR_RANDOM` if the
/// source fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signature_generate(
    algorithm: carnelian_signature_algorithm,
    random: *const carnelian_random_source,
    private_key: *mut u8,
    private_key_len: usize,
    public_key: *mut u8,
    public_key_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(private_key, private_key_len), (public_key, public_key_len)], || {
        let scheme = scheme(algorithm)?;
        needs(private_key_len == scheme.private_key_lens()[0] && public_key_len == scheme.public_key_len())?;
        let mut random = Source::of(&caller, random)?;
        let key = made(|| Ok(scheme.generate(&mut random)?))?;
        write(&caller, (public_key, public_key_len), key.verifying_key().as_bytes())?;
        write(&caller, (private_key, private_key_len), key.to_bytes().expose())
    })
}

/// Computes the public key of a private key in any of its forms, or of a seed. Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`; `CARNELIAN_ERROR_LENGTH` for other lengths; `CARNELIAN_ERROR_KEY` if the parts of
/// the private key contradict each other.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signature_public_key(
    algorithm: carnelian_signature_algorithm,
    private_key: *const u8,
    private_key_len: usize,
    public_key: *mut u8,
    public_key_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(public_key, public_key_len)], || {
        let scheme = scheme(algorithm)?;
        needs(public_key_len == scheme.public_key_len())?;
        let key = signing_key(scheme, caller.bytes(private_key, private_key_len)?)?;
        write(&caller, (public_key, public_key_len), key.verifying_key().as_bytes())
    })
}

/// Checks a public key under a rule, one of the constants `CARNELIAN_RULE_...`: `CARNELIAN_RULE_STRICT` rejects points of
/// small order, under which a signature can be valid for many messages.
///
/// Errors: `CARNELIAN_ERROR_KEY` if it is none; `CARNELIAN_ERROR_POINT` if it is of small order and the rule forbids that;
/// `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_LENGTH`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signature_check_public_key(
    algorithm: carnelian_signature_algorithm,
    rule_number: carnelian_signature_rule,
    public_key: *const u8,
    public_key_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let (scheme, bytes) = (scheme(algorithm)?, caller.bytes(public_key, public_key_len)?);
        verifying_key(scheme, rule(scheme, rule_number)?, bytes).map(drop)
    })
}

/// Signs a message with a private key in any of its forms, or with a seed. The key is set up for this signature only; for
/// more than one use `carnelian_signing_key_new`. Takes time that depends only on the length of the message, except for
/// ML-DSA's number of attempts, which is not secret. The signature may overlap the inputs.
///
/// Errors: those of `carnelian_signing_key_new` and `carnelian_signing_key_sign`. The root of an SLH-DSA key is not
/// checked.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signature_sign(
    algorithm: carnelian_signature_algorithm,
    private_key: *const u8,
    private_key_len: usize,
    options: *const carnelian_sign_options,
    message: *const u8,
    message_len: usize,
    signature: *mut u8,
    signature_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(signature, signature_len)], || {
        let scheme = scheme(algorithm)?;
        needs(signature_len == scheme.signature_len())?;
        let (options, mut random) = sign_options(&caller, options)?;
        let message = caller.bytes(message, message_len)?;
        let key = signing_key(scheme, caller.bytes(private_key, private_key_len)?)?;
        write(&caller, (signature, signature_len), &key.sign(message, &options, &mut random)?)
    })
}

/// Verifies the signature of a message. Takes time that depends on all inputs, which are public.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_KEY` or `CARNELIAN_ERROR_POINT` if
/// the public key is none under the rule; `CARNELIAN_ERROR_LENGTH` for a key, a signature or a context of another length,
/// or a prehash that is too short; `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signature_verify(
    algorithm: carnelian_signature_algorithm,
    public_key: *const u8,
    public_key_len: usize,
    options: *const carnelian_verify_options,
    message: *const u8,
    message_len: usize,
    signature: *const u8,
    signature_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let scheme = scheme(algorithm)?;
        needs(signature_len == scheme.signature_len())?;
        let options = verify_options(&caller, scheme, options)?;
        let (key, message) = (caller.bytes(public_key, public_key_len)?, caller.bytes(message, message_len)?);
        Ok(scheme.verify(key, message, caller.bytes(signature, signature_len)?, &options)?)
    })
}

/// Verifies the signature of a message, given its digest by the prehash of the options.
///
/// Errors: those of `carnelian_signature_verify`; `CARNELIAN_ERROR_LENGTH` if the digest has another length;
/// `CARNELIAN_ERROR_ALGORITHM` without a prehash.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signature_verify_digest(
    algorithm: carnelian_signature_algorithm,
    public_key: *const u8,
    public_key_len: usize,
    options: *const carnelian_verify_options,
    digest: *const u8,
    digest_len: usize,
    signature: *const u8,
    signature_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let scheme = scheme(algorithm)?;
        needs(signature_len == scheme.signature_len())?;
        let options = verify_options(&caller, scheme, options)?;
        let (key, digest) = (caller.bytes(public_key, public_key_len)?, caller.bytes(digest, digest_len)?);
        let key = verifying_key(scheme, options.rule, key)?;
        Ok(key.verify_digest(digest, caller.bytes(signature, signature_len)?, &options)?)
    })
}

/// Verifies a signed message, a signature followed by the message, the form of NaCl's crypto_sign, and writes the message
/// to `message`. They may overlap.
///
/// Errors: those of `carnelian_signature_verify`; `CARNELIAN_ERROR_LENGTH` if `signed_len` is not that of a signature more
/// than `message_len`. `message` is all zeros then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signature_open(
    algorithm: carnelian_signature_algorithm,
    public_key: *const u8,
    public_key_len: usize,
    options: *const carnelian_verify_options,
    signed_message: *const u8,
    signed_len: usize,
    message: *mut u8,
    message_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(message, message_len)], || {
        let scheme = scheme(algorithm)?;
        needs(signed_len.checked_sub(scheme.signature_len()) == Some(message_len))?;
        let options = verify_options(&caller, scheme, options)?;
        let key = caller.bytes(public_key, public_key_len)?;
        let (signature, content) = caller.bytes(signed_message, signed_len)?.split_at(scheme.signature_len());
        scheme.verify(key, content, signature, &options)?;
        caller.moved(signed_message.wrapping_add(scheme.signature_len()), message, message_len)?;
        Ok(())
    })
}

/// Runs what makes a key, and wipes what it leaves on the stack.
fn made(
    make: impl FnOnce() -> Result<Box<dyn DynSigningKey>, carnelian_status>,
) -> Result<Box<dyn DynSigningKey>, carnelian_status> {
    wiping_stack::<[u8; 1024], _>(make)
}

/// Returns the key of a private key in any of its forms, or of a seed.
pub(super) fn signing_key(
    scheme: &SignatureAlgorithm,
    bytes: &[u8],
) -> Result<Box<dyn DynSigningKey>, carnelian_status> {
    made(|| {
        let is_seed = bytes.len() == scheme.seed_len();
        Ok(if is_seed { scheme.signing_key_from_seed(bytes)? } else { scheme.signing_key_from_bytes(bytes)? })
    })
}

/// Returns the public key, loaded by a rule.
pub(super) fn verifying_key(
    scheme: &SignatureAlgorithm,
    rule: Option<&str>,
    bytes: &[u8],
) -> Result<Box<dyn DynVerifyingKey>, carnelian_status> {
    Ok(match rule {
        Some(rule) => scheme.verifying_key_from_bytes_for(rule, bytes)?,
        None => scheme.verifying_key_from_bytes(bytes)?,
    })
}
