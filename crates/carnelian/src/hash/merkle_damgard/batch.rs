//! Many independent messages, [interleaved](crate::hash::side_by_side) in the lanes of a vector: each lane absorbs the
//! whole blocks of a message directly from it, then one or two padded blocks.

use super::digest_from;
use super::function::{Compression, Function, State};
use crate::base::memory::{wipe, wiping_stack};
use crate::error::LengthError;
use crate::hash::side_by_side;
use core::ops::Range;

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

/// Up to `MAX` messages that are being absorbed.
pub(in crate::hash) type Lanes<'m, C, const MAX: usize> = side_by_side::Lanes<Lane<'m, C>, MAX>;

impl<C: Compression, const MAX: usize> Lanes<'_, C, MAX> {
    /// Advances the first `N` busy lanes, at least one, by as many blocks as all of them have available. If fewer than
    /// `N` are busy, the kernel absorbs the blocks of a busy lane into unused states.
    pub(in crate::hash) fn advance<const N: usize>(&mut self, compress: impl Fn([&mut State<C>; N], [&[C::Block]; N])) {
        let (mut picked, count) = self.pick::<N>();
        let mut spare = [[C::ZERO; 8]; N];
        let mut states = spare.each_mut();
        let mut blocks: [&[C::Block]; N] = [&[]; N];
        for (i, lane) in picked.iter_mut().flatten().enumerate() {
            (states[i], blocks[i]) = lane.split(count);
        }
        let filler = blocks[0];
        compress(states, blocks.map(|blocks| if blocks.is_empty() { filler } else { blocks }));
        wipe(spare.as_flattened_mut());
        for lane in picked.into_iter().flatten() {
            lane.skip(count);
        }
    }
}

/// A message that is being absorbed, or none.
pub struct Lane<'m, C: Compression> {
    state: State<C>,
    /// The whole blocks that are not absorbed yet.
    body: &'m [C::Block],
    /// The blocks with the padding, which follow; those in `padded` are not absorbed yet.
    last: [C::Block; 2],
    padded: Range<usize>,
}

impl<C: Compression> side_by_side::Lane for Lane<'_, C> {
    const IDLE: Self = Self { state: [C::ZERO; 8], body: &[], last: [C::EMPTY_BLOCK; 2], padded: 0..0 };

    /// The padded blocks come last.
    fn is_busy(&self) -> bool {
        !self.padded.is_empty()
    }

    fn at_hand(&self) -> usize {
        if self.body.is_empty() { self.padded.len() } else { self.body.len() }
    }
}

impl<'m, C: Compression> Lane<'m, C> {
    /// Starts a message. Its end passes through registers, which may be spilled.
    fn start(&mut self, message: &'m [u8], initial: &State<C>) {
        let (body, rest) = C::blocks(message);
        self.state = *initial;
        self.body = body;
        self.padded = 0..wiping_stack::<192, _>(|| C::pad(&mut self.last, rest, message.len() as u128));
    }

    /// Returns the state and the next `count` of the available blocks.
    fn split(&mut self, count: usize) -> (&mut State<C>, &[C::Block]) {
        let at_hand = if self.body.is_empty() { &self.last[self.padded.clone()] } else { self.body };
        (&mut self.state, &at_hand[..count])
    }

    /// Skips `count` of the available blocks.
    fn skip(&mut self, count: usize) {
        if self.body.is_empty() {
            self.padded.start += count;
        } else {
            self.body = &self.body[count..];
        }
    }
}

impl<C: Compression> Drop for Lane<'_, C> {
    fn drop(&mut self) {
        wipe(&mut self.state);
        wipe(C::bytes_mut(&mut self.last));
    }
}
