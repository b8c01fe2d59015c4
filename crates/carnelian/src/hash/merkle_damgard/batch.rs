//! Many independent messages, [side by side](crate::hash::side_by_side) in the lanes of a vector: each lane works through
//! the whole blocks of a message where they lie, then one or two padded blocks.

use super::{Compression, HashValue, digest_from, pad};
use crate::base::memory::{wipe, wiping_stack};
use crate::error::LengthError;
use crate::hash::side_by_side;
use core::ops::Range;

/// `digests[i]` becomes the digest of `messages[i]`. `initial` is H⁽⁰⁾; no kernel has more than `MOST` lanes.
///
/// # Errors
/// [`LengthError`] if there are not as many digests as messages; no digest is written then.
pub(in crate::hash) fn digest_all<
    C: Compression<BLOCK_LEN>,
    const BLOCK_LEN: usize,
    const MOST: usize,
    const LEN: usize,
>(
    initial: C::State,
    messages: &[&[u8]],
    digests: &mut [[u8; LEN]],
) -> Result<(), LengthError> {
    if messages.len() != digests.len() {
        let (expected, found) = (messages.len(), digests.len());
        return Err(LengthError { what: "digests of a batch", expected, found });
    }
    if let ([message], [digest]) = (messages, &mut *digests) {
        *digest = digest_from::<C, BLOCK_LEN, LEN>(initial, 0, message);
    } else {
        let backend = C::choose();
        side_by_side::digest_all::<Lane<'_, C, BLOCK_LEN>, _, MOST>(
            messages,
            digests,
            |lane, message| lane.start(message, &initial),
            |lanes| C::advance(backend, lanes),
            |lane, digest| *digest = lane.state.leftmost(),
        );
    }
    Ok(())
}

/// Up to `MOST` messages that are being taken in.
pub(in crate::hash) type Lanes<'m, C, const BLOCK_LEN: usize, const MOST: usize> =
    side_by_side::Lanes<Lane<'m, C, BLOCK_LEN>, MOST>;

impl<C: Compression<BLOCK_LEN>, const BLOCK_LEN: usize, const MOST: usize> Lanes<'_, C, BLOCK_LEN, MOST> {
    /// Advances the first `N` busy lanes, at least one, by as many blocks as all of them have at hand. Where fewer than
    /// `N` are busy, the kernel takes the blocks of a busy lane into states that nobody looks at.
    pub(in crate::hash) fn advance<const N: usize>(
        &mut self,
        compress: impl Fn([&mut C::State; N], [&[[u8; BLOCK_LEN]]; N]),
    ) {
        let (mut picked, count) = self.pick::<N>();
        let mut spare = [C::State::ZERO; N];
        let mut states = spare.each_mut();
        let mut blocks: [&[[u8; BLOCK_LEN]]; N] = [&[]; N];
        for (i, lane) in picked.iter_mut().flatten().enumerate() {
            (states[i], blocks[i]) = lane.split(count);
        }
        let filler = blocks[0];
        compress(states, blocks.map(|blocks| if blocks.is_empty() { filler } else { blocks }));
        spare.iter_mut().for_each(C::State::wipe);
        for lane in picked.into_iter().flatten() {
            lane.skip(count);
        }
    }
}

/// A message that is being taken in, or nothing.
pub struct Lane<'m, C: Compression<BLOCK_LEN>, const BLOCK_LEN: usize> {
    state: C::State,
    /// The whole blocks that are still to be taken in.
    body: &'m [[u8; BLOCK_LEN]],
    /// After those, the blocks with the padding, of which those in `padded` are still to be taken in.
    last: [[u8; BLOCK_LEN]; 2],
    padded: Range<usize>,
}

impl<C: Compression<BLOCK_LEN>, const BLOCK_LEN: usize> side_by_side::Lane for Lane<'_, C, BLOCK_LEN> {
    const IDLE: Self = Self { state: C::State::ZERO, body: &[], last: [[0; BLOCK_LEN]; 2], padded: 0..0 };

    /// The padded blocks are the last to go.
    fn is_busy(&self) -> bool {
        !self.padded.is_empty()
    }

    fn at_hand(&self) -> usize {
        if self.body.is_empty() { self.padded.len() } else { self.body.len() }
    }
}

impl<'m, C: Compression<BLOCK_LEN>, const BLOCK_LEN: usize> Lane<'m, C, BLOCK_LEN> {
    /// The end of the message goes through registers, which may be spilled.
    fn start(&mut self, message: &'m [u8], initial: &C::State) {
        let (body, rest) = message.as_chunks();
        self.state = *initial;
        self.body = body;
        self.padded = 0..wiping_stack::<192, _>(|| pad(&mut self.last, rest, message.len() as u128, C::LENGTH_LEN));
    }

    /// The state, and the next `count` of the blocks at hand.
    fn split(&mut self, count: usize) -> (&mut C::State, &[[u8; BLOCK_LEN]]) {
        let at_hand = if self.body.is_empty() { &self.last[self.padded.clone()] } else { self.body };
        (&mut self.state, &at_hand[..count])
    }

    /// Leaves `count` of the blocks at hand behind.
    fn skip(&mut self, count: usize) {
        if self.body.is_empty() {
            self.padded.start += count;
        } else {
            self.body = &self.body[count..];
        }
    }
}

impl<C: Compression<BLOCK_LEN>, const BLOCK_LEN: usize> Drop for Lane<'_, C, BLOCK_LEN> {
    fn drop(&mut self) {
        self.state.wipe();
        wipe(self.last.as_flattened_mut());
    }
}
