//! Many signatures at a time.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{Set, carnelian_mldsa_prepared_key, carnelian_mldsa_set, public_key, purpose, with_set};
use crate::outputs::{reporting, zeroing};
use crate::status::carnelian_status;
use carnelian::postquantum::mldsa::{BatchItem, BatchKey, PreparedVerifyingKey, Signature, VerifyingKey, verify_batch};
use carnelian_ffi::Caller;

/// One signature of a batch to verify, with its message, its context and its key.
#[repr(C)]
pub struct carnelian_mldsa_item {
    /// The prepared key, which is better where several items have the same key; NULL to use `public_key`.
    pub prepared_key: *const carnelian_mldsa_prepared_key,
    /// The public key; unused, and may be NULL, if there is a prepared one.
    pub public_key: *const u8,
    /// The number of bytes in the public key.
    pub public_key_len: usize,
    /// The context; may be NULL if it is empty.
    pub context: *const u8,
    /// The number of bytes in the context, 0 to 255.
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

/// The key of an item.
enum Key<'c, P: Set> {
    Plain(VerifyingKey<P>),
    Prepared(&'c PreparedVerifyingKey<P>),
}

/// Verifies `count` signatures of one parameter set, one of the constants from `CARNELIAN_ML_DSA_44` to
/// `CARNELIAN_ML_DSA_87`, of one key or of different keys.
///
/// Byte i of `verdicts`, which may be NULL, becomes 1 if item i is valid, and 0 if it is not. An empty batch is valid.
/// Takes time that depends on all inputs, which are public.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if any item is not valid: the verdicts tell which, and are written.
/// `CARNELIAN_ERROR_LENGTH` if a key or a context has another length, `CARNELIAN_ERROR_KEY_KIND` if a prepared key is of
/// another parameter set, `CARNELIAN_ERROR_ALGORITHM`; the verdicts are zeros then.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_verify_batch(
    set: carnelian_mldsa_set,
    items: *const carnelian_mldsa_item,
    count: usize,
    verdicts: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    let verdicts_len = if verdicts.is_null() { 0 } else { count };
    let mut found = Ok(());
    let checked = zeroing(&caller, [(verdicts, verdicts_len)], || {
        let items = caller.items(items, count)?;
        let valid = with_set!(set, P => valid::<P>(&caller, items))?;
        let out = caller.output(verdicts, verdicts_len)?;
        out.iter_mut().zip(&valid).for_each(|(out, valid)| *out = (*valid).into());
        if valid.contains(&false) {
            found = Err(carnelian_status::CARNELIAN_ERROR_SIGNATURE);
        }
        Ok(())
    });
    if checked == carnelian_status::CARNELIAN_OK { reporting(|| found) } else { checked }
}

/// Returns whether each item is valid.
fn valid<P: Set>(caller: &Caller, items: &[carnelian_mldsa_item]) -> Result<Vec<bool>, carnelian_status> {
    let parsed: Vec<_> = items.iter().map(|item| parse::<P>(caller, item)).collect::<Result<_, _>>()?;
    let mut batch = Vec::new();
    for (item, (key, signature)) in items.iter().zip(&parsed) {
        let (context, message) =
            (purpose(caller, (item.context, item.context_len))?, caller.bytes(item.message, item.message_len)?);
        let key = match key {
            Key::Plain(key) => BatchKey::Plain(key),
            Key::Prepared(key) => BatchKey::Prepared(key),
        };
        batch.extend(signature.iter().map(|signature| BatchItem { key, context, message, signature }));
    }
    let verified = verify_batch(&batch);
    let mut verdicts =
        (0..batch.len()).map(|i| verified.as_ref().map_or_else(|error| error.verdicts()[i].is_ok(), |()| true));
    // Signatures that are encoded wrongly are not in the batch.
    Ok(parsed.iter().map(|(_, signature)| signature.is_some() && verdicts.next() == Some(true)).collect())
}

/// Returns the key of an item, and its signature unless no message has it.
fn parse<'c, P: Set>(
    caller: &'c Caller,
    item: &carnelian_mldsa_item,
) -> Result<(Key<'c, P>, Option<Signature<P>>), carnelian_status> {
    let key = if item.prepared_key.is_null() {
        Key::Plain(public_key(caller, (item.public_key, item.public_key_len))?)
    } else {
        Key::Prepared(P::prepared_key(caller.get(item.prepared_key)?)?)
    };
    // A wrong encoding or length makes an item invalid, not the batch.
    Ok((key, Signature::from_slice(caller.bytes(item.signature, item.signature_len)?).ok()))
}
