//! Many messages at once, interleaved in the lanes of a vector.

use super::absorbing;
use super::function::{Function, Parameters, SideBySide};
use super::kernel::{Backend, Run};
use crate::base::memory::wipe;
use crate::hash::side_by_side::{self, Lanes};
use core::slice::from_ref;

/// Sets `digests[i]` to the digest of `messages[i]`, without a key, a salt or a personalisation; there are as many
/// digests as messages. The function has kernels with `WIDE` lanes and with `NARROW`.
pub(super) fn digest_all<F, const WIDE: usize, const NARROW: usize, const LEN: usize>(
    messages: &[&[u8]],
    digests: &mut [[u8; LEN]],
) where
    F: SideBySide<WIDE> + SideBySide<NARROW>,
{
    let backend = Backend::choose();
    let initial = F::initial(&Parameters::of_length(LEN as u8));
    let wide = <F as SideBySide<WIDE>>::pays_from(backend);
    let narrow = <F as SideBySide<NARROW>>::pays_from(backend);
    let (mut messages, mut digests) = (messages, digests);
    if messages.len() >= wide {
        let groups = digest_groups::<F, WIDE, LEN>(backend, initial, messages, digests);
        (messages, digests) = (&messages[groups..], &mut digests[groups..]);
    }
    if (narrow..wide).contains(&messages.len()) {
        let groups = digest_groups::<F, NARROW, LEN>(backend, initial, messages, digests);
        (messages, digests) = (&messages[groups..], &mut digests[groups..]);
    }
    if messages.len() < narrow {
        for (message, digest) in messages.iter().zip(digests) {
            absorbing::digest_into::<F>(message, digest);
        }
        return;
    }
    side_by_side::digest_all::<Lane<'_, F>, _, WIDE>(
        messages,
        digests,
        |lane, message| lane.start(message, initial),
        |lanes| match lanes.busy() {
            busy if busy >= wide => advance::<F, WIDE, WIDE>(lanes, |h, runs| F::compress_lanes(backend, h, runs)),
            busy if busy >= narrow => advance::<F, NARROW, WIDE>(lanes, |h, runs| F::compress_lanes(backend, h, runs)),
            _ => advance::<F, 1, WIDE>(lanes, |[h], [run]| F::compress(backend, h, run)),
        },
        |lane, digest| F::output(&lane.h, digest),
    );
}

/// Hashes the leading groups of `N` messages of one length, and returns the number of these messages.
fn digest_groups<F: SideBySide<N>, const N: usize, const LEN: usize>(
    backend: Backend,
    initial: F::State,
    messages: &[&[u8]],
    digests: &mut [[u8; LEN]],
) -> usize {
    let groups = messages.as_chunks::<N>().0.iter().zip(digests.as_chunks_mut().0);
    let mut count = 0;
    for (group, digests) in groups.take_while(|(group, _)| group.iter().all(|message| message.len() == group[0].len()))
    {
        digest_group::<F, N, LEN>(backend, initial, group, digests);
        count += N;
    }
    count
}

/// Hashes messages of one length, which need no scheduling.
fn digest_group<F: SideBySide<N>, const N: usize, const LEN: usize>(
    backend: Backend,
    initial: F::State,
    messages: &[&[u8]; N],
    digests: &mut [[u8; LEN]; N],
) {
    let length = messages[0].len();
    let body_len = absorbing::body_len::<F>(length);
    let mut states = [initial; N];
    if body_len > 0 {
        let counter = F::BLOCK_LEN as u64;
        let bodies = messages.map(|message| F::blocks(&message[..body_len]).0);
        let runs = bodies.map(|blocks| Run { blocks, counter, is_last: false });
        F::compress_lanes(backend, states.each_mut(), runs);
    }
    let mut padded = [F::EMPTY_BLOCK; N];
    let mut last: [&[F::Block]; N] = messages.map(|message| F::blocks(&message[body_len..]).0);
    if last[0].is_empty() {
        for (block, message) in padded.iter_mut().zip(messages) {
            block.as_mut()[..length - body_len].copy_from_slice(&message[body_len..]);
        }
        last = padded.each_ref().map(from_ref);
    }
    let runs = last.map(|blocks| Run { blocks, counter: length as u64, is_last: true });
    F::compress_lanes(backend, states.each_mut(), runs);
    for (h, digest) in states.iter().zip(digests) {
        F::output(h, digest);
    }
    padded.iter_mut().for_each(|block| wipe(block.as_mut()));
    states.iter_mut().for_each(F::wipe);
}

/// Advances the first `N` busy lanes. If there are fewer, the kernel absorbs the blocks of one of them into unused hash
/// values.
fn advance<F: Function, const N: usize, const MAX: usize>(
    lanes: &mut Lanes<Lane<'_, F>, MAX>,
    compress: impl Fn([&mut F::State; N], [Run<'_, F::Block>; N]),
) {
    let (mut picked, count) = lanes.pick::<N>();
    let mut spare = [F::ZERO; N];
    let mut states = spare.each_mut();
    let mut runs = [const { Run { blocks: &[], counter: 0, is_last: false } }; N];
    for (i, lane) in picked.iter_mut().flatten().enumerate() {
        (states[i], runs[i]) = lane.next(count);
    }
    let filler = runs[0];
    compress(states, runs.map(|run| if run.blocks.is_empty() { filler } else { run }));
    spare.iter_mut().for_each(F::wipe);
    for lane in picked.into_iter().flatten() {
        lane.skip(count);
    }
}

/// A message that is being absorbed, or none.
struct Lane<'m, F: Function> {
    h: F::State,
    /// The blocks before the last that are not absorbed yet, and the number of bytes absorbed.
    body: &'m [F::Block],
    absorbed: u64,
    /// The last block, padded, and the length of the message until that block is absorbed.
    last: F::Block,
    length: Option<u64>,
}

impl<F: Function> side_by_side::Lane for Lane<'_, F> {
    const IDLE: Self = Self { h: F::ZERO, body: &[], absorbed: 0, last: F::EMPTY_BLOCK, length: None };

    fn is_busy(&self) -> bool {
        self.length.is_some()
    }

    fn at_hand(&self) -> usize {
        if self.body.is_empty() { usize::from(self.is_busy()) } else { self.body.len() }
    }
}

impl<'m, F: Function> Lane<'m, F> {
    fn start(&mut self, message: &'m [u8], initial: F::State) {
        let (body, last) = message.split_at(absorbing::body_len::<F>(message.len()));
        (self.h, self.body, self.absorbed, self.length) = (initial, F::blocks(body).0, 0, Some(message.len() as u64));
        let (bytes, rest) = self.last.as_mut().split_at_mut(last.len());
        bytes.copy_from_slice(last);
        rest.fill(0);
    }

    /// Returns the hash value, and a run of the next `count` of the available blocks.
    fn next(&mut self, count: usize) -> (&mut F::State, Run<'_, F::Block>) {
        let run = match self.body {
            [] => Run { blocks: from_ref(&self.last), counter: self.length.unwrap_or(0), is_last: true },
            body => Run { blocks: &body[..count], counter: self.absorbed + F::BLOCK_LEN as u64, is_last: false },
        };
        (&mut self.h, run)
    }

    /// Skips `count` of the available blocks.
    fn skip(&mut self, count: usize) {
        if self.body.is_empty() {
            self.length = None;
        } else {
            self.body = &self.body[count..];
            self.absorbed += (count * F::BLOCK_LEN) as u64;
        }
    }
}

impl<F: Function> Drop for Lane<'_, F> {
    fn drop(&mut self) {
        F::wipe(&mut self.h);
        wipe(self.last.as_mut());
    }
}
