//! Many independent messages, side by side in the lanes of a vector.
//!
//! Messages may have any lengths. Each lane works through one message: its whole blocks where they lie, then one or two
//! padded blocks. Lanes that advance together advance by as many blocks as the shortest has at hand; a lane that is
//! done takes the next message. Which lane waits for which depends on the lengths alone.

use super::kernel::{self, BLOCK_LEN, Backend, Block, State};
use super::{output, pad};
use crate::base::memory::wipe;

/// The most lanes that any kernel has.
const MOST_LANES: usize = 8;

/// `digests[i]` becomes the digest of `messages[i]`; both have the same length.
pub(super) fn digest_all<const LEN: usize>(
    backend: Backend,
    initial: &State,
    messages: &[&[u8]],
    digests: &mut [[u8; LEN]],
) {
    let pays_from = backend.lanes_pay_from();
    let mut waiting = messages.iter().zip(digests);
    let mut lanes = [const { Lane::IDLE }; MOST_LANES];
    let mut places: [Option<&mut [u8; LEN]>; MOST_LANES] = [const { None }; MOST_LANES];
    loop {
        let mut busy = 0;
        for (lane, place) in lanes.iter_mut().zip(&mut places) {
            if place.is_none()
                && let Some((message, digest)) = waiting.next()
            {
                lane.start(message, initial);
                *place = Some(digest);
            }
            busy += usize::from(place.is_some());
        }
        match busy {
            0 => return,
            _ if busy >= pays_from.x8 => advance(&mut lanes, |s, b| kernel::compress_x8(backend, s, b)),
            _ if busy >= pays_from.x4 => advance(&mut lanes, |s, b| kernel::compress_x4(backend, s, b)),
            _ => advance(&mut lanes, |[state], [blocks]| kernel::compress(backend, state, blocks)),
        }
        for (lane, place) in lanes.iter().zip(&mut places) {
            if !lane.is_busy()
                && let Some(digest) = place.take()
            {
                *digest = output(&lane.state);
            }
        }
    }
}

/// Advances the first `N` busy lanes, at least one, by as many blocks as all of them have at hand. Where fewer than `N`
/// are busy, the kernel takes the blocks of a busy lane into states that nobody looks at.
fn advance<const N: usize>(lanes: &mut [Lane<'_>; MOST_LANES], compress: impl Fn([&mut State; N], [&[Block]; N])) {
    let mut busy = lanes.iter_mut().filter(|lane| lane.is_busy());
    let mut picked: [Option<&mut Lane<'_>>; N] = core::array::from_fn(|_| busy.next());
    let Some(count) = picked.iter().flatten().map(|lane| lane.at_hand().len()).min() else { return };

    let mut spare = [[0; 8]; N];
    let mut states = spare.each_mut();
    let mut blocks: [&[Block]; N] = [&[]; N];
    for (i, lane) in picked.iter_mut().flatten().enumerate() {
        (states[i], blocks[i]) = lane.split(count);
    }
    let filler = blocks[0];
    compress(states, blocks.map(|blocks| if blocks.is_empty() { filler } else { blocks }));
    for lane in picked.into_iter().flatten() {
        lane.skip(count);
    }
}

/// A message that is being taken in, or nothing.
struct Lane<'m> {
    state: State,
    /// The whole blocks that are still to be taken in.
    body: &'m [Block],
    /// After those, the blocks with the padding, of which those in `padded` are still to be taken in.
    last: [Block; 2],
    padded: core::ops::Range<usize>,
}

impl<'m> Lane<'m> {
    const IDLE: Self = Self { state: [0; 8], body: &[], last: [[0; BLOCK_LEN]; 2], padded: 0..0 };

    fn start(&mut self, message: &'m [u8], initial: &State) {
        let (body, rest) = message.as_chunks();
        self.state = *initial;
        self.body = body;
        self.padded = 0..pad(&mut self.last, rest, message.len() as u128);
    }

    /// The padded blocks are the last to go.
    fn is_busy(&self) -> bool {
        !self.padded.is_empty()
    }

    /// The blocks that come next and lie one behind the other.
    fn at_hand(&self) -> &[Block] {
        if self.body.is_empty() { &self.last[self.padded.clone()] } else { self.body }
    }

    /// The state, and the next `count` of the blocks at hand.
    fn split(&mut self, count: usize) -> (&mut State, &[Block]) {
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

impl Drop for Lane<'_> {
    fn drop(&mut self) {
        wipe(&mut self.state);
        wipe(self.last.as_flattened_mut());
    }
}
