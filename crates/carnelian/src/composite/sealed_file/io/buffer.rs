//! A buffer for a chunk, on the heap.

use crate::base::memory::wipe;
use std::boxed::Box;
use std::vec;

/// Bytes that are wiped when dropped.
pub(super) struct Buffer(pub(super) Box<[u8]>);

impl Buffer {
    pub(super) fn new(len: usize) -> Self {
        Self(vec![0; len].into())
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        wipe(&mut self.0);
    }
}
