//! The derivation function based on a block cipher, SP 800-90A Revision 1 Section 10.3.

use super::{KEY_LEN, MAX_INPUT_LEN, SEED_LEN};
use crate::base::memory::wipe;
use crate::cipher::aes::EncryptionKey;
use crate::cipher::aes::kernel::{BLOCK_LEN, Block};

/// The number of blocks in a seed, which is a key and a block.
const BLOCKS: usize = SEED_LEN / BLOCK_LEN;

/// The total length of three inputs fits in 32 bits.
const _: () = assert!(3 * MAX_INPUT_LEN as u64 <= u32::MAX as u64);

/// Section 10.3.2, Block_Cipher_df(input_string, no_of_bits_to_return), for seedlen bits. The input string is the
/// concatenation of the parts.
pub(super) fn block_cipher_df(input_string: &[&[u8]; 3], requested: &mut [u8; SEED_LEN]) {
    // 2. and 3. L and N are lengths in bytes.
    let l: usize = input_string.iter().map(|part| part.len()).sum();
    let lengths = [(l as u32).to_be_bytes(), (SEED_LEN as u32).to_be_bytes()];
    // 7. to 9. The three runs of BCC differ in i, at the start of their first block; they are computed in parallel.
    let mut chaining = Chaining::start();
    // 4. and 5. S ← L ‖ N ‖ input_string ‖ 80, padded with zeros to whole blocks.
    chaining.take_in(lengths.as_flattened());
    for part in input_string {
        chaining.take_in(part);
    }
    chaining.take_in(&[0x80]);
    chaining.pad();
    // 10. and 11. K ‖ X ← temp.
    if let Some((k, x)) = chaining.values.as_flattened().split_first_chunk::<KEY_LEN>() {
        let k = EncryptionKey::new(k);
        // 12. to 14. X ← Block_Encrypt(K, X), until the seed is complete.
        let mut previous = x;
        for block in requested.as_chunks_mut::<BLOCK_LEN>().0 {
            block.copy_from_slice(previous);
            k.encrypt_block(block);
            previous = block;
        }
    }
}

/// Section 10.3.3, BCC, three runs in parallel.
struct Chaining {
    key: EncryptionKey<KEY_LEN>,
    values: [Block; BLOCKS],
    /// The start of an incomplete block.
    block: Block,
    /// The number of bytes of `block` in use.
    filled: usize,
}

impl Chaining {
    /// Starts BCC with the block IV, which is i ‖ 0.
    fn start() -> Self {
        // 8. K ← 00 01 02 … 1F.
        let key = EncryptionKey::new(&core::array::from_fn(|at| at as u8));
        let mut values = [[0; BLOCK_LEN]; BLOCKS];
        for (i, value) in values.iter_mut().enumerate() {
            value[..4].copy_from_slice(&(i as u32).to_be_bytes());
        }
        key.encrypt_blocks(&mut values);
        Self { key, values, block: [0; BLOCK_LEN], filled: 0 }
    }

    fn take_in(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.block[self.filled] = *byte;
            self.filled += 1;
            if self.filled == BLOCK_LEN {
                self.take_in_block();
            }
        }
    }

    /// chaining_value ← Block_Encrypt(Key, chaining_value ⊕ block).
    fn take_in_block(&mut self) {
        for value in &mut self.values {
            for (byte, next) in value.iter_mut().zip(self.block) {
                *byte ^= next;
            }
        }
        self.key.encrypt_blocks(&mut self.values);
        self.filled = 0;
    }

    fn pad(&mut self) {
        if self.filled > 0 {
            self.block[self.filled..].fill(0);
            self.take_in_block();
        }
    }
}

impl Drop for Chaining {
    fn drop(&mut self) {
        wipe(self.values.as_flattened_mut());
        wipe(&mut self.block);
    }
}
