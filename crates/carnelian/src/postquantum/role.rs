//! The options of signatures that ML-DSA and SLH-DSA have in common.

use super::context::Context;
use super::prehash::Prehash;
use crate::signature::{PrehashAlgorithm, SignatureError, SignatureOption, VerifyOptions, unsupported};
use alloc::borrow::Cow;
use alloc::format;

/// Returns the context, which is empty if there is none.
pub(super) fn context_of(context: Option<&[u8]>) -> Result<Context<'_>, SignatureError> {
    Ok(Context::new(context.unwrap_or_default())?)
}

/// Returns the prehash of a digest, by the function that the options name.
pub(super) fn prehash_of(
    algorithm: &'static str,
    function: Option<PrehashAlgorithm>,
    digest: &[u8],
) -> Result<Prehash, SignatureError> {
    Prehash::of_role(&function.ok_or(unsupported(algorithm, SignatureOption::DigestAlone))?, digest)
}

/// Checks that the digests of a function are strong enough for a key.
pub(super) fn check_strength(function: &PrehashAlgorithm, at_least: usize) -> Result<(), SignatureError> {
    let found = function.digest_len();
    if found < at_least { Err(SignatureError::WeakPrehash { at_least, found }) } else { Ok(()) }
}

/// Returns the name of the variant of a parameter set: FIPS 204 Section 5.4, FIPS 205 Section 10.2.
pub(super) fn variant(name: &'static str, has_prehash: bool) -> Cow<'static, str> {
    if has_prehash { format!("Hash{name}").into() } else { name.into() }
}

/// Refuses every rule: FIPS 204 and FIPS 205 have one.
pub(super) fn check_rule(algorithm: &'static str, rule: Option<&str>) -> Result<(), SignatureError> {
    rule.map_or(Ok(()), |_| Err(unsupported(algorithm, SignatureOption::Rule)))
}

/// Refuses the options of verification that the schemes do not have, and returns the context.
pub(super) fn check_options<'a>(
    algorithm: &'static str,
    options: &VerifyOptions<'a>,
) -> Result<Context<'a>, SignatureError> {
    check_rule(algorithm, options.rule)?;
    if options.any_strength && options.prehash.is_none() {
        return Err(unsupported(algorithm, SignatureOption::AnyStrength));
    }
    context_of(options.context)
}
