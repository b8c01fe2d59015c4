//! Files of any length through functions of the caller, in constant memory.
#![allow(unsafe_code)] // The entry points take the promise of callers in C, and call their functions.

use super::Access;
use crate::argon2::carnelian_argon2_cost;
use crate::outputs::reporting;
use crate::random::carnelian_random_source;
use crate::status::carnelian_status;
use carnelian::composite::sealed_file::{CHUNK_LEN, Header, HeaderError, OpenError, OpenReader, SealError, SealWriter};
use carnelian::secret::wipe;
use carnelian_ffi::Caller;
use core::ffi::c_void;
use std::io::{self, BufRead, Read, Write};

/// Where bytes come from.
#[repr(C)]
pub struct carnelian_reader {
    /// Reads at most `buffer_len` bytes, which is not 0, to `buffer`, and returns their number: 0 only at the end, a
    /// negative number for a failure.
    pub read: Option<unsafe extern "C" fn(context: *mut c_void, buffer: *mut u8, buffer_len: usize) -> isize>,
    /// The first argument of each call.
    pub context: *mut c_void,
}

/// Where bytes go.
#[repr(C)]
pub struct carnelian_writer {
    /// Writes at least one and at most `data_len` bytes, which is not 0, from `data`, and returns their number; 0 or a
    /// negative number for a failure.
    pub write: Option<unsafe extern "C" fn(context: *mut c_void, data: *const u8, data_len: usize) -> isize>,
    /// The first argument of each call.
    pub context: *mut c_void,
}

/// A reader of the caller, whose function is there.
struct Input<'c>(&'c carnelian_reader);

/// A writer of the caller, whose function is there.
struct Output<'c>(&'c carnelian_writer);

impl Read for Input<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        let read = self.0.read.ok_or(io::ErrorKind::InvalidInput)?;
        // SAFETY: by the caller's promise the function takes its context and writes within the buffer that it is given.
        let count = unsafe { read(self.0.context, buffer.as_mut_ptr(), buffer.len()) };
        counted(count, buffer.len())
    }
}

impl Write for Output<'_> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        if data.is_empty() {
            return Ok(0);
        }
        let write = self.0.write.ok_or(io::ErrorKind::InvalidInput)?;
        // SAFETY: by the caller's promise the function takes its context and reads within the data that it is given.
        let count = unsafe { write(self.0.context, data.as_ptr(), data.len()) };
        counted(count, data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the number of bytes that a function says it has read or written, if it can be one.
fn counted(count: isize, at_most: usize) -> io::Result<usize> {
    usize::try_from(count).ok().filter(|count| *count <= at_most).ok_or_else(|| io::ErrorKind::Other.into())
}

/// Returns the status of an error of reading or writing.
fn status_of(error: &io::Error) -> carnelian_status {
    let Some(inner) = error.get_ref() else { return carnelian_status::CARNELIAN_ERROR_IO };
    let opening = inner.downcast_ref::<OpenError>().map(|error| (*error).into());
    let sealing = inner.downcast_ref::<SealError>().map(|error| (*error).into());
    let header = inner.downcast_ref::<HeaderError>().map(|error| (*error).into());
    opening.or(sealing).or(header).unwrap_or(carnelian_status::CARNELIAN_ERROR_IO)
}

/// Plaintext on its way, which is wiped.
struct Buffer(Vec<u8>);

impl Drop for Buffer {
    fn drop(&mut self) {
        wipe(&mut self.0);
    }
}

/// Returns the functions of the caller.
fn functions(
    caller: &Caller,
    input: *const carnelian_reader,
    output: *const carnelian_writer,
) -> Result<(Input<'_>, Output<'_>), carnelian_status> {
    let (input, output) = (caller.get(input)?, caller.get(output)?);
    if input.read.is_none() || output.write.is_none() {
        return Err(carnelian_status::CARNELIAN_ERROR_NULL);
    }
    Ok((Input(input), Output(output)))
}

fn seal(
    caller: &Caller,
    access: &Access,
    plaintext: *const carnelian_reader,
    sealed: *const carnelian_writer,
    random: *const carnelian_random_source,
) -> carnelian_status {
    reporting(|| {
        let (mut input, output) = functions(caller, plaintext, sealed)?;
        let file = SealWriter::new(output, access.sealer(caller, random)?);
        copy_sealed(&mut input, file).map_err(|error| status_of(&error))
    })
}

fn copy_sealed(input: &mut Input<'_>, mut file: SealWriter<Output<'_>>) -> io::Result<()> {
    let mut buffer = Buffer(vec![0; CHUNK_LEN]);
    loop {
        match input.read(&mut buffer.0)? {
            0 => return file.finish().map(drop),
            count => file.write_all(&buffer.0[..count])?,
        }
    }
}

fn open(
    caller: &Caller,
    access: &Access,
    sealed: *const carnelian_reader,
    plaintext: *const carnelian_writer,
) -> carnelian_status {
    reporting(|| {
        let (mut input, mut output) = functions(caller, sealed, plaintext)?;
        let header = Header::read_from(&mut input).map_err(|error| status_of(&error))?;
        let mut file = OpenReader::behind_header(input, access.opener(caller, &header)?);
        copy_opened(&mut file, &mut output).map_err(|error| status_of(&error))
    })
}

fn copy_opened(file: &mut OpenReader<Input<'_>>, output: &mut Output<'_>) -> io::Result<()> {
    loop {
        let verified = file.fill_buf()?;
        let count = verified.len();
        if count == 0 {
            return Ok(());
        }
        output.write_all(verified)?;
        file.consume(count);
    }
}

/// Seals what `plaintext` reads to its end, and writes the file that a key of 32 uniform bytes opens with `sealed`, in
/// constant memory. `random` is the random source, NULL that of the operating system.
///
/// Errors: `CARNELIAN_ERROR_IO` if a function fails, or returns a number that it cannot; `CARNELIAN_ERROR_RANDOM`. What
/// is written is not a complete file then, and does not open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_sealed_file_seal_stream(
    key: *const u8,
    random: *const carnelian_random_source,
    plaintext: *const carnelian_reader,
    sealed: *const carnelian_writer,
) -> carnelian_status {
    let caller = caller!();
    seal(&caller, &Access::Key(key), plaintext, sealed, random)
}

/// Seals what `plaintext` reads to its end, and writes the file that a passphrase opens with `sealed`, in constant
/// memory. `cost` is that of each guess, NULL for 256 MiB, three passes and four lanes; `random` is the random source,
/// NULL that of the operating system.
///
/// Errors: `CARNELIAN_ERROR_IO` if a function fails, or returns a number that it cannot; `CARNELIAN_ERROR_ARGUMENT` for a
/// cost that Argon2 does not allow; `CARNELIAN_ERROR_RANDOM`, `CARNELIAN_ERROR_MEMORY`. What is written is not a complete
/// file then, and does not open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_sealed_file_seal_stream_with_passphrase(
    passphrase: *const u8,
    passphrase_len: usize,
    cost: *const carnelian_argon2_cost,
    random: *const carnelian_random_source,
    plaintext: *const carnelian_reader,
    sealed: *const carnelian_writer,
) -> carnelian_status {
    let caller = caller!();
    seal(&caller, &Access::Passphrase(passphrase, passphrase_len, cost), plaintext, sealed, random)
}

/// Opens the file that `sealed` reads, which was sealed with a key of 32 bytes, and writes its plaintext with
/// `plaintext`, in constant memory. Every byte that is written is verified, but only `CARNELIAN_OK` says that they are
/// all of the file.
///
/// Errors: `CARNELIAN_ERROR_KEY` if it was sealed with another key; `CARNELIAN_ERROR_KEY_KIND` if it was sealed with a
/// passphrase; `CARNELIAN_ERROR_AUTHENTICATION` if any bit of it has changed, or if it was cut off;
/// `CARNELIAN_ERROR_ENCODING` if it is no sealed file; `CARNELIAN_ERROR_IO` if a function fails, or returns a number that
/// it cannot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_sealed_file_open_stream(
    key: *const u8,
    sealed: *const carnelian_reader,
    plaintext: *const carnelian_writer,
) -> carnelian_status {
    let caller = caller!();
    open(&caller, &Access::Key(key), sealed, plaintext)
}

/// Opens the file that `sealed` reads, which was sealed with a passphrase, and writes its plaintext with `plaintext`, in
/// constant memory. The passphrase may cost as much as `largest_cost`; with NULL 1 GiB, 10 passes and 255 lanes. Every
/// byte that is written is verified, but only `CARNELIAN_OK` says that they are all of the file.
///
/// Errors: `CARNELIAN_ERROR_PASSPHRASE` if it was sealed with another passphrase; `CARNELIAN_ERROR_KEY_KIND` if it was
/// sealed with a key; `CARNELIAN_ERROR_COST` if it costs more; `CARNELIAN_ERROR_AUTHENTICATION` if any bit of it has
/// changed, or if it was cut off; `CARNELIAN_ERROR_ENCODING` if it is no sealed file; `CARNELIAN_ERROR_IO` if a function
/// fails, or returns a number that it cannot; `CARNELIAN_ERROR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_sealed_file_open_stream_with_passphrase(
    passphrase: *const u8,
    passphrase_len: usize,
    largest_cost: *const carnelian_argon2_cost,
    sealed: *const carnelian_reader,
    plaintext: *const carnelian_writer,
) -> carnelian_status {
    let caller = caller!();
    open(&caller, &Access::Passphrase(passphrase, passphrase_len, largest_cost), sealed, plaintext)
}
