//! Many keys and signatures at a time.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{
    Eddsa, KEY_LEN, SIGNATURE_LEN, carnelian_eddsa_rule, carnelian_eddsa_scheme, carnelian_eddsa_signing_key, rule,
    with_scheme,
};
use crate::outputs::{reporting, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::curve::ed25519::{BatchItemOf, SignatureOf, SigningKeyOf};
use carnelian_ffi::Caller;

/// One signature of a batch to verify, with its message and its key.
#[repr(C)]
pub struct carnelian_eddsa_item {
    /// The public key, 32 bytes. Equal keys are decoded once.
    pub public_key: *const u8,
    /// The message; may be NULL if it is empty.
    pub message: *const u8,
    /// The number of bytes in the message.
    pub message_len: usize,
    /// The signature, 64 bytes.
    pub signature: *const u8,
}

/// One message of a batch to sign, with its key.
#[repr(C)]
pub struct carnelian_eddsa_job {
    /// The signing key of the batch's scheme.
    pub key: *const carnelian_eddsa_signing_key,
    /// The message; may be NULL if it is empty.
    pub message: *const u8,
    /// The number of bytes in the message.
    pub message_len: usize,
}

/// Verifies `count` signatures, of one key or of different keys: large batches take a fraction of the time of single
/// verifications, and the verdicts are the same on every input. `scheme` is `CARNELIAN_ED25519` or
/// `CARNELIAN_EDDSA_BLAKE2B`; `rule_number` is one of the constants `CARNELIAN_RULE_...`.
///
/// Byte i of `verdicts`, which may be NULL, becomes 1 if item i is valid, and 0 if it is not. An empty batch is valid.
/// Takes time that depends on all inputs, which are public.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if any item is not valid: the verdicts tell which, and are written.
/// `CARNELIAN_ERROR_ALGORITHM`; the verdicts are zeros then.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_verify_batch(
    scheme: carnelian_eddsa_scheme,
    rule_number: carnelian_eddsa_rule,
    items: *const carnelian_eddsa_item,
    count: usize,
    verdicts: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    let verdicts_len = if verdicts.is_null() { 0 } else { count };
    let mut found = Ok(());
    let checked = zeroing(&caller, [(verdicts, verdicts_len)], || {
        let items = caller.items(items, count)?;
        let valid = with_scheme!(scheme, S => valid::<S>(&caller, rule_number, items))?;
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
fn valid<S: Eddsa>(
    caller: &Caller,
    rule_number: carnelian_eddsa_rule,
    items: &[carnelian_eddsa_item],
) -> Result<Vec<bool>, carnelian_status> {
    let signatures: Vec<_> = items
        .iter()
        .map(|item| Ok(SignatureOf::<S>::from_bytes(caller.array(item.signature)?)))
        .collect::<Result<_, carnelian_status>>()?;
    let batch: Vec<_> = items
        .iter()
        .zip(&signatures)
        .map(|(item, signature)| {
            let key: &[u8; KEY_LEN] = caller.array(item.public_key)?;
            Ok(BatchItemOf::new(key, caller.bytes(item.message, item.message_len)?, signature))
        })
        .collect::<Result<_, carnelian_status>>()?;
    Ok(match S::verify_batch(rule::<S>(rule_number)?, &batch) {
        Ok(()) => vec![true; items.len()],
        Err(error) => error.verdicts().iter().map(Result::is_ok).collect(),
    })
}

/// Signs `count` messages like `carnelian_eddsa_sign`, several at a time where the CPU has vector lanes for it:
/// `signatures` receives `count` times 64 bytes. Takes time that depends only on the lengths of the messages.
///
/// Errors: `CARNELIAN_ERROR_KEY_KIND` if a key is of another scheme, `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_sign_batch(
    scheme: carnelian_eddsa_scheme,
    jobs: *const carnelian_eddsa_job,
    count: usize,
    signatures: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    let len = count.saturating_mul(SIGNATURE_LEN);
    zeroing(&caller, [(signatures, len)], || {
        let jobs = caller.items(jobs, count)?;
        with_scheme!(scheme, S => {
            let signed = signed::<S>(&caller, jobs)?;
            let out = caller.output(signatures, len)?.as_chunks_mut().0;
            out.iter_mut().zip(&signed).for_each(|(out, signature)| *out = signature.to_bytes());
            Ok(())
        })
    })
}

fn signed<S: Eddsa>(caller: &Caller, jobs: &[carnelian_eddsa_job]) -> Result<Vec<SignatureOf<S>>, carnelian_status> {
    let batch: Vec<_> = jobs
        .iter()
        .map(|job| Ok((S::signing_key(caller.get(job.key)?)?, caller.bytes(job.message, job.message_len)?)))
        .collect::<Result<_, carnelian_status>>()?;
    Ok(S::sign_batch(&batch))
}

/// Generates `count` key pairs of EdDSA, several at a time where the CPU has vector lanes for it: `seeds` and
/// `public_keys` receive `count` times 32 bytes each. `random` is the random source, NULL that of the operating system.
/// Constant time.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails, `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_generate_batch(
    scheme: carnelian_eddsa_scheme,
    random: *const carnelian_random_source,
    count: usize,
    seeds: *mut u8,
    public_keys: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    let len = count.saturating_mul(KEY_LEN);
    zeroing(&caller, [(seeds, len), (public_keys, len)], || {
        // Before anything is allocated for a count that no output can have.
        caller.output(seeds, len)?;
        with_scheme!(scheme, S => {
            let keys = S::generate_batch(count, &mut Source::of(&caller, random)?)?;
            write_public(&caller, &keys, public_keys)?;
            let out = caller.output(seeds, len)?.as_chunks_mut().0;
            out.iter_mut().zip(&keys).for_each(|(out, key)| *out = *key.as_seed().expose());
            Ok(())
        })
    })
}

/// Computes the public keys of `count` seeds, several at a time where the CPU has vector lanes for it: `seeds` and
/// `public_keys` have `count` times 32 bytes each. Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_public_key_batch(
    scheme: carnelian_eddsa_scheme,
    seeds: *const u8,
    count: usize,
    public_keys: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    let len = count.saturating_mul(KEY_LEN);
    zeroing(&caller, [(public_keys, len)], || {
        let seeds = caller.bytes(seeds, len)?.as_chunks().0;
        with_scheme!(scheme, S => write_public(&caller, &S::from_seed_batch(seeds), public_keys))
    })
}

fn write_public<S: Eddsa>(
    caller: &Caller,
    keys: &[SigningKeyOf<S>],
    public_keys: *mut u8,
) -> Result<(), carnelian_status> {
    let out = caller.output(public_keys, keys.len() * KEY_LEN)?.as_chunks_mut().0;
    out.iter_mut().zip(keys).for_each(|(out, key)| *out = key.verifying_key().to_bytes());
    Ok(())
}
