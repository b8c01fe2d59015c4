//! Taking in a message, RFC 7693 Section 3.3: all of its blocks but the last as they come, and the last when it is known to
//! be that.

use super::function::{Function, Parameters};
use super::kernel::{Backend, Run, Whole};
use crate::base::memory::wipe;
use core::slice::from_ref;

/// A hash value on its way.
#[derive(Clone)]
pub(super) struct Absorbing<F: Function> {
    h: F::State,
    /// What may be the last block. Its first `filled` bytes count, the others are 0 unless it is full.
    buffer: F::Block,
    filled: usize,
    /// Bytes that were compressed. The standard counts up to 2^64 at least, more than any input.
    length: u64,
}

impl<F: Function> Absorbing<F> {
    pub(super) fn new(parameters: &Parameters<F>) -> Self {
        Self { h: F::initial(parameters), buffer: F::EMPTY_BLOCK, filled: 0, length: 0 }
    }

    /// The key, padded, as the first block. It is not longer than a block.
    pub(super) fn keyed(parameters: &Parameters<F>, key: &[u8]) -> Self {
        let mut absorbing = Self::new(parameters);
        absorbing.buffer.as_mut()[..key.len()].copy_from_slice(key);
        absorbing.filled = F::BLOCK_LEN;
        absorbing
    }

    /// As new.
    pub(super) fn restart(&mut self, parameters: &Parameters<F>) {
        wipe(self.buffer.as_mut());
        self.h = F::initial(parameters);
        (self.filled, self.length) = (0, 0);
    }

    pub(super) fn update(&mut self, data: &[u8]) {
        let room = F::BLOCK_LEN - self.filled;
        if data.len() <= room {
            self.buffer.as_mut()[self.filled..][..data.len()].copy_from_slice(data);
            self.filled += data.len();
            return;
        }
        let backend = Backend::choose();
        let mut rest = data;
        if self.filled > 0 {
            let (head, tail) = data.split_at(room);
            self.buffer.as_mut()[self.filled..].copy_from_slice(head);
            rest = tail;
            self.length += F::BLOCK_LEN as u64;
            let run = Run { blocks: from_ref(&self.buffer), counter: self.length, is_last: false };
            F::compress(backend, &mut self.h, run);
        }
        // Whatever is left is at least a byte, and its last block waits.
        let (body, last) = rest.split_at(body_len::<F>(rest.len()));
        self.length += compress_body::<F>(backend, &mut self.h, self.length, body);
        self.buffer.as_mut()[..last.len()].copy_from_slice(last);
        self.filled = last.len();
    }

    /// The last block, and the digest, whose length is that of the parameters.
    pub(super) fn finish(&mut self, digest: &mut [u8]) {
        // What was there before the last bytes came.
        self.buffer.as_mut()[self.filled..].fill(0);
        let counter = self.length + self.filled as u64;
        let last = Run { blocks: from_ref(&self.buffer), counter, is_last: true };
        F::compress(Backend::choose(), &mut self.h, last);
        F::output(&self.h, digest);
    }
}

impl<F: Function> Drop for Absorbing<F> {
    fn drop(&mut self) {
        F::wipe(&mut self.h);
        wipe(self.buffer.as_mut());
    }
}

/// How much of a message of `len` bytes stands before its last block, which is not empty unless the message is.
pub(super) const fn body_len<F: Function>(len: usize) -> usize {
    len.saturating_sub(1) / F::BLOCK_LEN * F::BLOCK_LEN
}

/// Whole blocks of which none is the last, after `length` bytes. Gives their length.
fn compress_body<F: Function>(backend: Backend, h: &mut F::State, length: u64, body: &[u8]) -> u64 {
    let (blocks, rest) = F::blocks(body);
    debug_assert!(rest.is_empty());
    if !blocks.is_empty() {
        F::compress(backend, h, Run { blocks, counter: length + F::BLOCK_LEN as u64, is_last: false });
    }
    body.len() as u64
}

/// In cache lines of its own, so that no vector of it stands in two: what was stored like that is loaded late.
#[repr(align(64))]
struct Aligned<T>(T);

/// The digest of a message that is there as a whole: nothing but the end of it is copied.
#[inline]
pub(super) fn digest_into<F: Function>(message: &[u8], digest: &mut [u8]) {
    let backend = Backend::choose();
    let parameters = Parameters::<F>::of_length(digest.len() as u8).first_word();
    let (body, last) = message.split_at(body_len::<F>(message.len()));
    let ((body, _), len) = (F::blocks(body), message.len() as u64);
    let mut h = Aligned(F::ZERO);
    if let ([last], _) = F::blocks(last) {
        F::digest(backend, &mut h.0, Whole { parameters, body, last, len });
    } else {
        let mut padded = Aligned(F::EMPTY_BLOCK);
        padded.0.as_mut()[..last.len()].copy_from_slice(last);
        F::digest(backend, &mut h.0, Whole { parameters, body, last: &padded.0, len });
        wipe(padded.0.as_mut());
    }
    F::output(&h.0, digest);
    F::wipe(&mut h.0);
}
