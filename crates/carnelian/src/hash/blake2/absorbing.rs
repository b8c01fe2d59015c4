//! Absorbing a message, RFC 7693 Section 3.3. Its last block is treated differently, so a full block is compressed only
//! when the next byte arrives.

use super::function::{Function, Parameters};
use super::kernel::{Backend, Run, Whole};
use crate::base::memory::wipe;
use core::mem::swap;
use core::slice::from_ref;

/// The hash value and the message so far. Wiped when dropped.
#[derive(Clone)]
pub(super) struct Absorbing<F: Function> {
    h: F::State,
    /// A block that may be the last one. Only its first `filled` bytes count.
    buffer: F::Block,
    filled: usize,
    /// The number of bytes compressed so far. The standard counts up to 2^64 at least, more than any input.
    length: u64,
}

impl<F: Function> Absorbing<F> {
    pub(super) fn new(parameters: &Parameters<F>) -> Self {
        Self { h: F::initial(parameters), buffer: F::EMPTY_BLOCK, filled: 0, length: 0 }
    }

    /// Starts with the padded key as the first block. The key is not longer than a block.
    pub(super) fn keyed(parameters: &Parameters<F>, key: &[u8]) -> Self {
        let mut absorbing = Self::new(parameters);
        absorbing.buffer.as_mut()[..key.len()].copy_from_slice(key);
        absorbing.filled = F::BLOCK_LEN;
        absorbing
    }

    /// Returns to the initial state.
    pub(super) fn restart(&mut self, parameters: &Parameters<F>) {
        wipe(self.buffer.as_mut());
        self.h = F::initial(parameters);
        (self.filled, self.length) = (0, 0);
    }

    pub(super) fn update(&mut self, data: &[u8]) {
        let left = F::BLOCK_LEN - self.filled;
        if data.len() <= left {
            self.buffer.as_mut()[self.filled..][..data.len()].copy_from_slice(data);
            self.filled += data.len();
            return;
        }
        let backend = Backend::choose();
        let mut rest = data;
        if self.filled > 0 {
            let (head, tail) = data.split_at(left);
            self.buffer.as_mut()[self.filled..].copy_from_slice(head);
            rest = tail;
            self.length += F::BLOCK_LEN as u64;
            let run = Run { blocks: from_ref(&self.buffer), counter: self.length, is_last: false };
            F::compress(backend, &mut self.h, run);
        }
        // At least one byte remains, so the last block waits for the end.
        let (body, last) = rest.split_at(body_len::<F>(rest.len()));
        self.length += compress_body::<F>(backend, &mut self.h, self.length, body);
        self.buffer.as_mut()[..last.len()].copy_from_slice(last);
        self.filled = last.len();
    }

    /// Compresses the last block and writes the digest, whose length is that in the parameters.
    pub(super) fn finish(&mut self, digest: &mut [u8]) {
        // Bytes of the previous block.
        self.buffer.as_mut()[self.filled..].fill(0);
        let counter = self.length + self.filled as u64;
        let last = Run { blocks: from_ref(&self.buffer), counter, is_last: true };
        F::compress(Backend::choose(), &mut self.h, last);
        F::output(&self.h, digest);
    }
}

impl<F: Function> Absorbing<F> {
    /// Writes the digest of the message so far, which can go on: [`finish`](Self::finish) changes nothing in the buffer
    /// that counts, so that only the hash value is kept.
    pub(super) fn peek(&mut self, digest: &mut [u8]) {
        let mut other = self.h;
        self.finish(digest);
        swap(&mut self.h, &mut other);
        F::wipe(&mut other);
    }
}

impl<F: Function> Drop for Absorbing<F> {
    fn drop(&mut self) {
        F::wipe(&mut self.h);
        wipe(self.buffer.as_mut());
    }
}

/// Returns the number of bytes of a message before its last block, which is not empty unless the message is.
pub(super) const fn body_len<F: Function>(len: usize) -> usize {
    len.saturating_sub(1) / F::BLOCK_LEN * F::BLOCK_LEN
}

/// Compresses whole blocks, none of them the last, after `length` bytes. Returns the number of their bytes.
fn compress_body<F: Function>(backend: Backend, h: &mut F::State, length: u64, body: &[u8]) -> u64 {
    let (blocks, rest) = F::blocks(body);
    debug_assert!(rest.is_empty());
    if !blocks.is_empty() {
        F::compress(backend, h, Run { blocks, counter: length + F::BLOCK_LEN as u64, is_last: false });
    }
    body.len() as u64
}

/// Aligned to a cache line, so that no vector of it straddles two: loads after such stores are late.
#[repr(align(64))]
struct Aligned<T>(T);

/// Writes the digest of a complete message. Only the end of the message is copied.
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
