//! Many independent messages, side by side in the lanes of a vector.
//!
//! Messages may have any lengths. Each lane works through one message: its whole blocks where they lie, then one or two
//! padded blocks. All busy lanes advance by as many blocks as the shortest has at hand; a lane that is done takes the
//! next message. Which lane waits for which depends on the lengths alone.

use super::kernel::{self, BLOCK_LEN, Backend, Block, State};
use super::{output, pad};
use crate::base::memory::wipe;

/// `digests[i]` becomes the digest of `messages[i]`; both have the same length.
pub(super) fn digest_all<const LEN: usize>(
    backend: Backend,
    initial: State,
    messages: &[&[u8]],
    digests: &mut [[u8; LEN]],
) {
    let pays_from = backend.lanes_pay_from();
    let mut waiting = messages.iter().enumerate().map(|(index, message)| Work::new(index, message, initial));
    let mut done = |work: &Work<'_>| digests[work.index] = output(&work.state);

    let left = run(&mut waiting, pays_from.x8, &mut done, |s, b| kernel::compress_x8(backend, s, b));
    let mut waiting = left.into_iter().flatten().chain(waiting);
    let left = run(&mut waiting, pays_from.x4, &mut done, |s, b| kernel::compress_x4(backend, s, b));
    for mut work in left.into_iter().flatten().chain(waiting) {
        while !work.is_done() {
            let at_hand = work.at_hand().len();
            let (state, blocks) = work.split(at_hand);
            kernel::compress(backend, state, blocks);
            work.advance(at_hand);
        }
        done(&work);
    }
}

/// Keeps `N` lanes busy from `waiting` as long as at least `pays_from` of them are, and gives back what is not done.
fn run<'m, const N: usize>(
    waiting: &mut impl Iterator<Item = Work<'m>>,
    pays_from: usize,
    done: &mut impl FnMut(&Work<'m>),
    compress: impl Fn([&mut State; N], [&[Block]; N]),
) -> [Option<Work<'m>>; N] {
    let mut lanes = [const { None }; N];
    if pays_from > N {
        return lanes;
    }
    let mut idle = [[0; 8]; N];
    loop {
        for lane in &mut lanes {
            if lane.is_none() {
                *lane = waiting.next();
            }
        }
        let busy = lanes.iter().flatten();
        let Some(count) = busy.clone().map(|work| work.at_hand().len()).min() else { return lanes };
        if busy.count() < pays_from {
            return lanes;
        }
        step(&mut lanes, &mut idle, count, &compress);
        for lane in &mut lanes {
            if let Some(work) = lane.take_if(|work| work.is_done()) {
                done(&work);
            }
        }
    }
}

/// Advances every busy lane by `count` blocks; an idle lane takes the blocks of a busy one into a state of its own.
fn step<const N: usize>(
    lanes: &mut [Option<Work<'_>>; N],
    idle: &mut [State; N],
    count: usize,
    compress: &impl Fn([&mut State; N], [&[Block]; N]),
) {
    let mut states = idle.each_mut();
    let mut blocks: [&[Block]; N] = [&[]; N];
    for ((lane, state), blocks) in lanes.iter_mut().zip(&mut states).zip(&mut blocks) {
        if let Some(work) = lane {
            (*state, *blocks) = work.split(count);
        }
    }
    let filler = blocks.into_iter().find(|blocks| !blocks.is_empty()).unwrap_or_default();
    compress(states, blocks.map(|blocks| if blocks.is_empty() { filler } else { blocks }));
    for work in lanes.iter_mut().flatten() {
        work.advance(count);
    }
}

/// A message that is being taken in.
struct Work<'m> {
    /// Its place among the messages.
    index: usize,
    state: State,
    /// The whole blocks that are still to be taken in.
    body: &'m [Block],
    /// After those, the last blocks with the padding, of which those in `padded` are still to be taken in.
    last: [Block; 2],
    padded: core::ops::Range<usize>,
}

impl<'m> Work<'m> {
    fn new(index: usize, message: &'m [u8], initial: State) -> Self {
        let (body, rest) = message.as_chunks();
        let mut last = [[0; BLOCK_LEN]; 2];
        let padded = 0..pad(&mut last, rest, message.len() as u128);
        Self { index, state: initial, body, last, padded }
    }

    fn is_done(&self) -> bool {
        self.body.is_empty() && self.padded.is_empty()
    }

    /// The blocks that lie one behind the other and come next.
    fn at_hand(&self) -> &[Block] {
        if self.body.is_empty() { &self.last[self.padded.clone()] } else { self.body }
    }

    /// The state, and the next `count` of the blocks at hand.
    fn split(&mut self, count: usize) -> (&mut State, &[Block]) {
        let at_hand = if self.body.is_empty() { &self.last[self.padded.clone()] } else { self.body };
        (&mut self.state, &at_hand[..count])
    }

    fn advance(&mut self, count: usize) {
        if self.body.is_empty() {
            self.padded.start += count;
        } else {
            self.body = &self.body[count..];
        }
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        wipe(&mut self.state);
        wipe(self.last.as_flattened_mut());
    }
}
