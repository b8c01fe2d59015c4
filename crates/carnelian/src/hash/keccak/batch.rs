//! Many independent messages: groups of one length directly in the lanes of a vector, others
//! [interleaved](crate::hash::side_by_side), where each lane absorbs the whole blocks of a message directly from it,
//! then the padded block.

use super::kernel::{Backend, State, States};
use super::lanes::{self, Kernels};
use super::permutation::WORDS;
use super::sponge::{MAX_RATE, Parameters, Squeeze, whole_blocks};
use crate::base::memory::wipe;
use crate::error::LengthError;
use crate::hash::side_by_side::{self, Lane as _};

/// The maximum number of lanes of a kernel.
const MAX_LANES: usize = 8;

type Lanes<'m> = side_by_side::Lanes<Lane<'m>, MAX_LANES>;

/// Sets `outputs[i]` to the output for `messages[i]`.
///
/// # Errors
/// [`LengthError`] about `what` if the numbers of messages and outputs differ.
pub(super) fn hash_all<const LEN: usize>(
    parameters: Parameters,
    what: &'static str,
    messages: &[&[u8]],
    outputs: &mut [[u8; LEN]],
) -> Result<(), LengthError> {
    if messages.len() != outputs.len() {
        return Err(LengthError { what, expected: messages.len(), found: outputs.len() });
    }
    let (backend, rate) = (Backend::choose(), parameters.rate);
    let (mut messages, mut outputs) = (messages, outputs);
    // Groups of messages of one length, one message for each lane, need no scheduling.
    loop {
        let count = messages.len().min(MAX_LANES);
        let Some(((group, rest), first)) = messages.split_at_checked(count).zip(messages.first()) else {
            return Ok(());
        };
        if group.iter().any(|message| message.len() != first.len()) {
            break;
        }
        let (outputs_of_group, outputs_of_rest) = outputs.split_at_mut(count);
        hash_group(backend, parameters, group, outputs_of_group);
        (messages, outputs) = (rest, outputs_of_rest);
    }
    let pays_from = backend.lanes_pay_from();
    side_by_side::digest_all(
        messages,
        outputs,
        |lane: &mut Lane<'_>, message| lane.start(message, parameters),
        |lanes| match lanes.busy() {
            busy if busy >= pays_from.x8 => advance::<8>(backend, lanes, rate),
            busy if busy >= pays_from.x4 => advance::<4>(backend, lanes, rate),
            _ => advance::<1>(backend, lanes, rate),
        },
        |lane, output| Squeeze::of(&lane.state).fill(rate, output),
    );
    Ok(())
}

/// Hashes at most eight messages of one length.
fn hash_group<const LEN: usize>(
    backend: Backend,
    parameters: Parameters,
    messages: &[&[u8]],
    outputs: &mut [[u8; LEN]],
) {
    let pays_from = backend.lanes_pay_from();
    let (mut messages, mut outputs) = (messages, outputs);
    while !messages.is_empty() {
        let count = match messages.len() {
            left if left >= pays_from.x8 => hash_lanes::<8, LEN>(backend, parameters, messages, outputs),
            left if left >= pays_from.x4 => hash_lanes::<4, LEN>(backend, parameters, messages, outputs),
            _ => hash_lanes::<1, LEN>(backend, parameters, messages, outputs),
        };
        (messages, outputs) = (&messages[count..], &mut outputs[count..]);
    }
}

/// Hashes the first `N` of messages of one length, or all if there are fewer, and returns their number. Idle lanes
/// absorb the first message into unused states.
#[inline(never)]
fn hash_lanes<const N: usize, const LEN: usize>(
    backend: Backend,
    parameters: Parameters,
    messages: &[&[u8]],
    outputs: &mut [[u8; LEN]],
) -> usize
where
    States<N>: Kernels<N>,
{
    let inputs = core::array::from_fn(|lane| *messages.get(lane).unwrap_or(&messages[0]));
    let mut states = States::<N>::new();
    lanes::absorb_all(backend, &mut states, parameters, inputs);
    let mut blocks = [[0; MAX_RATE]; N];
    let mut start = 0;
    while start < LEN {
        states.squeeze(backend, blocks.each_mut().map(|block| &mut block[..parameters.rate]), parameters.rate);
        let len = parameters.rate.min(LEN - start);
        for (output, block) in outputs.iter_mut().zip(&blocks) {
            output[start..start + len].copy_from_slice(&block[..len]);
        }
        start += len;
    }
    wipe(blocks.as_flattened_mut());
    N.min(messages.len())
}

/// Advances the first `N` busy lanes, at least one, until one of them is finished. If there are fewer than `N`, the
/// kernel absorbs the blocks of the first one into unused states.
#[inline(never)]
fn advance<const N: usize>(backend: Backend, lanes: &mut Lanes<'_>, rate: usize)
where
    States<N>: Kernels<N>,
{
    let (mut picked, mut count) = lanes.pick::<N>();
    let mut states = States::<N>::new();
    for (number, lane) in picked.iter().flatten().enumerate() {
        states.set(number, &lane.state);
    }
    while count > 0 {
        let next = |number: usize| picked[number].as_ref().map(|lane| lane.next(count));
        let filler = next(0).unwrap_or_default();
        states.absorb(backend, core::array::from_fn(|number| next(number).unwrap_or(filler)), rate);
        picked.iter_mut().flatten().for_each(|lane| lane.skip(count));
        count = picked.iter().flatten().map(|lane| lane.at_hand()).min().unwrap_or(0);
    }
    for (number, lane) in picked.into_iter().flatten().enumerate() {
        states.get(number, &mut lane.state);
    }
}

/// A message that is being absorbed, or none.
struct Lane<'m> {
    state: State,
    /// The whole blocks that are not absorbed yet.
    body: &'m [u8],
    /// The padded block, which follows them.
    last: [u8; MAX_RATE],
    /// The number of bytes in a block, until the padded one is absorbed.
    rate: Option<usize>,
}

impl side_by_side::Lane for Lane<'_> {
    const IDLE: Self = Self { state: [0; WORDS], body: &[], last: [0; MAX_RATE], rate: None };

    fn is_busy(&self) -> bool {
        self.rate.is_some()
    }

    fn at_hand(&self) -> usize {
        self.rate.map_or(0, |rate| whole_blocks(self.body.len(), rate).max(1))
    }
}

impl<'m> Lane<'m> {
    fn start(&mut self, message: &'m [u8], parameters: Parameters) {
        let rate = parameters.rate;
        let (body, rest) = message.split_at(rate * whole_blocks(message.len(), rate));
        (self.state, self.body, self.rate) = ([0; WORDS], body, Some(rate));
        self.last[..rest.len()].copy_from_slice(rest);
        self.last[rest.len()..rate].fill(0);
        self.last[rest.len()] = parameters.suffix;
        self.last[rate - 1] |= 0x80;
    }

    /// Returns the next `count` of the available blocks.
    fn next(&self, count: usize) -> &[u8] {
        let at_hand = if self.body.is_empty() { &self.last } else { self.body };
        &at_hand[..count * self.rate.unwrap_or(0)]
    }

    /// Skips `count` of the available blocks.
    fn skip(&mut self, count: usize) {
        if self.body.is_empty() {
            self.rate = None;
        } else {
            self.body = &self.body[count * self.rate.unwrap_or(0)..];
        }
    }
}

impl Drop for Lane<'_> {
    fn drop(&mut self) {
        wipe(&mut self.state);
        wipe(&mut self.last);
    }
}
