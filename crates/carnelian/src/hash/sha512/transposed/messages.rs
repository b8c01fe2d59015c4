//! One message after the other.

use crate::base::memory::wipe;
use crate::hash::sha512::compression::BLOCK_LEN;
use crate::hash::sha512::kernel::Kernel;
use crate::hash::sha512::kernel::transposed::Words;

/// Absorbs the blocks of the first `lanes` lanes one by one, by a backend's kernel for one message.
pub(super) fn one_by_one(message: impl Kernel, lanes: usize, state: &mut Words<8>, block: &Words<16>) {
    let (mut one, mut bytes) = ([0; 8], [[0; BLOCK_LEN]]);
    for lane in 0..lanes {
        for (word, row) in one.iter_mut().zip(&state.0) {
            *word = row[lane];
        }
        for (bytes, row) in bytes[0].as_chunks_mut().0.iter_mut().zip(&block.0) {
            *bytes = row[lane].to_be_bytes();
        }
        message.compress(&mut one, &bytes);
        for (row, word) in state.0.iter_mut().zip(one) {
            row[lane] = word;
        }
    }
    wipe(&mut one);
    wipe(bytes.as_flattened_mut());
}
