//! Many independent messages: those of one length straight through the lanes of a vector, others
//! [side by side](crate::hash::side_by_side), each lane working through the whole blocks of a message where they lie, then
//! the padded block.

use super::kernel::{Backend, State, States};
use super::lanes::{self, Kernels};
use super::permutation::WORDS;
use super::sponge::{MOST_RATE, Parameters, Squeeze, whole_blocks};
use crate::base::memory::wipe;
use crate::error::LengthError;
use crate::hash::side_by_side::{self, Lane as _};

/// The most lanes that any kernel has.
const MOST_LANES: usize = 8;

type Lanes<'m> = side_by_side::Lanes<Lane<'m>, MOST_LANES>;

/// `outputs[i]` becomes the output for `messages[i]`.
///
/// # Errors
/// [`LengthError`] about `what` if there are not as many outputs as messages.
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
    // Groups of one length, as many at a time as there are lanes or messages, need nobody to say whose turn it is.
    loop {
        let count = messages.len().min(MOST_LANES);
        let Some(((group, rest), first)) = messages.split_at_checked(count).zip(messages.first()) else {
            return Ok(());
        };
        if group.iter().any(|message| message.len() != first.len()) {
            break;
        }
        let (places, behind) = outputs.split_at_mut(count);
        hash_group(backend, parameters, group, places);
        (messages, outputs) = (rest, behind);
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

/// Messages of one length, at most eight.
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

/// The first `N` of messages of one length, or all if they are fewer; says how many. Lanes that are left over take the first
/// message too, into states that nobody looks at.
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
    lanes::take_in(backend, &mut states, parameters, inputs);
    let mut blocks = [[0; MOST_RATE]; N];
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

/// Advances the first `N` busy lanes, at least one, until one of them is done. Where there are fewer than `N`, the kernel
/// takes the blocks of the first into states that nobody looks at.
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

/// A message that is being taken in, or nothing.
struct Lane<'m> {
    state: State,
    /// The whole blocks that are still to be taken in.
    body: &'m [u8],
    /// After those, the padded block.
    last: [u8; MOST_RATE],
    /// Bytes in a block, as long as the padded one is still to be taken in.
    rate: Option<usize>,
}

impl side_by_side::Lane for Lane<'_> {
    const IDLE: Self = Self { state: [0; WORDS], body: &[], last: [0; MOST_RATE], rate: None };

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

    /// The next `count` of the blocks at hand.
    fn next(&self, count: usize) -> &[u8] {
        let at_hand = if self.body.is_empty() { &self.last } else { self.body };
        &at_hand[..count * self.rate.unwrap_or(0)]
    }

    /// Leaves `count` of the blocks at hand behind.
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
