//! Many messages at once: of BLAKE2b side by side, of BLAKE2s one after the other.

use super::function::{Function, Parameters};
use super::kernel::{self, Backend, Block64, Run, State64};
use super::{B, absorbing};
use crate::base::memory::wipe;
use crate::hash::side_by_side::{self, Lanes};
use core::slice::from_ref;

/// The most lanes that any kernel has.
const MOST_LANES: usize = 8;

/// `digests[i]` becomes the digest of `messages[i]`; there are as many of the one as of the other.
pub(super) fn digest_all_64<const LEN: usize>(messages: &[&[u8]], digests: &mut [[u8; LEN]]) {
    let backend = Backend::choose();
    let initial = B::initial(&Parameters::of_length(LEN as u8));
    let pays_from = backend.lanes_pay_from();
    let eight_at_once = if pays_from.x8 <= MOST_LANES { equally_long_eights(messages) } else { 0 };
    let (eights, messages) = messages.split_at(eight_at_once);
    let (digests_of_eights, digests) = digests.split_at_mut(eight_at_once);
    for (eight, digests) in eights.as_chunks().0.iter().zip(digests_of_eights.as_chunks_mut().0) {
        digest_eight(backend, initial, eight, digests);
    }
    side_by_side::digest_all::<Lane<'_>, _, MOST_LANES>(
        messages,
        digests,
        |lane, message| lane.start(message, initial),
        |lanes| match lanes.busy() {
            busy if busy >= pays_from.x8 => advance(lanes, |h, runs| kernel::compress_64_x8(backend, h, runs)),
            busy if busy >= pays_from.x4 => advance(lanes, |h, runs| kernel::compress_64_x4(backend, h, runs)),
            _ => advance(lanes, |[h], [run]| kernel::compress_64(backend, h, run)),
        },
        |lane, digest| B::output(&lane.h, digest),
    );
}

/// How many messages at the start stand in eights of one length.
fn equally_long_eights(messages: &[&[u8]]) -> usize {
    let eights = messages.as_chunks::<MOST_LANES>().0.iter();
    MOST_LANES * eights.take_while(|eight| eight.iter().all(|message| message.len() == eight[0].len())).count()
}

/// Messages of one length, which need nobody to say whose turn it is.
fn digest_eight<const LEN: usize>(
    backend: Backend,
    initial: State64,
    messages: &[&[u8]; MOST_LANES],
    digests: &mut [[u8; LEN]; MOST_LANES],
) {
    let length = messages[0].len();
    let body_len = absorbing::body_len::<B>(length);
    let mut states = [initial; MOST_LANES];
    if body_len > 0 {
        let counter = B::BLOCK_LEN as u64;
        let bodies = messages.map(|message| B::blocks(&message[..body_len]).0);
        let runs = bodies.map(|blocks| Run { blocks, counter, is_last: false });
        kernel::compress_64_x8(backend, states.each_mut(), runs);
    }
    let mut padded = [B::EMPTY_BLOCK; MOST_LANES];
    let mut last: [&[Block64]; MOST_LANES] = messages.map(|message| B::blocks(&message[body_len..]).0);
    if last[0].is_empty() {
        for (block, message) in padded.iter_mut().zip(messages) {
            block[..length - body_len].copy_from_slice(&message[body_len..]);
        }
        last = padded.each_ref().map(from_ref);
    }
    let runs = last.map(|blocks| Run { blocks, counter: length as u64, is_last: true });
    kernel::compress_64_x8(backend, states.each_mut(), runs);
    for (h, digest) in states.iter().zip(digests) {
        B::output(h, digest);
    }
    wipe(padded.as_flattened_mut());
    wipe(states.as_flattened_mut());
}

/// The same one by one.
pub(super) fn digest_each<F: Function, const LEN: usize>(messages: &[&[u8]], digests: &mut [[u8; LEN]]) {
    let parameters = Parameters::<F>::of_length(LEN as u8);
    for (message, digest) in messages.iter().zip(digests) {
        absorbing::digest_into(&parameters, message, digest);
    }
}

/// Advances the first `N` busy lanes. Where there are fewer, the kernel takes the blocks of one of them into hash values
/// that nobody looks at.
fn advance<const N: usize>(
    lanes: &mut Lanes<Lane<'_>, MOST_LANES>,
    compress: impl Fn([&mut State64; N], [Run<'_, Block64>; N]),
) {
    let (mut picked, count) = lanes.pick::<N>();
    let mut spare = [[0; 8]; N];
    let mut states = spare.each_mut();
    let mut runs = [const { Run { blocks: &[], counter: 0, is_last: false } }; N];
    for (i, lane) in picked.iter_mut().flatten().enumerate() {
        (states[i], runs[i]) = lane.next(count);
    }
    let filler = runs[0];
    compress(states, runs.map(|run| if run.blocks.is_empty() { filler } else { run }));
    for lane in picked.into_iter().flatten() {
        lane.skip(count);
    }
}

/// A message that is being taken in, or nothing.
struct Lane<'m> {
    h: State64,
    /// The blocks before the last that are still to be taken in, and how many bytes were before them.
    body: &'m [Block64],
    taken: u64,
    /// The last block, padded, and the length of the message, as long as it is still to be taken in.
    last: Block64,
    length: Option<u64>,
}

impl side_by_side::Lane for Lane<'_> {
    const IDLE: Self = Self { h: [0; 8], body: &[], taken: 0, last: [0; 128], length: None };

    fn is_busy(&self) -> bool {
        self.length.is_some()
    }

    fn at_hand(&self) -> usize {
        if self.body.is_empty() { usize::from(self.is_busy()) } else { self.body.len() }
    }
}

impl<'m> Lane<'m> {
    fn start(&mut self, message: &'m [u8], initial: State64) {
        let (body, last) = message.split_at(absorbing::body_len::<B>(message.len()));
        (self.h, self.body, self.taken, self.length) = (initial, B::blocks(body).0, 0, Some(message.len() as u64));
        self.last[..last.len()].copy_from_slice(last);
        self.last[last.len()..].fill(0);
    }

    /// The hash value, and a run of the next `count` of the blocks at hand.
    fn next(&mut self, count: usize) -> (&mut State64, Run<'_, Block64>) {
        let run = match self.body {
            [] => Run { blocks: from_ref(&self.last), counter: self.length.unwrap_or(0), is_last: true },
            body => Run { blocks: &body[..count], counter: self.taken + B::BLOCK_LEN as u64, is_last: false },
        };
        (&mut self.h, run)
    }

    /// Leaves `count` of the blocks at hand behind.
    fn skip(&mut self, count: usize) {
        if self.body.is_empty() {
            self.length = None;
        } else {
            self.body = &self.body[count..];
            self.taken += (count * B::BLOCK_LEN) as u64;
        }
    }
}

impl Drop for Lane<'_> {
    fn drop(&mut self) {
        wipe(&mut self.h);
        wipe(&mut self.last);
    }
}
