//! Many signatures at a time.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{carnelian_slhdsa_set, carnelian_slhdsa_signing_key, public_key, purpose, with_key, with_set};
use crate::outputs::{needs, reporting, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::postquantum::slhdsa::{
    BatchItem, Context, Parameters, Signature, Signer, VerifyingKey, sign_batch, verify_batch,
};
use carnelian_ffi::Caller;

/// One signature of a batch to verify, with its message, its context and its key.
#[repr(C)]
pub struct carnelian_slhdsa_item {
    /// The public key.
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

/// Verifies `count` signatures of one parameter set, one of the constants from `CARNELIAN_SLH_DSA_SHA2_128S` to
/// `CARNELIAN_SLH_DSA_SHAKE_256F`, of one key or of different keys: their hashes share the lanes of vectors, so that a
/// batch takes less time than single verifications.
///
/// Byte i of `verdicts`, which may be NULL, becomes 1 if item i is valid, and 0 if it is not. An empty batch is valid.
/// Takes time that depends on all inputs, which are public.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if any item is not valid: the verdicts tell which, and are written.
/// `CARNELIAN_ERROR_LENGTH` if a key or a context has another length, `CARNELIAN_ERROR_ALGORITHM`; the verdicts are
/// zeros then.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_verify_batch(
    set: carnelian_slhdsa_set,
    items: *const carnelian_slhdsa_item,
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
fn valid<P: Parameters>(caller: &Caller, items: &[carnelian_slhdsa_item]) -> Result<Vec<bool>, carnelian_status> {
    let parsed: Vec<_> = items.iter().map(|item| parse::<P>(caller, item)).collect::<Result<_, _>>()?;
    let mut batch = Vec::new();
    for (item, (key, signature)) in items.iter().zip(&parsed) {
        let (context, message) =
            (purpose(caller, (item.context, item.context_len))?, caller.bytes(item.message, item.message_len)?);
        batch.extend(signature.iter().map(|signature| BatchItem { key, context, message, signature }));
    }
    let verified = verify_batch(&batch);
    let mut verdicts =
        (0..batch.len()).map(|i| verified.as_ref().map_or_else(|error| error.verdicts()[i].is_ok(), |()| true));
    // Signatures of another length are not in the batch.
    Ok(parsed.iter().map(|(_, signature)| signature.is_some() && verdicts.next() == Some(true)).collect())
}

/// Returns the key of an item, and its signature if it has the length of one.
fn parse<P: Parameters>(
    caller: &Caller,
    item: &carnelian_slhdsa_item,
) -> Result<(VerifyingKey<P>, Option<Signature<P>>), carnelian_status> {
    let key = public_key(caller, (item.public_key, item.public_key_len))?;
    // A wrong length makes an item invalid, not the batch.
    Ok((key, Signature::from_slice(caller.bytes(item.signature, item.signature_len)?).ok()))
}

/// Signs `count` messages under a context of 0 to 255 bytes like `carnelian_slhdsa_sign`. `messages` and `message_lens`
/// have `count` pointers and lengths; `signatures` receives `count` signatures, one after the other. `random` is the
/// random source, NULL that of the operating system. Constant time.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a longer context or another `signatures_len`; `CARNELIAN_ERROR_RANDOM` if the
/// source fails; `CARNELIAN_ERROR_FAULT` if a signature is not valid.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_sign_batch(
    key: *const carnelian_slhdsa_signing_key,
    random: *const carnelian_random_source,
    context: *const u8,
    context_len: usize,
    messages: *const *const u8,
    message_lens: *const usize,
    count: usize,
    signatures: *mut u8,
    signatures_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signatures, signatures_len)], || {
        let context = purpose(&caller, (context, context_len))?;
        let (pointers, lens) = (caller.items(messages, count)?, caller.items(message_lens, count)?);
        let messages: Vec<_> =
            pointers.iter().zip(lens).map(|(data, len)| caller.bytes(*data, *len)).collect::<Result<_, _>>()?;
        let random = &mut Source::of(&caller, random)?;
        with_key!(caller.get(key)?, key => {
            sign_all(&caller, key, context, &messages, (signatures, signatures_len), random)
        })
    })
}

/// Signs messages, and writes the signatures to an output that has to have their length.
fn sign_all<'k, P: Parameters>(
    caller: &Caller,
    key: impl Into<Signer<'k, P>>,
    context: Context<'_>,
    messages: &[&[u8]],
    (out, out_len): (*mut u8, usize),
    random: &mut Source<'_>,
) -> Result<(), carnelian_status> {
    needs(messages.len().checked_mul(P::SIGNATURE_LEN) == Some(out_len))?;
    let signed = sign_batch(key, context, messages, random)?;
    let out = caller.output(out, out_len)?.chunks_exact_mut(P::SIGNATURE_LEN);
    out.zip(&signed).for_each(|(out, signature)| out.copy_from_slice(signature.as_ref()));
    Ok(())
}
