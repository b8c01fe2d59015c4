//! Columns of signatures of one key: of ML-DSA and of SLH-DSA.

use super::answer::{Strings, Target, Verdict};
use super::column::{Column, Content, Rows};
use super::patience::Patience;
use super::threads::Threads;
use crate::buffer::{Input, repeated};
use crate::error::Result;
use crate::postquantum::signature::{Signer, Verifier};
use carnelian::postquantum::mldsa::Context;
use pyo3::prelude::*;
use std::borrow::Cow;

/// The arguments beside the columns.
pub(crate) struct Options<'a, 'py> {
    pub(crate) context: Input<'a>,
    pub(crate) threads: Option<usize>,
    pub(crate) out: Option<&'a Bound<'py, PyAny>>,
}

/// Verifies a column of signatures.
pub(crate) fn verify_column<'py, K: Verifier>(
    py: Python<'py>,
    key: &K,
    signatures: &Bound<'py, PyAny>,
    messages: &Bound<'py, PyAny>,
    options: &Options<'_, 'py>,
) -> Result<Bound<'py, PyAny>> {
    let context = options.context.stable()?;
    let context = Context::new(&context)?;
    let signatures = Column::many(Content::Signatures, signatures)?;
    let messages = Column::many(Content::Messages, messages)?;
    messages.check_len(signatures.len())?;
    let target = Target { kind: signatures.kind().max(messages.kind()), out: options.out };
    let question = Question { key, context, signatures: signatures.messages()?, messages: messages.messages()? };
    let mut verdicts = repeated(Verdict::Null, signatures.len())?;
    let threads = Threads::asked(options.threads)?;
    py.detach(|| question.answer(threads, &mut verdicts))?;
    Ok(target.verdicts(py, &verdicts)?)
}

/// Signs a column of messages.
pub(crate) fn sign_column<'py, K: Signer>(
    py: Python<'py>,
    key: &K,
    messages: &Bound<'py, PyAny>,
    options: &Options<'_, 'py>,
) -> Result<Bound<'py, PyAny>> {
    let context = options.context.stable()?;
    let context = Context::new(&context)?;
    let messages = Column::many(Content::Messages, messages)?;
    let target = Target { kind: messages.kind(), out: options.out };
    let (rows, threads) = (messages.messages()?, Threads::asked(options.threads)?);
    let mut signatures = target.draft(py, messages.len(), K::SIGNATURE_LEN)?;
    let strings = signatures.strings();
    py.detach(|| sign_all(threads, key, context, &rows, strings))?;
    Ok(target.strings(py, signatures)?)
}

struct Question<'a, K> {
    key: &'a K,
    context: Context<'a>,
    signatures: Rows<'a>,
    messages: Rows<'a>,
}

impl<K: Verifier> Question<'_, K> {
    fn answer(&self, threads: Threads, verdicts: &mut [Verdict]) -> PyResult<()> {
        let stretch = K::TOGETHER * threads.count();
        let mut patience = Patience::new();
        for (number, verdicts) in verdicts.chunks_mut(stretch).enumerate() {
            threads.run(|| self.answer_some(number * stretch, verdicts));
            patience.check()?;
        }
        Ok(())
    }

    /// Verifies the signatures from the row `first` on.
    fn answer_some(&self, first: usize, verdicts: &mut [Verdict]) {
        let mut given = Vec::with_capacity(verdicts.len());
        for (row, verdict) in (first..).zip(verdicts) {
            let (Some(signature), Some(message)) = (self.signatures.row(row), self.messages.row(row)) else { continue };
            *verdict = Verdict::Invalid;
            // A string that is no signature is that of no message.
            given.extend(K::signature(signature).ok().map(|signature| (verdict, message, signature)));
        }
        let items: Vec<_> = given.iter().map(|(_, message, signature)| (*message, signature)).collect();
        let verified = self.key.verify_batch(self.context, &items);
        for ((verdict, ..), is_valid) in given.iter_mut().zip(verified) {
            **verdict = Verdict::of(is_valid);
        }
    }
}

/// Signs the messages that are not null.
fn sign_all<K: Signer>(
    threads: Threads,
    key: &K,
    context: Context<'_>,
    rows: &Rows<'_>,
    mut strings: Strings<'_>,
) -> PyResult<()> {
    let stretch = K::TOGETHER * threads.count();
    let mut patience = Patience::new();
    for (number, (bytes, is_null)) in strings.parts(stretch).enumerate() {
        let messages: Vec<_> = (0..is_null.len()).map(|at| stable(rows, number * stretch + at)).collect();
        let given: Vec<&[u8]> = messages.iter().flatten().map(AsRef::as_ref).collect();
        let signed = threads.run(|| key.sign_batch(context, &given))?;
        let mut signed = signed.iter();
        for ((bytes, is_null), message) in bytes.chunks_exact_mut(K::SIGNATURE_LEN).zip(is_null).zip(&messages) {
            match message.as_ref().and_then(|_| signed.next()) {
                Some(signature) => bytes.copy_from_slice(signature.as_ref()),
                None => *is_null = true,
            }
        }
        patience.check()?;
    }
    Ok(())
}

/// Returns a message that cannot change while it is signed, unless it is null.
fn stable<'a>(rows: &'a Rows<'_>, row: usize) -> Option<Cow<'a, [u8]>> {
    rows.row(row).map(|message| match rows.is_stable {
        true => Cow::Borrowed(message),
        false => Cow::Owned(message.to_vec()),
    })
}
