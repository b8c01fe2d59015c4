//! Many independent messages, interleaved in the lanes of a vector.
//!
//! Messages may have any lengths. Each lane absorbs one message. Lanes that advance together advance by the number of
//! blocks that all of them have available; a lane that is finished starts the next message. The schedule depends only
//! on the lengths.

/// A message that is being absorbed, or none.
pub trait Lane {
    /// No message.
    const IDLE: Self;

    /// Returns whether there is a message.
    fn is_busy(&self) -> bool;

    /// Returns the number of available blocks: the next ones that are contiguous in memory; 0 if the lane is idle.
    fn at_hand(&self) -> usize;
}

/// Up to `MAX` messages that are being absorbed.
pub struct Lanes<L, const MAX: usize>([L; MAX]);

impl<L: Lane, const MAX: usize> Lanes<L, MAX> {
    /// Returns the number of busy lanes.
    pub(super) fn busy(&self) -> usize {
        self.0.iter().filter(|lane| lane.is_busy()).count()
    }

    /// Returns the first `N` busy lanes, or all if there are fewer, and the number of blocks that all of these have
    /// available.
    pub(super) fn pick<const N: usize>(&mut self) -> ([Option<&mut L>; N], usize) {
        let mut busy = self.0.iter_mut().filter(|lane| lane.is_busy());
        let picked: [Option<&mut L>; N] = core::array::from_fn(|_| busy.next());
        let count = picked.iter().flatten().map(|lane| lane.at_hand()).min().unwrap_or(0);
        (picked, count)
    }
}

/// Starts each message in a lane by `start`, and passes the lane to `finish` when it is no longer busy. Between these,
/// `advance` advances lanes, at least one of them busy, by at least one block. There are as many digests as messages.
pub(super) fn digest_all<'m, L: Lane, Digest, const MAX: usize>(
    messages: &[&'m [u8]],
    digests: &mut [Digest],
    start: impl Fn(&mut L, &'m [u8]),
    advance: impl Fn(&mut Lanes<L, MAX>),
    finish: impl Fn(&L, &mut Digest),
) {
    let mut waiting = messages.iter().zip(digests);
    let mut lanes = Lanes([const { L::IDLE }; MAX]);
    let mut targets: [Option<&mut Digest>; MAX] = [const { None }; MAX];
    loop {
        for (lane, target) in lanes.0.iter_mut().zip(&mut targets) {
            if target.is_none()
                && let Some((message, digest)) = waiting.next()
            {
                start(lane, message);
                *target = Some(digest);
            }
        }
        if lanes.busy() == 0 {
            return;
        }
        advance(&mut lanes);
        for (lane, target) in lanes.0.iter().zip(&mut targets) {
            if !lane.is_busy()
                && let Some(digest) = target.take()
            {
                finish(lane, digest);
            }
        }
    }
}
