//! Columns of SLH-DSA signatures of one key.

use super::answer::{Strings, Target, Verdict};
use super::column::{Column, Content, Rows};
use super::pool::{Patience, pool};
use crate::buffer::{Input, repeated};
use crate::error::{Error, Result};
use carnelian::postquantum::slhdsa::{
    BatchItem, Context, Parameters, Signature, SigningKey, VerifyingKey, verify_batch,
};
use carnelian::random::OsRandom;
use pyo3::prelude::*;
use rayon::ThreadPool;

/// The arguments beside the columns.
pub(crate) struct Options<'a, 'py> {
    pub(crate) context: Input<'a>,
    pub(crate) threads: Option<usize>,
    pub(crate) out: Option<&'a Bound<'py, PyAny>>,
}

/// The number of signatures for each thread between two looks at the user's signals: as many as have lanes in a vector.
const VERIFIED: usize = 16;
/// The same where they are made, which takes about a hundred times as long.
const SIGNED: usize = 2;

/// Verifies a column of signatures.
pub(crate) fn verify_column<'py, P: Parameters>(
    py: Python<'py>,
    key: &VerifyingKey<P>,
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
    let pool = pool(options.threads)?;
    py.detach(|| question.answer(&pool, &mut verdicts))?;
    Ok(target.verdicts(py, &verdicts)?)
}

/// Signs a column of messages.
pub(crate) fn sign_column<'py, P: Parameters>(
    py: Python<'py>,
    key: &SigningKey<P>,
    messages: &Bound<'py, PyAny>,
    options: &Options<'_, 'py>,
) -> Result<Bound<'py, PyAny>> {
    let context = options.context.stable()?;
    let context = Context::new(&context)?;
    let messages = Column::many(Content::Messages, messages)?;
    let target = Target { kind: messages.kind(), out: options.out };
    let (rows, pool) = (messages.messages()?, pool(options.threads)?);
    let mut signatures = target.draft(py, messages.len(), P::SIGNATURE_LEN)?;
    let strings = signatures.strings();
    py.detach(|| sign_all(&pool, key, context, &rows, strings))?;
    Ok(target.strings(py, signatures)?)
}

struct Question<'a, P: Parameters> {
    key: &'a VerifyingKey<P>,
    context: Context<'a>,
    signatures: Rows<'a>,
    messages: Rows<'a>,
}

impl<P: Parameters> Question<'_, P> {
    fn answer(&self, pool: &ThreadPool, verdicts: &mut [Verdict]) -> PyResult<()> {
        let stretch = VERIFIED * pool.current_num_threads();
        let mut patience = Patience::new();
        for (number, verdicts) in verdicts.chunks_mut(stretch).enumerate() {
            pool.install(|| self.answer_some(number * stretch, verdicts));
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
            // A string of another length is the signature of no message.
            given.extend(Signature::try_from(signature).ok().map(|signature| (verdict, message, signature)));
        }
        let (key, context) = (self.key, self.context);
        let items = given.iter().map(|(_, message, signature)| BatchItem { key, context, message, signature });
        let verified = verify_batch(&items.collect::<Vec<_>>());
        for (at, (verdict, ..)) in given.iter_mut().enumerate() {
            **verdict = Verdict::of(verified.as_ref().map_or_else(|error| error.verdicts()[at].is_ok(), |()| true));
        }
    }
}

/// Signs the messages that are not null.
fn sign_all<P: Parameters>(
    pool: &ThreadPool,
    key: &SigningKey<P>,
    context: Context<'_>,
    rows: &Rows<'_>,
    mut strings: Strings<'_>,
) -> PyResult<()> {
    let stretch = SIGNED * pool.current_num_threads();
    let mut patience = Patience::new();
    for (number, (bytes, is_null)) in strings.parts(stretch).enumerate() {
        // Signing reads a message twice. The copies cannot change meanwhile.
        let messages: Vec<_> =
            (0..is_null.len()).map(|at| rows.row(number * stretch + at).map(<[u8]>::to_vec)).collect();
        let given: Vec<_> = messages.iter().flatten().map(Vec::as_slice).collect();
        let signed = pool.install(|| key.sign_batch(&mut OsRandom, context, &given)).map_err(Error::from)?;
        let mut signed = signed.iter();
        for ((bytes, is_null), message) in bytes.chunks_exact_mut(P::SIGNATURE_LEN).zip(is_null).zip(&messages) {
            match message.as_ref().and_then(|_| signed.next()) {
                Some(signature) => bytes.copy_from_slice(signature.as_ref()),
                None => *is_null = true,
            }
        }
        patience.check()?;
    }
    Ok(())
}
