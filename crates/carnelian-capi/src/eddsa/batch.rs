//! Many keys and signatures at a time.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{Eddsa, KEY_LEN, SIGNATURE_LEN, with_scheme};
use crate::outputs::zeroing;
use crate::random::{Source, carnelian_random_source};
use crate::signature::{carnelian_signature_algorithm, carnelian_signing_key};
use crate::status::carnelian_status;
use carnelian::curve::ed25519::{SignatureOf, SigningKeyOf};
use carnelian_ffi::Caller;

/// One message of a batch to sign, with its key.
#[repr(C)]
pub struct carnelian_eddsa_job {
    /// The signing key of the batch's scheme.
    pub key: *const carnelian_signing_key,
    /// The message; may be NULL if it is empty.
    pub message: *const u8,
    /// The number of bytes in the message.
    pub message_len: usize,
}

/// Signs `count` messages like `carnelian_signing_key_sign` with the default options, several at a time where the CPU has vector lanes for it:
/// `signatures` receives `count` times 64 bytes. Takes time that depends only on the lengths of the messages.
///
/// Errors: `CARNELIAN_ERROR_KEY_KIND` if a key is of another scheme, `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_sign_batch(
    algorithm: carnelian_signature_algorithm,
    jobs: *const carnelian_eddsa_job,
    count: usize,
    signatures: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    let len = count.saturating_mul(SIGNATURE_LEN);
    zeroing(&caller, [(signatures, len)], || {
        let jobs = caller.items(jobs, count)?;
        with_scheme!(algorithm, S => {
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
        .map(|job| Ok((key_of(caller.get(job.key)?)?, caller.bytes(job.message, job.message_len)?)))
        .collect::<Result<_, carnelian_status>>()?;
    Ok(S::sign_batch(&batch))
}

/// Returns the key in a handle, if it is of this scheme.
fn key_of<S: Eddsa>(key: &carnelian_signing_key) -> Result<&SigningKeyOf<S>, carnelian_status> {
    key.typed().ok_or(carnelian_status::CARNELIAN_ERROR_KEY_KIND)
}

/// Generates `count` key pairs of EdDSA, several at a time where the CPU has vector lanes for it: `seeds` and
/// `public_keys` receive `count` times 32 bytes each. `random` is the random source, NULL that of the operating system.
/// Constant time.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails, `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_generate_batch(
    algorithm: carnelian_signature_algorithm,
    random: *const carnelian_random_source,
    count: usize,
    seeds: *mut u8,
    public_keys: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    let len = count.saturating_mul(KEY_LEN);
    zeroing(&caller, [(seeds, len), (public_keys, len)], || {
        // Before anything is allocated for a count that no output can have.
        caller.output(seeds, len)?;
        with_scheme!(algorithm, S => {
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_public_key_batch(
    algorithm: carnelian_signature_algorithm,
    seeds: *const u8,
    count: usize,
    public_keys: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    let len = count.saturating_mul(KEY_LEN);
    zeroing(&caller, [(public_keys, len)], || {
        let seeds = caller.bytes(seeds, len)?.as_chunks().0;
        with_scheme!(algorithm, S => write_public(&caller, &S::from_seed_batch(seeds), public_keys))
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
