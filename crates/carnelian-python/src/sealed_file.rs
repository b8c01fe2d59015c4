//! `carnelian.sealed_file`: sealing and opening what Python's file objects read and write.

use crate::buffer::{self, Input};
use crate::error::{Class, Error, Result};
use crate::key_file::Text;
use carnelian::composite::sealed_file::{
    self, CHUNK_LEN, HEADER_LEN, Header, HeaderError, Key, OpenError, Opener, PASSPHRASE_COST, SEALED_CHUNK_LEN,
    SealError, Sealer, TAG_LEN,
};
use carnelian::kdf::argon2::{Limits, Params};
use carnelian::random::{OsRandom, Random};
use carnelian::secret::wipe;
use pyo3::exceptions::{PyBlockingIOError, PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The number of chunks that are processed together without the interpreter's lock: a mebibyte.
const CHUNKS: usize = 16;

crate::error::classes! {
    HeaderError => InvalidEncoding,
}

impl From<SealError> for Error {
    #[cold]
    fn from(error: SealError) -> Self {
        match error {
            SealError::Random(_) => Self::of(Class::RandomError, &error),
            SealError::Passphrase(error) => error.into(),
            _ => Self::of(Class::InvalidLength, &error),
        }
    }
}

impl From<OpenError> for Error {
    #[cold]
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Header(error) => error.into(),
            OpenError::Passphrase(error) => error.into(),
            OpenError::Damaged { .. } => Self::of(Class::InvalidTag, &error),
            OpenError::Length(error) => error.into(),
            _ => Self::of(Class::InvalidKey, &error),
        }
    }
}

/// The key or the passphrase of a file.
enum Protection {
    Key(Key),
    Passphrase(Text),
}

impl Protection {
    /// Takes exactly one of both arguments.
    fn new(key: Option<Input<'_>>, passphrase: Option<Text>) -> Result<Self> {
        match (key, passphrase) {
            (Some(key), None) => Ok(Self::Key(Key::new(key.secret("key")?.expose()))),
            (None, Some(passphrase)) => Ok(Self::Passphrase(passphrase)),
            _ => Err(PyTypeError::new_err("expected either key or passphrase").into()),
        }
    }

    fn sealer(&self, py: Python<'_>, cost: Params) -> Result<Sealer> {
        Ok(match self {
            Self::Key(key) => Sealer::new(key, &mut OsRandom).map_err(SealError::Random),
            Self::Passphrase(passphrase) => {
                let passphrase = passphrase.bytes();
                py.detach(|| Sealer::with_passphrase(passphrase, cost, &mut OsRandom))
            }
        }?)
    }

    fn opener(&self, py: Python<'_>, header: &Header, limits: &Limits) -> Result<Opener> {
        Ok(match self {
            Self::Key(key) => Opener::new(header, key),
            Self::Passphrase(passphrase) => {
                let passphrase = passphrase.bytes();
                py.detach(|| Opener::with_passphrase(header, passphrase, limits))
            }
        }?)
    }
}

/// Returns the cost of a passphrase, given in KiB, passes and lanes; the library's default for none.
fn cost_of(cost: Option<(u32, u32, u32)>) -> Result<Params> {
    match cost {
        None => Ok(PASSPHRASE_COST),
        Some((memory, passes, lanes)) => {
            Params::new(memory, passes, lanes).map_err(|error| PyValueError::new_err(error.to_string()).into())
        }
    }
}

/// Returns the limits of a passphrase's cost, given in the same way.
fn limits_of(most: Option<(u32, u32, u32)>) -> Limits {
    most.map_or_else(Limits::default, |(memory_kib, passes, lanes)| Limits { memory_kib, passes, lanes })
}

/// Bytes read from a file or to be written to one, wiped when dropped.
struct Buffer(Vec<u8>);

impl Buffer {
    /// Returns an empty buffer with room for `capacity` bytes, so that no copy of it is left where it was before.
    fn with_capacity(capacity: usize) -> Result<Self> {
        buffer::with_capacity(capacity).map(Self)
    }

    /// Removes the first `len` bytes, and wipes the places behind those that move up.
    fn remove(&mut self, len: usize) {
        let rest = self.0.len() - len;
        self.0.copy_within(len.., 0);
        wipe(&mut self.0[rest..]);
        self.0.truncate(rest);
    }

    /// Makes it `len` bytes long, and wipes those that it loses.
    fn resize(&mut self, len: usize) {
        if let Some(lost) = self.0.get_mut(len..) {
            wipe(lost);
        }
        self.0.resize(len, 0);
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        wipe(&mut self.0);
    }
}

/// A file object that is read.
struct Source<'py> {
    read: Bound<'py, PyAny>,
    is_at_end: bool,
}

impl<'py> Source<'py> {
    fn new(file: &Bound<'py, PyAny>) -> Result<Self> {
        Ok(Self { read: file.getattr("read")?, is_at_end: false })
    }

    /// Appends to `buffer` until it has `len` bytes or the file ends.
    fn fill(&mut self, buffer: &mut Buffer, len: usize) -> Result<()> {
        while !self.is_at_end && buffer.0.len() < len {
            let wanted = len - buffer.0.len();
            let piece = self.read.call1((wanted,))?;
            let piece: Input<'_> = piece.extract()?;
            let bytes = piece.bytes();
            if bytes.len() > wanted {
                return Err(PyValueError::new_err("read() returned more bytes than were asked for").into());
            }
            self.is_at_end = bytes.is_empty();
            buffer.0.extend_from_slice(bytes);
        }
        Ok(())
    }
}

/// A file object that is written, and the caller's function that is told about it.
struct Target<'py> {
    file: Bound<'py, PyAny>,
    write: Bound<'py, PyAny>,
    progress: Option<Bound<'py, PyAny>>,
    /// The number of bytes of plaintext so far.
    done: u64,
}

impl<'py> Target<'py> {
    fn new(file: &Bound<'py, PyAny>, progress: Option<Bound<'py, PyAny>>) -> Result<Self> {
        Ok(Self { file: file.clone(), write: file.getattr("write")?, progress, done: 0 })
    }

    /// Writes all of `bytes`; an unbuffered file may take fewer at a time.
    fn write(&self, py: Python<'py>, mut bytes: &[u8]) -> Result<()> {
        while !bytes.is_empty() {
            let written = self.write.call1((PyBytes::new(py, bytes),))?;
            if written.is_none() {
                // Most objects mean that they wrote everything; unbuffered files, that they wrote nothing.
                let unbuffered = py.import("io")?.getattr("RawIOBase")?;
                if self.file.is_instance(&unbuffered)? {
                    return Err(PyBlockingIOError::new_err("the target cannot take more bytes now").into());
                }
                return Ok(());
            }
            let written: usize = written.extract()?;
            if written == 0 || written > bytes.len() {
                return Err(PyValueError::new_err("write() returned an impossible number of bytes").into());
            }
            bytes = &bytes[written..];
        }
        Ok(())
    }

    /// Tells the caller that `plaintext` more bytes are done.
    fn tell(&mut self, plaintext: usize) -> Result<()> {
        self.done += plaintext as u64;
        if let Some(progress) = &self.progress {
            progress.call1((self.done,))?;
        }
        Ok(())
    }
}

/// Seals what *source* reads into what *target* writes, and returns the number of bytes that were read.
///
/// Both are binary file objects. The file is sealed with a *key* of 32 bytes or with a *passphrase*, whose *cost* is
/// the memory in KiB, the passes and the lanes of Argon2id. *progress* is called with the number of bytes done.
///
/// >>> import io
/// >>> from carnelian import sealed_file
/// >>> key = sealed_file.generate_key()
/// >>> sealed = io.BytesIO()
/// >>> sealed_file.seal(io.BytesIO(b"attack at dawn"), sealed, key=key)
/// 14
/// >>> sealed_file.open_bytes(sealed.getvalue(), key=key)
/// b'attack at dawn'
#[pyfunction]
#[pyo3(signature = (source, target, *, key = None, passphrase = None, cost = None, progress = None))]
fn seal<'py>(
    py: Python<'py>,
    source: Bound<'py, PyAny>,
    target: Bound<'py, PyAny>,
    key: Option<Input<'_>>,
    passphrase: Option<Text>,
    cost: Option<(u32, u32, u32)>,
    progress: Option<Bound<'py, PyAny>>,
) -> Result<u64> {
    let (mut source, mut target) = (Source::new(&source)?, Target::new(&target, progress)?);
    let mut sealer = Protection::new(key, passphrase)?.sealer(py, cost_of(cost)?)?;
    target.write(py, &sealer.header())?;
    // A byte more than is sealed at once shows that the last of the chunks is not the last of the file.
    let mut plain = Buffer::with_capacity(CHUNKS * CHUNK_LEN + 1)?;
    let mut sealed = Buffer::with_capacity(CHUNKS * SEALED_CHUNK_LEN)?;
    loop {
        source.fill(&mut plain, CHUNKS * CHUNK_LEN + 1)?;
        // All full chunks but the last of the file.
        let full = plain.0.len().saturating_sub(1) / CHUNK_LEN;
        sealed.resize(full * SEALED_CHUNK_LEN);
        let (whole, _) = plain.0.as_chunks::<CHUNK_LEN>();
        let (places, _) = sealed.0.as_chunks_mut::<SEALED_CHUNK_LEN>();
        py.detach(|| whole.iter().zip(places).try_for_each(|(chunk, place)| sealer.seal_next_to(chunk, place)))
            .map_err(|error| Error::of(Class::InvalidLength, &error))?;
        target.write(py, &sealed.0)?;
        plain.remove(full * CHUNK_LEN);
        if full > 0 {
            target.tell(full * CHUNK_LEN)?;
        }
        if source.is_at_end {
            break;
        }
    }
    sealed.resize(plain.0.len() + TAG_LEN);
    py.detach(|| sealer.seal_last_to(&plain.0, &mut sealed.0))?;
    target.write(py, &sealed.0)?;
    target.tell(plain.0.len())?;
    Ok(target.done)
}

/// Opens the sealed file that *source* reads into what *target* writes, and returns the number of bytes written.
///
/// Everything that is written is authentic, but if a later part of the file is damaged, *target* then holds the
/// beginning of the original: a caller that needs all or nothing discards it when an exception is raised. *max_cost*
/// limits the memory in KiB, the passes and the lanes of Argon2id that a file may ask for.
///
/// Raises InvalidTag if the file is damaged or cut off, InvalidKey if the key or the passphrase is another one,
/// InvalidEncoding if it is no sealed file.
#[pyfunction]
#[pyo3(signature = (source, target, *, key = None, passphrase = None, max_cost = None, progress = None))]
fn open<'py>(
    py: Python<'py>,
    source: Bound<'py, PyAny>,
    target: Bound<'py, PyAny>,
    key: Option<Input<'_>>,
    passphrase: Option<Text>,
    max_cost: Option<(u32, u32, u32)>,
    progress: Option<Bound<'py, PyAny>>,
) -> Result<u64> {
    let (mut source, mut target) = (Source::new(&source)?, Target::new(&target, progress)?);
    let protection = Protection::new(key, passphrase)?;
    let mut sealed = Buffer::with_capacity(CHUNKS * SEALED_CHUNK_LEN + 1)?;
    source.fill(&mut sealed, HEADER_LEN)?;
    let header = <&[u8; HEADER_LEN]>::try_from(&sealed.0[..]).map_err(|_| HeaderError::Truncated)?;
    let mut opener = protection.opener(py, &Header::from_bytes(header)?, &limits_of(max_cost))?;
    sealed.0.clear();
    let mut plain = Buffer::with_capacity(CHUNKS * CHUNK_LEN)?;
    loop {
        source.fill(&mut sealed, CHUNKS * SEALED_CHUNK_LEN + 1)?;
        let full = sealed.0.len().saturating_sub(1) / SEALED_CHUNK_LEN;
        plain.resize(full * CHUNK_LEN);
        let (whole, _) = sealed.0.as_chunks::<SEALED_CHUNK_LEN>();
        let (places, _) = plain.0.as_chunks_mut::<CHUNK_LEN>();
        py.detach(|| whole.iter().zip(places).try_for_each(|(chunk, place)| opener.open_next_to(chunk, place)))?;
        target.write(py, &plain.0)?;
        sealed.remove(full * SEALED_CHUNK_LEN);
        if full > 0 {
            target.tell(full * CHUNK_LEN)?;
        }
        if source.is_at_end {
            break;
        }
    }
    plain.resize(sealed.0.len().saturating_sub(TAG_LEN));
    py.detach(|| opener.open_last_to(&sealed.0, &mut plain.0))?;
    target.write(py, &plain.0)?;
    target.tell(plain.0.len())?;
    Ok(target.done)
}

/// Returns the sealed form of *data*, sealed with a *key* of 32 bytes or with a *passphrase*.
#[pyfunction]
#[pyo3(signature = (data, *, key = None, passphrase = None, cost = None))]
fn seal_bytes<'py>(
    py: Python<'py>,
    data: Input<'_>,
    key: Option<Input<'_>>,
    passphrase: Option<Text>,
    cost: Option<(u32, u32, u32)>,
) -> Result<Bound<'py, PyBytes>> {
    let mut sealer = Protection::new(key, passphrase)?.sealer(py, cost_of(cost)?)?;
    let data = data.bytes();
    let len = sealed_file::sealed_len(data.len() as u64).and_then(|len| usize::try_from(len).ok());
    let len = len.ok_or_else(|| PyMemoryError::new_err("the sealed form is larger than memory"))?;
    Ok(PyBytes::new_with(py, len, |out| {
        let sealed = py.detach(|| {
            let (header, out) = out.split_at_mut(HEADER_LEN);
            header.copy_from_slice(&sealer.header());
            let full = data.len().saturating_sub(1) / CHUNK_LEN;
            let (whole, last) = data.split_at(full * CHUNK_LEN);
            let (places, place) = out.split_at_mut(full * SEALED_CHUNK_LEN);
            let pairs = whole.as_chunks::<CHUNK_LEN>().0.iter().zip(places.as_chunks_mut::<SEALED_CHUNK_LEN>().0);
            for (chunk, place) in pairs {
                sealer.seal_next_to(chunk, place).map_err(SealError::TooLong)?;
            }
            sealer.seal_last_to(last, place)
        });
        Ok(sealed.map_err(Error::from)?)
    })?)
}

/// Returns what was sealed: all of it, or nothing.
///
/// Raises what ``open`` raises.
#[pyfunction]
#[pyo3(signature = (data, *, key = None, passphrase = None, max_cost = None))]
fn open_bytes<'py>(
    py: Python<'py>,
    data: Input<'_>,
    key: Option<Input<'_>>,
    passphrase: Option<Text>,
    max_cost: Option<(u32, u32, u32)>,
) -> Result<Bound<'py, PyBytes>> {
    let protection = Protection::new(key, passphrase)?;
    // A copy of what others may write: no byte is released that is not the one which was verified.
    let data = data.stable()?;
    let (header, sealed) = data.split_first_chunk::<HEADER_LEN>().ok_or(HeaderError::Truncated)?;
    let mut opener = protection.opener(py, &Header::from_bytes(header)?, &limits_of(max_cost))?;
    let full = sealed.len().saturating_sub(1) / SEALED_CHUNK_LEN;
    let (whole, last) = sealed.split_at(full * SEALED_CHUNK_LEN);
    let len = full * CHUNK_LEN + last.len().saturating_sub(TAG_LEN);
    Ok(PyBytes::new_with(py, len, |out| {
        let opened = py.detach(|| {
            let (places, place) = out.split_at_mut(full * CHUNK_LEN);
            let pairs = whole.as_chunks::<SEALED_CHUNK_LEN>().0.iter().zip(places.as_chunks_mut::<CHUNK_LEN>().0);
            let opened = pairs.into_iter().try_for_each(|(chunk, place)| opener.open_next_to(chunk, place));
            opened.and_then(|()| opener.open_last_to(last, place))
        });
        if opened.is_err() {
            wipe(out);
        }
        Ok(opened.map_err(Error::from)?)
    })?)
}

/// Returns a new key, 32 bytes.
#[pyfunction]
fn generate_key(py: Python<'_>) -> Result<Bound<'_, PyBytes>> {
    Ok(PyBytes::new_with(py, sealed_file::KEY_LEN, |key| Ok(OsRandom.fill(key).map_err(Error::from)?))?)
}

/// Returns the number of bytes in the sealed form of *length* bytes.
#[pyfunction]
#[pyo3(signature = (length, /))]
fn sealed_size(length: u64) -> Result<u64> {
    sealed_file::sealed_len(length)
        .ok_or_else(|| PyValueError::new_err("a sealed file holds at most 2**64 bytes").into())
}

/// Fills the module `carnelian.sealed_file`.
pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(seal, module)?)?;
    module.add_function(wrap_pyfunction!(open, module)?)?;
    module.add_function(wrap_pyfunction!(seal_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(open_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(generate_key, module)?)?;
    module.add_function(wrap_pyfunction!(sealed_size, module)?)
}
