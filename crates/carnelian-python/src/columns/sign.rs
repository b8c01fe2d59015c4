//! Columns of Ed25519 signatures and keys.

use super::answer::{Strings, Target};
use super::column::{Arrays, Column, Content, Rows};
use super::fault::Fault;
use super::patience::Patience;
use super::threads::Threads;
use crate::buffer::Input;
use crate::ed25519;
use crate::error::Error;
use carnelian::curve::ed25519::{SigningKey, from_seed_batch, generate_batch as generate_all, sign_batch as sign_all};
use carnelian::random::OsRandom;
use carnelian::secret::wipe;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// Signs a column of messages with Ed25519, on all cores; each signature is that of a single call.
///
/// *keys* are secret seeds of 32 bytes or `SigningKey` objects: one for all messages, or a column. *messages* is a
/// column, or one message for a column of keys. Columns and answers are those of `carnelian.hash_batch`.
///
/// >>> from carnelian import ed25519
/// >>> len(ed25519.sign_batch(bytes(32), [b"one", b"two"])[1])
/// 64
#[pyfunction]
#[pyo3(signature = (keys, messages, /, *, threads=None, out=None))]
pub(super) fn sign_batch<'py>(
    py: Python<'py>,
    keys: &Bound<'py, PyAny>,
    messages: &Bound<'py, PyAny>,
    threads: Option<usize>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keys = Column::of(Content::SigningKeys, keys)?;
    let messages = Column::of(Content::Messages, messages)?;
    let (len, kind) = match (&keys, &messages) {
        (Column::One(_), Column::One(_)) => return Err(Fault::NeedsColumn { column: "messages" }.into()),
        (Column::One(_), Column::Many(messages)) => (messages.len(), messages.kind()),
        (Column::Many(keys), Column::One(_)) => (keys.len(), keys.kind()),
        (Column::Many(keys), Column::Many(messages)) => {
            messages.check_len(keys.len())?;
            (keys.len(), keys.kind().max(messages.kind()))
        }
    };
    let work = Signing {
        key: match &keys {
            Column::One(seed) => Key::One(one_key(seed)?),
            Column::Many(seeds) => Key::Each(seeds.arrays()?),
        },
        message: match &messages {
            // Signing reads a message twice, and another content the second time would reveal the key.
            Column::One(message) => Message::One(message.bytes().to_vec()),
            Column::Many(messages) => Message::Each(messages.messages()?),
        },
    };
    let (target, threads) = (Target { kind, out }, Threads::asked(threads)?);
    let mut signatures = target.draft(py, len, 64)?;
    let strings = signatures.strings();
    py.detach(|| work.run(threads, strings))?;
    target.strings(py, signatures)
}

/// Returns the Ed25519 public key of every secret seed of a column, on all cores.
///
/// Columns and answers are those of `carnelian.hash_batch`.
///
/// >>> from carnelian import ed25519
/// >>> ed25519.derive_batch([bytes(32)])[0].hex()[:8]
/// '3b6a27bc'
#[pyfunction]
#[pyo3(signature = (seeds, /, *, threads=None, out=None))]
pub(super) fn derive_batch<'py>(
    py: Python<'py>,
    seeds: &Bound<'py, PyAny>,
    threads: Option<usize>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let seeds = Column::many(Content::Seeds, seeds)?;
    let (rows, threads) = (seeds.arrays::<32>()?, Threads::asked(threads)?);
    let target = Target { kind: seeds.kind(), out };
    let mut publics = target.draft(py, seeds.len(), 32)?;
    let strings = publics.strings();
    py.detach(|| {
        in_parts(threads, strings, |first, bytes, is_null| {
            let (numbers, keys) = derived(&rows, first, is_null);
            for (number, key) in numbers.into_iter().zip(keys) {
                bytes[number * 32..][..32].copy_from_slice(key.verifying_key().as_bytes());
            }
        })
    })?;
    target.strings(py, publics)
}

/// Returns *count* new signing keys of Ed25519.
///
/// >>> from carnelian import ed25519
/// >>> len(ed25519.generate_batch(3))
/// 3
///
/// Raises RandomError if the operating system's random source cannot deliver.
#[pyfunction]
#[pyo3(signature = (count, /))]
pub(super) fn generate_batch(py: Python<'_>, count: usize) -> PyResult<Vec<ed25519::SigningKey>> {
    let mut keys = Vec::new();
    keys.try_reserve_exact(count).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    while keys.len() < count {
        let some = (count - keys.len()).min(STRETCH);
        let some = py.detach(|| generate_all(some, &mut OsRandom)).map_err(Error::from)?;
        keys.extend(some.into_iter().map(ed25519::SigningKey));
        py.check_signals()?;
    }
    Ok(keys)
}

/// Derives the key from one seed for all rows.
fn one_key(seed: &Input<'_>) -> PyResult<SigningKey> {
    let seed = seed.secret::<32>("keys")?;
    Ok(SigningKey::from_seed(*seed.expose()))
}

/// One key for all messages, or a seed for each.
enum Key<'a> {
    One(SigningKey),
    Each(Arrays<'a, 32>),
}

/// One message for all keys, or one for each.
enum Message<'a> {
    One(Vec<u8>),
    Each(Rows<'a>),
}

struct Signing<'a> {
    key: Key<'a>,
    message: Message<'a>,
}

impl Signing<'_> {
    fn run(&self, threads: Threads, signatures: Strings<'_>) -> PyResult<()> {
        in_parts(threads, signatures, |first, bytes, is_null| self.sign_some(first, bytes, is_null))
    }

    /// Signs the messages from the row `first` on.
    fn sign_some(&self, first: usize, bytes: &mut [u8], is_null: &mut [bool]) {
        if let Message::Each(messages) = &self.message {
            (first..).zip(is_null.iter_mut()).for_each(|(row, is_null)| *is_null = messages.row(row).is_none());
        }
        let derived = match &self.key {
            Key::One(_) => ((0..is_null.len()).filter(|number| !is_null[*number]).collect(), Vec::new()),
            Key::Each(seeds) => derived(seeds, first, is_null),
        };
        let (numbers, keys): (Vec<usize>, Vec<SigningKey>) = derived;
        let mut at = 0;
        while at < numbers.len() {
            let count = self.write_some(first, &numbers[at..], keys.get(at..).unwrap_or_default(), bytes);
            at += count;
        }
    }

    /// Signs some of the messages of the rows `numbers`, at least one, and returns their number.
    fn write_some(&self, first: usize, numbers: &[usize], keys: &[SigningKey], bytes: &mut [u8]) -> usize {
        let messages = self.stable(first, numbers);
        let key = |at: usize| match &self.key {
            Key::One(key) => key,
            Key::Each(_) => &keys[at],
        };
        let pairs: Vec<_> = messages.iter().enumerate().map(|(at, message)| (key(at), message)).collect();
        for (number, signature) in numbers.iter().zip(sign_all(&pairs)) {
            bytes[number * 64..][..64].copy_from_slice(signature.as_bytes());
        }
        pairs.len()
    }

    /// Returns the messages of the first of the rows `numbers`: those of `bytes` objects where they are, others copied.
    fn stable(&self, first: usize, numbers: &[usize]) -> Messages<'_> {
        let mut messages = Messages { borrowed: Vec::new(), copies: Vec::new(), ends: Vec::new() };
        match &self.message {
            Message::One(message) => messages.borrowed.resize(numbers.len(), message.as_slice()),
            Message::Each(rows) => {
                for number in numbers {
                    let message = rows.row(first + number).unwrap_or_default();
                    if rows.is_stable {
                        messages.borrowed.push(message);
                        continue;
                    }
                    messages.copies.extend_from_slice(message);
                    messages.ends.push(messages.copies.len());
                    if messages.copies.len() >= COPIED {
                        break;
                    }
                }
            }
        }
        messages
    }
}

/// The number of bytes of messages from which no more are copied at a time.
const COPIED: usize = 1 << 18;

/// Messages that cannot change.
struct Messages<'a> {
    borrowed: Vec<&'a [u8]>,
    copies: Vec<u8>,
    /// The ends of the messages in `copies`.
    ends: Vec<usize>,
}

impl Messages<'_> {
    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = core::iter::once(0).chain(self.ends.iter().copied());
        let copies = starts.zip(&self.ends).map(|(start, end)| &self.copies[start..*end]);
        self.borrowed.iter().copied().chain(copies)
    }
}

/// Derives the keys of the rows from `first` on that are not null, sets `is_null` where they are, and returns the
/// numbers of the others.
fn derived(seeds: &Arrays<'_, 32>, first: usize, is_null: &mut [bool]) -> (Vec<usize>, Vec<SigningKey>) {
    let mut numbers = Vec::with_capacity(is_null.len());
    let mut copies = Vec::with_capacity(is_null.len());
    for (number, is_null) in is_null.iter_mut().enumerate() {
        match seeds.row(first + number) {
            Some(seed) if !*is_null => {
                numbers.push(number);
                copies.push(*seed);
            }
            _ => *is_null = true,
        }
    }
    let keys = from_seed_batch(&copies);
    wipe(copies.as_flattened_mut());
    (numbers, keys)
}

/// The number of rows that a thread takes at a time.
const EACH: usize = 256;

/// The number of rows between two looks at the user's signals.
const STRETCH: usize = 64 * EACH;

/// Calls `work` with the number of the first row, the strings and the nulls of each part, on several threads, or on
/// this one if there is one part.
pub(super) fn in_parts(
    threads: Threads,
    mut strings: Strings<'_>,
    work: impl Fn(usize, &mut [u8], &mut [bool]) + Sync,
) -> PyResult<()> {
    let width = strings.width;
    let each = strings.is_null.len().div_ceil(threads.count() * 4).next_multiple_of(32).clamp(32, EACH);
    if strings.is_null.len() <= each {
        work(0, strings.bytes, strings.is_null);
        return Ok(());
    }
    let mut patience = Patience::new();
    for (number, (bytes, is_null)) in strings.parts(STRETCH).enumerate() {
        let parts = bytes.chunks_mut(each * width).zip(is_null.chunks_mut(each));
        threads.for_each(parts, |at, (bytes, is_null)| work(number * STRETCH + at * each, bytes, is_null));
        patience.check()?;
    }
    Ok(())
}
