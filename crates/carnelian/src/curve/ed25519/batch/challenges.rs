//! The challenges of many signatures.

use crate::curve::curve25519::Scalar;
use crate::curve::ed25519::hashing::{challenge, challenge_hasher};
use crate::curve::ed25519::variant::{Domain, Scheme};
use crate::hash::Hash;
use alloc::vec::Vec;

/// The length from which messages are hashed one at a time and in place: hashing several in parallel requires a copy.
pub(in crate::curve::ed25519) const LONG: usize = 1 << 16;

/// The maximum number of messages that are hashed in parallel, which bounds the memory for the copies.
const GROUP: usize = 64;

/// The input to the hash of a pure signature's challenge: the encodings of R and of A, and the message.
pub(super) type Transcript<'a> = ([u8; 32], [u8; 32], &'a [u8]);

/// Returns the [`challenge`] of each transcript, several at a time where the CPU has vector lanes for it.
pub(super) fn challenges<S: Scheme>(transcripts: &[Transcript<'_>]) -> Vec<Scalar> {
    let mut scalars = Vec::with_capacity(transcripts.len());
    let mut buffer = Vec::new();
    for group in transcripts.chunks(GROUP) {
        buffer.clear();
        let short = group.iter().filter(|(_, _, message)| message.len() < LONG);
        let mut ends = Vec::with_capacity(GROUP);
        for (r, a, message) in short {
            buffer.extend_from_slice(r);
            buffer.extend_from_slice(a);
            buffer.extend_from_slice(message);
            ends.push(buffer.len());
        }
        let starts = core::iter::once(0).chain(ends.iter().copied());
        let copies: Vec<&[u8]> = starts.zip(&ends).map(|(start, end)| &buffer[start..*end]).collect();
        let mut digests = [[0; 64]; GROUP];
        let hashed = S::Hasher::digest_batch(&copies, &mut digests[..copies.len()]);
        debug_assert!(hashed.is_ok());
        let mut digests = digests.iter().take(copies.len());
        scalars.extend(group.iter().map(|(r, a, message)| {
            if message.len() < LONG
                && let Some(digest) = digests.next()
            {
                return Scalar::from_bytes_mod_order_wide(digest);
            }
            let mut hasher = challenge_hasher::<S>(Domain::Pure, r, a);
            hasher.update(message);
            challenge::<S>(hasher)
        }));
    }
    scalars
}
