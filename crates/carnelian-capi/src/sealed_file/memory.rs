//! Files in memory.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{Access, plaintext_len};
use crate::argon2::carnelian_argon2_cost;
use crate::outputs::{apart, needs, whole, zeroing};
use crate::random::carnelian_random_source;
use crate::status::carnelian_status;
use carnelian::composite::sealed_file::{HEADER_LEN, Header, Opener, Sealer, sealed_len};
use carnelian_ffi::Caller;
use core::ffi::c_int;

/// Writes the length of the sealed file of a plaintext of `len` bytes to `*file_len`.
///
/// Errors: `CARNELIAN_ERROR_LIMIT` if it is more than 2^64 - 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_sealed_file_len(len: u64, file_len: *mut u64) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(file_len)], || {
        caller.place(file_len)?.write(sealed_len(len).ok_or(carnelian_status::CARNELIAN_ERROR_LIMIT)?);
        Ok(())
    })
}

/// Writes the length of the plaintext of a sealed file of `file_len` bytes to `*len`.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` if no sealed file has this length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_sealed_file_plaintext_len(file_len: u64, len: *mut u64) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(len)], || {
        caller.place(len)?.write(plaintext_len(file_len).ok_or(carnelian_status::CARNELIAN_ERROR_LENGTH)?);
        Ok(())
    })
}

/// Reads a header, the first 96 bytes of a sealed file: writes 1 to `*by_passphrase` and what the passphrase costs to
/// `*cost` if the file is sealed with a passphrase; zeros if it is sealed with a key. A header is not authenticated until
/// the file is opened.
///
/// Errors: `CARNELIAN_ERROR_ENCODING` if it is not a header of this version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_sealed_file_read_header(
    header: *const u8,
    by_passphrase: *mut c_int,
    cost: *mut carnelian_argon2_cost,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(by_passphrase), whole(cost)], || {
        let found = Header::from_bytes(caller.array(header)?)?.passphrase_cost();
        caller.place(by_passphrase)?.write(found.is_some().into());
        caller.place(cost)?.write(carnelian_argon2_cost {
            memory_kib: found.map_or(0, |cost| cost.memory_kib()),
            passes: found.map_or(0, |cost| cost.passes()),
            lanes: found.map_or(0, |cost| cost.lanes()),
        });
        Ok(())
    })
}

/// Seals a plaintext as a file that a key of 32 uniform bytes opens. `sealed_len` is what `carnelian_sealed_file_len`
/// says; the two must not overlap. `random` is the random source, NULL that of the operating system. Takes time that
/// depends only on the length.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for another `sealed_len`; `CARNELIAN_ERROR_RANDOM`, `CARNELIAN_ERROR_OVERLAP`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_sealed_file_seal(
    key: *const u8,
    random: *const carnelian_random_source,
    plaintext: *const u8,
    plaintext_len: usize,
    sealed: *mut u8,
    sealed_len: usize,
) -> carnelian_status {
    let caller = caller!();
    seal(&caller, &Access::Key(key), (plaintext, plaintext_len), (sealed, sealed_len), random)
}

/// Seals a plaintext as a file that a passphrase, of any length, opens, at a cost of each guess, NULL for 256 MiB, three
/// passes and four lanes. `sealed_len` is what `carnelian_sealed_file_len` says; the two must not overlap. `random` is the
/// random source, NULL that of the operating system.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for another `sealed_len`; `CARNELIAN_ERROR_ARGUMENT` for a cost that Argon2 does not
/// allow; `CARNELIAN_ERROR_RANDOM`, `CARNELIAN_ERROR_MEMORY`, `CARNELIAN_ERROR_OVERLAP`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_sealed_file_seal_with_passphrase(
    passphrase: *const u8,
    passphrase_len: usize,
    cost: *const carnelian_argon2_cost,
    random: *const carnelian_random_source,
    plaintext: *const u8,
    plaintext_len: usize,
    sealed: *mut u8,
    sealed_len: usize,
) -> carnelian_status {
    let caller = caller!();
    let access = Access::Passphrase(passphrase, passphrase_len, cost);
    seal(&caller, &access, (plaintext, plaintext_len), (sealed, sealed_len), random)
}

/// Opens a file that was sealed with a key of 32 bytes. `plaintext_len` is what `carnelian_sealed_file_plaintext_len`
/// says; the two must not overlap.
///
/// Errors: `CARNELIAN_ERROR_KEY` if it was sealed with another key; `CARNELIAN_ERROR_KEY_KIND` if it was sealed with a
/// passphrase; `CARNELIAN_ERROR_AUTHENTICATION` if any bit of it has changed; `CARNELIAN_ERROR_ENCODING` if it is no
/// sealed file; `CARNELIAN_ERROR_LENGTH`, `CARNELIAN_ERROR_OVERLAP`. The plaintext is all zeros then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_sealed_file_open(
    key: *const u8,
    sealed: *const u8,
    sealed_len: usize,
    plaintext: *mut u8,
    plaintext_len: usize,
) -> carnelian_status {
    let caller = caller!();
    open(&caller, &Access::Key(key), (sealed, sealed_len), (plaintext, plaintext_len))
}

/// Opens a file that was sealed with a passphrase, which may cost as much as `largest_cost`; with NULL 1 GiB, 10 passes
/// and 255 lanes. `plaintext_len` is what `carnelian_sealed_file_plaintext_len` says; the two must not overlap.
///
/// Errors: `CARNELIAN_ERROR_PASSPHRASE` if it was sealed with another passphrase; `CARNELIAN_ERROR_KEY_KIND` if it was
/// sealed with a key; `CARNELIAN_ERROR_COST` if it costs more; `CARNELIAN_ERROR_AUTHENTICATION` if any bit of it has
/// changed; `CARNELIAN_ERROR_ENCODING` if it is no sealed file; `CARNELIAN_ERROR_MEMORY`, `CARNELIAN_ERROR_LENGTH`,
/// `CARNELIAN_ERROR_OVERLAP`. The plaintext is all zeros then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_sealed_file_open_with_passphrase(
    passphrase: *const u8,
    passphrase_len: usize,
    largest_cost: *const carnelian_argon2_cost,
    sealed: *const u8,
    sealed_len: usize,
    plaintext: *mut u8,
    plaintext_len: usize,
) -> carnelian_status {
    let caller = caller!();
    let access = Access::Passphrase(passphrase, passphrase_len, largest_cost);
    open(&caller, &access, (sealed, sealed_len), (plaintext, plaintext_len))
}

type Input = (*const u8, usize);
type Output = (*mut u8, usize);

fn seal(
    caller: &Caller,
    access: &Access,
    plaintext: Input,
    sealed: Output,
    random: *const carnelian_random_source,
) -> carnelian_status {
    zeroing(caller, [sealed], || {
        needs(sealed_len(plaintext.1 as u64) == Some(sealed.1 as u64))?;
        apart(plaintext.0, plaintext.1, sealed.0, sealed.1)?;
        let plaintext = caller.bytes(plaintext.0, plaintext.1)?;
        caller.output(sealed.0, sealed.1)?;
        seal_chunks(access.sealer(caller, random)?, plaintext, caller.output(sealed.0, sealed.1)?)
    })
}

/// Writes a file; `sealed` has its length.
fn seal_chunks(mut sealer: Sealer, plaintext: &[u8], sealed: &mut [u8]) -> Result<(), carnelian_status> {
    let (header, mut sealed) =
        sealed.split_first_chunk_mut::<HEADER_LEN>().ok_or(carnelian_status::CARNELIAN_ERROR_LENGTH)?;
    *header = sealer.header();
    let mut rest = plaintext;
    while let Some((chunk, after)) = rest.split_first_chunk()
        && !after.is_empty()
    {
        let (to, after_it) = sealed.split_first_chunk_mut().ok_or(carnelian_status::CARNELIAN_ERROR_LENGTH)?;
        sealer.seal_next_to(chunk, to)?;
        (rest, sealed) = (after, after_it);
    }
    Ok(sealer.seal_last_to(rest, sealed)?)
}

fn open(caller: &Caller, access: &Access, sealed: Input, plaintext: Output) -> carnelian_status {
    zeroing(caller, [plaintext], || {
        apart(sealed.0, sealed.1, plaintext.0, plaintext.1)?;
        let file = caller.bytes(sealed.0, sealed.1)?;
        let (header, chunks) = file.split_first_chunk().ok_or(carnelian_status::CARNELIAN_ERROR_ENCODING)?;
        let header = Header::from_bytes(header)?;
        match plaintext_len(sealed.1 as u64) {
            Some(len) => needs(len == plaintext.1 as u64)?,
            // A file whose last chunk is cut off in its tag.
            None => return Err(carnelian_status::CARNELIAN_ERROR_AUTHENTICATION),
        }
        caller.output(plaintext.0, plaintext.1)?;
        open_chunks(access.opener(caller, &header)?, chunks, caller.output(plaintext.0, plaintext.1)?)
    })
}

/// Opens the chunks of a file; `plaintext` has its length.
fn open_chunks(mut opener: Opener, chunks: &[u8], plaintext: &mut [u8]) -> Result<(), carnelian_status> {
    let (mut sealed, mut unfilled) = (chunks, plaintext);
    while let Some((chunk, after)) = sealed.split_first_chunk()
        && !after.is_empty()
    {
        let (to, rest) = unfilled.split_first_chunk_mut().ok_or(carnelian_status::CARNELIAN_ERROR_LENGTH)?;
        opener.open_next_to(chunk, to)?;
        (sealed, unfilled) = (after, rest);
    }
    Ok(opener.open_last_to(sealed, unfilled)?)
}
