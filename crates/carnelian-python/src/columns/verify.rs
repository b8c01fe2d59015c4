//! Verification of columns of Ed25519 signatures.

use super::answer::{Target, Verdict};
use super::column::{Arrays, Column, Content, Rows};
use super::fault::Fault;
use super::patience::Patience;
use super::threads::Threads;
use crate::buffer::repeated;
use crate::ed25519;
use crate::error::Error;
use carnelian::curve::ed25519::{
    BatchItem, BatchKey, PreparedVerifyingKey, Rule, Signature, VerifyingKey, verify_batch_with, verify_with,
};
use pyo3::prelude::*;

/// Verifies a column of Ed25519 signatures, on all cores; each verdict is that of a single verification.
///
/// Each argument is a list of objects with the buffer protocol, an array of NumPy with a value in each row, or an array
/// or a chunked array of any library that knows Arrow; *keys* and *messages* can also be one value for all signatures.
/// The answer is a list of ``bool``, an array of NumPy or a `carnelian.Column`. Where a key, a message or a signature
/// is None or null, so is the verdict. *out* is a writable buffer of one byte per signature for an answer without
/// nulls.
///
/// >>> from carnelian import ed25519
/// >>> seeds = [bytes([number]) * 32 for number in range(3)]
/// >>> keys = ed25519.derive_batch(seeds)
/// >>> signatures = ed25519.sign_batch(seeds, [b"one", b"two", b"three"])
/// >>> ed25519.verify_batch(keys, [b"one", b"too", b"three"], signatures)
/// [True, False, True]
///
/// *rule* is ``"rfc8032"``, ``"zip215"``, ``"strict"`` or ``"cofactorless"``. Raises InvalidLength for a key or a
/// signature of another length, with the number of its row, and InvalidKey for one key that is not valid.
#[pyfunction]
#[pyo3(signature = (keys, messages, signatures, /, *, rule="rfc8032", threads=None, out=None))]
pub(super) fn verify_batch<'py>(
    py: Python<'py>,
    keys: &Bound<'py, PyAny>,
    messages: &Bound<'py, PyAny>,
    signatures: &Bound<'py, PyAny>,
    rule: &str,
    threads: Option<usize>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rule = ed25519::rule(rule)?;
    let keys = Column::of(Content::VerifyingKeys, keys)?;
    let messages = Column::of(Content::Messages, messages)?;
    let signatures = Column::many(Content::Signatures, signatures)?;
    let mut kind = signatures.kind();
    let key = match &keys {
        Column::One(key) => {
            let found = key.len();
            let bytes = key.bytes().try_into().map_err(|_| Fault::OneWidth { column: "keys", expected: 32, found })?;
            let key = VerifyingKey::from_bytes_for(rule, bytes).map_err(Error::from)?;
            Key::One(key)
        }
        Column::Many(keys) => {
            keys.check_len(signatures.len())?;
            kind = kind.max(keys.kind());
            Key::Each(keys.arrays()?)
        }
    };
    let message = match &messages {
        Column::One(message) => Message::One(message.bytes()),
        Column::Many(messages) => {
            messages.check_len(signatures.len())?;
            kind = kind.max(messages.kind());
            Message::Each(messages.messages()?)
        }
    };
    let question = Question { rule, key, message, signatures: signatures.arrays()? };
    let mut verdicts = repeated(Verdict::Null, signatures.len())?;
    let threads = Threads::asked(threads)?;
    py.detach(|| question.answer(threads, &mut verdicts))?;
    Target { kind, out }.verdicts(py, &verdicts)
}

/// One key for all signatures, or one for each.
enum Key<'a> {
    One(VerifyingKey),
    Each(Arrays<'a, 32>),
}

/// One message for all signatures, or one for each.
enum Message<'a> {
    One(&'a [u8]),
    Each(Rows<'a>),
}

struct Question<'a> {
    rule: Rule,
    key: Key<'a>,
    message: Message<'a>,
    signatures: Arrays<'a, 64>,
}

/// A row without a null. Keys and signatures are copied, since they are parsed.
struct Row<'a> {
    /// Zeros if one key is that of all rows.
    key: [u8; 32],
    message: &'a [u8],
    signature: Signature,
}

/// The number of signatures for each thread between two looks at the user's signals.
const FOR_EACH_THREAD: usize = 1 << 14;

/// The largest number of signatures that are verified together; the library combines no more in an equation. Threads
/// that finish early find more.
const TOGETHER: usize = 1024;

/// The least number of signatures for which another thread is worth its while.
const LEAST: usize = 64;

/// The number of signatures up to which another thread costs more time than it saves.
const FEW: usize = 4;

impl Question<'_> {
    /// Verifies all signatures on several threads, or a few on this one.
    fn answer(&self, threads: Threads, verdicts: &mut [Verdict]) -> PyResult<()> {
        if verdicts.len() <= FEW {
            for (row, verdict) in verdicts.iter_mut().enumerate() {
                *verdict = self.row(row).map_or(Verdict::Null, |row| Verdict::of(self.single(&row)));
            }
            return Ok(());
        }
        let prepared = match (&self.key, self.rule) {
            // These rules combine nothing, so that the tables of a prepared key are the faster way.
            (Key::One(key), Rule::Strict | Rule::Cofactorless) => Some(key.prepare()),
            _ => None,
        };
        let stretch = FOR_EACH_THREAD * threads.count();
        let each = verdicts.len().div_ceil(threads.count()).clamp(LEAST, TOGETHER);
        let mut patience = Patience::new();
        for (number, verdicts) in verdicts.chunks_mut(stretch).enumerate() {
            threads.for_each(verdicts.chunks_mut(each), |at, verdicts| {
                self.answer_some(prepared.as_ref(), number * stretch + at * each, verdicts);
            });
            patience.check()?;
        }
        Ok(())
    }

    /// Returns a row, unless something in it is null.
    fn row(&self, row: usize) -> Option<Row<'_>> {
        let key = match &self.key {
            Key::One(_) => [0; 32],
            Key::Each(keys) => *keys.row(row)?,
        };
        let message = match &self.message {
            Message::One(message) => message,
            Message::Each(messages) => messages.row(row)?,
        };
        Some(Row { key, message, signature: Signature::from_bytes(self.signatures.row(row)?) })
    }

    /// Verifies the signatures from the row `first` on.
    fn answer_some(&self, prepared: Option<&PreparedVerifyingKey>, first: usize, verdicts: &mut [Verdict]) {
        let rows: Vec<_> = (first..first + verdicts.len()).map(|row| self.row(row)).collect();
        let given: Vec<_> = rows.iter().flatten().collect();
        let valid: Vec<bool> = match prepared {
            Some(key) => {
                let verify = |row: &&Row<'_>| key.verify_with(self.rule, row.message, &row.signature).is_ok();
                given.iter().map(verify).collect()
            }
            None => self.combined(&given),
        };
        let verdicts = verdicts.iter_mut().zip(&rows).filter(|(_, row)| row.is_some());
        verdicts.zip(valid).for_each(|((verdict, _), is_valid)| *verdict = Verdict::of(is_valid));
    }

    /// Returns whether a row is valid.
    fn single(&self, row: &Row<'_>) -> bool {
        match &self.key {
            Key::One(key) => key.verify_with(self.rule, row.message, &row.signature).is_ok(),
            Key::Each(_) => verify_with(self.rule, &row.key, row.message, &row.signature).is_ok(),
        }
    }

    /// Returns whether each of `rows` is valid, by the batch verification of the library.
    fn combined(&self, rows: &[&Row<'_>]) -> Vec<bool> {
        let items = rows.iter().map(|row| {
            let key = match &self.key {
                Key::One(key) => BatchKey::from(key),
                Key::Each(_) => BatchKey::from(&row.key),
            };
            BatchItem::new(key, row.message, &row.signature)
        });
        let items: Vec<_> = items.collect();
        match verify_batch_with(self.rule, &items) {
            Ok(()) => vec![true; items.len()],
            Err(error) => error.verdicts().iter().map(Result::is_ok).collect(),
        }
    }
}
