//! Many independent messages, [interleaved](crate::hash::side_by_side) in the lanes of a vector: each lane absorbs the
//! whole blocks of a message directly from it, then one or two padded blocks.

use super::function::{Compression, Function, Lane};
use super::intake::digest_from;
use crate::error::LengthError;
use crate::hash::side_by_side;

/// Sets `digests[i]` to the digest of `messages[i]`, with at most `MAX` messages at once, the lanes of the widest
/// kernel.
///
/// # Errors
/// [`LengthError`] if the numbers of messages and digests differ; no digest is written then.
pub(in crate::hash) fn digest_all<F: Function, const MAX: usize>(
    messages: &[&[u8]],
    digests: &mut [F::Digest],
) -> Result<(), LengthError> {
    if messages.len() != digests.len() {
        let (expected, found) = (messages.len(), digests.len());
        return Err(LengthError { what: "digests of a batch", expected, found });
    }
    if let ([message], [digest]) = (messages, &mut *digests) {
        *digest = digest_from::<F>(F::INITIAL, 0, message);
    } else {
        let backend = F::Compression::choose();
        side_by_side::digest_all::<Lane<'_, F::Compression>, _, MAX>(
            messages,
            digests,
            |lane, message| lane.start(message, &F::INITIAL),
            |lanes| F::Compression::advance(backend, lanes),
            |lane, digest| *digest = F::leftmost(&lane.state),
        );
    }
    Ok(())
}
