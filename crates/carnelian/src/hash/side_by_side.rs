//! Many independent messages, side by side in the lanes of a vector.
//!
//! Messages may have any lengths. Each lane works through one message. Lanes that advance together advance by as many
//! blocks as the shortest has at hand; a lane that is done takes the next message. Which lane waits for which depends on
//! the lengths alone.

/// A message that is being taken in, or nothing.
pub trait Lane {
    /// Nothing.
    const IDLE: Self;

    fn is_busy(&self) -> bool;

    /// How many blocks come next that lie one behind the other; none if the lane is idle.
    fn at_hand(&self) -> usize;
}

/// Up to `MOST` messages that are being taken in.
pub struct Lanes<L, const MOST: usize>([L; MOST]);

impl<L: Lane, const MOST: usize> Lanes<L, MOST> {
    /// How many there are.
    pub(super) fn busy(&self) -> usize {
        self.0.iter().filter(|lane| lane.is_busy()).count()
    }

    /// The first `N` busy lanes, or all if they are fewer, and how many blocks each of them has at hand at least.
    pub(super) fn pick<const N: usize>(&mut self) -> ([Option<&mut L>; N], usize) {
        let mut busy = self.0.iter_mut().filter(|lane| lane.is_busy());
        let picked: [Option<&mut L>; N] = core::array::from_fn(|_| busy.next());
        let count = picked.iter().flatten().map(|lane| lane.at_hand()).min().unwrap_or(0);
        (picked, count)
    }
}

/// Gives each message to a lane with `start`, and when the lane is done, its digest to `finish`. In between `advance`
/// advances lanes, of which at least one is busy, by at least a block. There are as many digests as messages.
pub(super) fn digest_all<'m, L: Lane, Digest, const MOST: usize>(
    messages: &[&'m [u8]],
    digests: &mut [Digest],
    start: impl Fn(&mut L, &'m [u8]),
    advance: impl Fn(&mut Lanes<L, MOST>),
    finish: impl Fn(&L, &mut Digest),
) {
    let mut waiting = messages.iter().zip(digests);
    let mut lanes = Lanes([const { L::IDLE }; MOST]);
    let mut places: [Option<&mut Digest>; MOST] = [const { None }; MOST];
    loop {
        for (lane, place) in lanes.0.iter_mut().zip(&mut places) {
            if place.is_none()
                && let Some((message, digest)) = waiting.next()
            {
                start(lane, message);
                *place = Some(digest);
            }
        }
        if lanes.busy() == 0 {
            return;
        }
        advance(&mut lanes);
        for (lane, place) in lanes.0.iter().zip(&mut places) {
            if !lane.is_busy()
                && let Some(digest) = place.take()
            {
                finish(lane, digest);
            }
        }
    }
}
