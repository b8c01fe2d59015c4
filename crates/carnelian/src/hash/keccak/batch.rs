//! Many independent messages, side by side in the lanes of a vector.
//!
//! Messages may have any lengths. Each lane works through one message: its whole blocks where they lie, then the padded
//! block. Lanes that advance together advance by as many blocks as the shortest has at hand; a lane that is done takes
//! the next message. When too few messages are left for a kernel, they go on in one with fewer lanes. Which lane waits
//! for which depends on the lengths alone.

use super::kernel::{self, Backend, State, States};
use super::permutation::WORDS;
use super::sponge::{MOST_RATE, Parameters, Squeeze};
use crate::base::memory::{wipe, wiping_stack};
use crate::error::LengthError;

/// The most lanes that any kernel has.
const MOST_LANES: usize = 8;

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
    // States and padded blocks pass from lane to lane through copies that the compiler makes.
    wiping_stack::<16384, _>(|| work_through(parameters, messages, outputs));
    Ok(())
}

fn work_through<const LEN: usize>(parameters: Parameters, messages: &[&[u8]], outputs: &mut [[u8; LEN]]) {
    let backend = Backend::choose();
    let pays_from = backend.lanes_pay_from();
    let mut batch =
        Batch { parameters, waiting: messages.iter().zip(outputs), lanes: [const { Lane::IDLE }; MOST_LANES] };
    batch.run::<8>(pays_from.x8, |states, blocks| kernel::absorb_x8(backend, states, blocks, parameters.rate));
    batch.run::<4>(pays_from.x4, |states, blocks| kernel::absorb_x4(backend, states, blocks, parameters.rate));
    batch.run::<1>(1, |states, [blocks]| {
        let mut state = states.get(0);
        kernel::absorb(backend, &mut state, blocks, parameters.rate);
        states.set(0, &state);
        wipe(&mut state);
    });
}

/// Messages and where their outputs go, those that are being taken in among them.
struct Batch<'m, Waiting, const LEN: usize> {
    parameters: Parameters,
    waiting: Waiting,
    lanes: [Lane<'m, LEN>; MOST_LANES],
}

impl<'m, Waiting: Iterator<Item = (&'m &'m [u8], &'m mut [u8; LEN])>, const LEN: usize> Batch<'m, Waiting, LEN> {
    /// Goes on with `N` messages at a time while there are at least `pays_from`.
    fn run<const N: usize>(&mut self, pays_from: usize, absorb: impl Fn(&mut States<N>, [&[u8]; N])) {
        if pays_from > MOST_LANES {
            return;
        }
        let mut states = States::new();
        loop {
            self.start();
            let mut picked: [Option<&mut Lane<'_, LEN>>; N] = [const { None }; N];
            let busy = self.lanes.iter_mut().filter(|lane| lane.is_busy());
            let count = picked.iter_mut().zip(busy).map(|(place, lane)| *place = Some(lane)).count();
            if count < pays_from {
                return;
            }
            advance(&mut picked, &mut states, &absorb);
            for lane in picked.into_iter().flatten().filter(|lane| lane.is_done()) {
                lane.finish(self.parameters.rate);
            }
        }
    }

    /// Gives the messages that wait to idle lanes.
    fn start(&mut self) {
        for lane in self.lanes.iter_mut().filter(|lane| !lane.is_busy()) {
            let Some((message, output)) = self.waiting.next() else { return };
            lane.start(message, output, self.parameters);
        }
    }
}

/// Advances busy lanes, at least one, until the first of them is done with its message. They come first; where there are
/// fewer than `N`, the kernel takes the blocks of the first into states that nobody looks at.
fn advance<const N: usize, const LEN: usize>(
    lanes: &mut [Option<&mut Lane<'_, LEN>>; N],
    states: &mut States<N>,
    absorb: impl Fn(&mut States<N>, [&[u8]; N]),
) {
    for (number, lane) in lanes.iter().flatten().enumerate() {
        states.set(number, &lane.state);
    }
    while !lanes.iter().flatten().any(|lane| lane.is_done()) {
        let Some(count) = lanes.iter().flatten().map(|lane| lane.at_hand().len()).min() else { return };
        let at_hand = |number: usize| lanes[number].as_ref().map(|lane| &lane.at_hand()[..count]);
        let filler = at_hand(0).unwrap_or_default();
        absorb(states, core::array::from_fn(|number| at_hand(number).unwrap_or(filler)));
        for lane in lanes.iter_mut().flatten() {
            lane.skip(count);
        }
    }
    for (number, lane) in lanes.iter_mut().flatten().enumerate() {
        lane.state = states.get(number);
    }
}

/// A message that is being taken in, or nothing.
struct Lane<'m, const LEN: usize> {
    state: State,
    /// The whole blocks that are still to be taken in.
    body: &'m [u8],
    /// After those, the padded block; empty when it was taken in.
    last: [u8; MOST_RATE],
    last_len: usize,
    output: Option<&'m mut [u8; LEN]>,
}

impl<'m, const LEN: usize> Lane<'m, LEN> {
    const IDLE: Self = Self { state: [0; WORDS], body: &[], last: [0; MOST_RATE], last_len: 0, output: None };

    fn start(&mut self, message: &'m [u8], output: &'m mut [u8; LEN], parameters: Parameters) {
        let rate = parameters.rate;
        let (body, rest) = message.split_at(message.len() - message.len() % rate);
        self.state = [0; WORDS];
        self.body = body;
        self.last[..rest.len()].copy_from_slice(rest);
        self.last[rest.len()..rate].fill(0);
        self.last[rest.len()] = parameters.suffix;
        self.last[rate - 1] |= 0x80;
        self.last_len = rate;
        self.output = Some(output);
    }

    /// Whether it has a message, of which the output is still to be written.
    fn is_busy(&self) -> bool {
        self.output.is_some()
    }

    /// Whether the message is taken in.
    fn is_done(&self) -> bool {
        self.is_busy() && self.last_len == 0
    }

    /// The blocks that come next and lie one behind the other.
    fn at_hand(&self) -> &[u8] {
        if self.body.is_empty() { &self.last[..self.last_len] } else { self.body }
    }

    /// Leaves `count` of the bytes at hand behind.
    fn skip(&mut self, count: usize) {
        if self.body.is_empty() {
            self.last_len = 0;
        } else {
            self.body = &self.body[count..];
        }
    }

    /// Writes the output.
    fn finish(&mut self, rate: usize) {
        if let Some(output) = self.output.take() {
            Squeeze::of(self.state).fill(rate, output);
        }
    }
}

impl<const LEN: usize> Drop for Lane<'_, LEN> {
    fn drop(&mut self) {
        wipe(&mut self.state);
        wipe(&mut self.last);
    }
}
