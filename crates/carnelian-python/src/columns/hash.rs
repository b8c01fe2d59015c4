//! Digests and tags of columns.

use super::answer::{Strings, Target};
use super::column::{Column, Content, Rows};
use super::function;
use super::patience::Patience;
use super::threads::Threads;
use crate::buffer::Input;
use crate::length::Length;
use pyo3::prelude::*;

/// Returns the digest of every message of a column by the hash function *name*, on all cores.
///
/// *messages* is a list of objects with the buffer protocol, an array of NumPy with a message in each row, or an array
/// or a chunked array of any library that knows Arrow. The answer is a list of ``bytes``, an array of shape ``(n,
/// length)`` or a `Column`; None and null stay null. *out* is a writable buffer that takes an answer without nulls.
///
/// >>> import carnelian
/// >>> [digest.hex()[:8] for digest in carnelian.hash_batch("sha256", [b"one", b"two"])]
/// ['7692c3ad', '3fc4ccfe']
///
/// The names are those of `hashlib`. *length* is the length of digests of SHAKE, and of BLAKE2 if it is not the
/// longest.
#[pyfunction]
#[pyo3(signature = (name, messages, /, *, length=None, threads=None, out=None))]
pub(super) fn hash_batch<'py>(
    py: Python<'py>,
    name: &str,
    messages: &Bound<'py, PyAny>,
    length: Option<Length>,
    threads: Option<usize>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let chosen = function::choose(name, length.map(|Length(len)| len))?;
    let messages = Column::many(Content::Messages, messages)?;
    let target = Target { kind: messages.kind(), out };
    let (rows, threads) = (messages.messages()?, Threads::asked(threads)?);
    let mut digests = target.draft(py, messages.len(), chosen.digest_len)?;
    let strings = digests.strings();
    py.detach(|| for_all(threads, &rows, strings, &chosen.digest_all))?;
    target.strings(py, digests)
}

/// Returns the tag of every message of a column by HMAC with the hash function *name* and one *key*, on all cores.
///
/// Messages and answers are those of `hash_batch`.
///
/// >>> import carnelian
/// >>> carnelian.hmac_batch("sha256", b"key", [b"message"])[0].hex()[:8]
/// '6e9ef29b'
#[pyfunction]
#[pyo3(signature = (name, key, messages, /, *, threads=None, out=None))]
pub(super) fn hmac_batch<'py>(
    py: Python<'py>,
    name: &str,
    key: Input<'_>,
    messages: &Bound<'py, PyAny>,
    threads: Option<usize>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let function = function::for_hmac(name)?;
    let messages = Column::many(Content::Messages, messages)?;
    let target = Target { kind: messages.kind(), out };
    let (rows, threads) = (messages.messages()?, Threads::asked(threads)?);
    let mut tags = target.draft(py, messages.len(), function.digest_len)?;
    let strings = tags.strings();
    let key = (function.hmac)(key.bytes());
    let mac_all = |messages: &[&[u8]], tags: &mut [u8]| {
        for (message, tag) in messages.iter().zip(tags.chunks_mut(function.digest_len)) {
            key.mac(message, tag);
        }
    };
    py.detach(|| for_all(threads, &rows, strings, &mac_all))?;
    target.strings(py, tags)
}

/// The largest number of messages that a thread takes at a time.
const MOST: usize = 512;

/// The number of messages that fill the lanes of any vector.
const LANES: usize = 16;

/// The number of messages between two looks at the user's signals.
const STRETCH: usize = 1 << 17;

/// The number of messages, and of bytes in them, up to which another thread costs more time than it saves.
const MOST_ALONE: usize = 256;
const BYTES_ALONE: usize = 1 << 15;

/// Returns the number of bytes in all messages.
fn bytes_of(rows: &Rows<'_>) -> usize {
    (0..rows.len).filter_map(|row| rows.row(row)).fold(0, |sum, message| sum.saturating_add(message.len()))
}

/// Calls `work` with messages and the strings that belong to them, on several threads. A null message has a null
/// string.
fn for_all(
    threads: Threads,
    rows: &Rows<'_>,
    mut strings: Strings<'_>,
    work: &(impl Fn(&[&[u8]], &mut [u8]) + Sync),
) -> PyResult<()> {
    let width = strings.width;
    let shares = threads.count() * 4;
    let each = match rows.len {
        len @ ..=MOST_ALONE if bytes_of(rows) <= BYTES_ALONE => len,
        len => len.div_ceil(shares).next_multiple_of(LANES).clamp(LANES, MOST),
    };
    let part = |first: usize, bytes: &mut [u8], is_null: &mut [bool]| {
        let mut messages = Vec::with_capacity(is_null.len());
        for (row, is_null) in (first..).zip(is_null.iter_mut()) {
            let message = rows.row(row);
            *is_null = message.is_none();
            messages.push(message.unwrap_or_default());
        }
        work(&messages, bytes);
        for (string, _) in bytes.chunks_mut(width).zip(is_null).filter(|(_, is_null)| **is_null) {
            string.fill(0);
        }
    };
    if rows.len <= each {
        part(0, strings.bytes, strings.is_null);
        return Ok(());
    }
    let mut patience = Patience::new();
    for (number, (bytes, is_null)) in strings.parts(STRETCH).enumerate() {
        let parts = bytes.chunks_mut(each * width).zip(is_null.chunks_mut(each));
        threads.for_each(parts, |at, (bytes, is_null)| part(number * STRETCH + at * each, bytes, is_null));
        patience.check()?;
    }
    Ok(())
}
