//! Many signatures at a time.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{carnelian_signature_algorithm, carnelian_signature_rule, carnelian_verifying_key, context, rule, scheme};
use crate::outputs::{reporting, zeroing};
use crate::status::carnelian_status;
use carnelian::algorithm::{SignatureItem, SignatureItemKey};
use carnelian_ffi::Caller;

/// One signature of a batch to verify, with its message and its key. Zeros are what is not set.
#[repr(C)]
pub struct carnelian_signature_item {
    /// The key, which is better where several items of ML-DSA have the same one; NULL to use `public_key`.
    pub key: *const carnelian_verifying_key,
    /// The public key; unused if there is a `key`. Equal ones of EdDSA are decoded once.
    pub public_key: *const u8,
    /// The number of bytes in the public key.
    pub public_key_len: usize,
    /// The context; NULL for none. EdDSA verifies batches without one only.
    pub context: *const u8,
    /// The number of bytes in the context.
    pub context_len: usize,
    /// The message; may be NULL if it is empty.
    pub message: *const u8,
    /// The number of bytes in the message.
    pub message_len: usize,
    /// The signature.
    pub signature: *const u8,
    /// The number of bytes in the signature.
    pub signature_len: usize,
}

/// Verifies `count` signatures of one scheme, of one key or of different keys, in less time than one by one: EdDSA combines
/// their equations, the hashes of SLH-DSA share the lanes of vectors. The verdicts are the same on every input.
///
/// Byte i of `verdicts`, which may be NULL, becomes 1 if item i is valid, and 0 if it is not. An empty batch is valid.
/// Takes time that depends on all inputs, which are public.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if any item is not valid: the verdicts tell which, and are written.
/// `CARNELIAN_ERROR_LENGTH` if a key or a context has another length, `CARNELIAN_ERROR_KEY_KIND` if a key is of another
/// scheme, `CARNELIAN_ERROR_ALGORITHM`; the verdicts are zeros then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signature_verify_batch(
    algorithm: carnelian_signature_algorithm,
    rule_number: carnelian_signature_rule,
    items: *const carnelian_signature_item,
    count: usize,
    verdicts: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    let verdicts_len = if verdicts.is_null() { 0 } else { count };
    let mut found = Ok(());
    let checked = zeroing(&caller, [(verdicts, verdicts_len)], || {
        let scheme = scheme(algorithm)?;
        let items = caller.items(items, count)?.iter().map(|given| item(&caller, given));
        let items: Vec<_> = items.collect::<Result<_, _>>()?;
        let valid = scheme.verify_batch(&items, rule(scheme, rule_number)?)?;
        let out = caller.output(verdicts, verdicts_len)?;
        out.iter_mut().zip(&valid).for_each(|(out, valid)| *out = (*valid).into());
        if valid.contains(&false) {
            found = Err(carnelian_status::CARNELIAN_ERROR_SIGNATURE);
        }
        Ok(())
    });
    if checked == carnelian_status::CARNELIAN_OK { reporting(|| found) } else { checked }
}

/// Returns an item as the library has it.
fn item<'c>(caller: &'c Caller, given: &carnelian_signature_item) -> Result<SignatureItem<'c>, carnelian_status> {
    let key = if given.key.is_null() {
        SignatureItemKey::Bytes(caller.bytes(given.public_key, given.public_key_len)?)
    } else {
        SignatureItemKey::Key(caller.get(given.key)?.key())
    };
    Ok(SignatureItem {
        key,
        context: context(caller, given.context, given.context_len)?,
        message: caller.bytes(given.message, given.message_len)?,
        signature: caller.bytes(given.signature, given.signature_len)?,
    })
}
