//! Seed material with and without the derivation function based on a block cipher, SP 800-90A Revision 1 Section 10.3.

use super::{KEY_LEN, MAX_INPUT_LEN, MIN_ENTROPY_LEN, SEED_LEN};
use crate::base::memory::wipe;
use crate::cipher::arithmetic::blocks::{BLOCK_LEN, Block};
use crate::cipher::block::EncryptionKey;
use crate::cipher::block::aes::Aes256;

/// Seeds are processed by the derivation function.
#[derive(Clone, Copy, Debug)]
pub enum WithDf {}

/// Seeds are used as they are.
#[derive(Clone, Copy, Debug)]
pub enum WithoutDf {}

/// Whether a generator uses the derivation function: [`WithDf`] or [`WithoutDf`]. Sealed.
pub trait Derivation: sealed::Sealed + 'static {}

impl Derivation for WithDf {}
impl Derivation for WithoutDf {}

mod sealed {
    use super::SEED_LEN;

    pub trait Sealed {
        /// The name of the generator in its `Debug`.
        const NAME: &'static str;
        /// The maximum length of a personalization string or additional input, in bytes.
        const MAX_ADDITIONAL_LEN: usize;
        /// Bytes of entropy that are drawn from a source.
        const ENTROPY_LEN: usize;

        /// Writes the seed material to `material`, which is zero.
        fn seed_material(entropy: &[u8], nonce: &[u8], text: &[u8], material: &mut [u8; SEED_LEN]);
    }
}

impl sealed::Sealed for WithDf {
    const NAME: &'static str = "CTR_DRBG";
    const MAX_ADDITIONAL_LEN: usize = MAX_INPUT_LEN;
    const ENTROPY_LEN: usize = MIN_ENTROPY_LEN;

    /// Sections 10.2.1.3.2, steps 1 and 2, and 10.2.1.4.2, steps 1 and 2: Block_Cipher_df(`entropy` ‖ `nonce` ‖
    /// `text`).
    fn seed_material(entropy: &[u8], nonce: &[u8], text: &[u8], material: &mut [u8; SEED_LEN]) {
        block_cipher_df(&[entropy, nonce, text], material);
    }
}

impl sealed::Sealed for WithoutDf {
    const NAME: &'static str = "CTR_DRBG without derivation function";
    const MAX_ADDITIONAL_LEN: usize = SEED_LEN;
    const ENTROPY_LEN: usize = SEED_LEN;

    /// Sections 10.2.1.3.1, steps 1 to 3, and 10.2.1.4.1, steps 1 to 3: `entropy` ⊕ `text`, both padded with zeros.
    /// There is no nonce.
    fn seed_material(entropy: &[u8], _: &[u8], text: &[u8], material: &mut [u8; SEED_LEN]) {
        material[..entropy.len()].copy_from_slice(entropy);
        for (byte, text) in material.iter_mut().zip(text) {
            *byte ^= text;
        }
    }
}

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
    chaining.absorb(lengths.as_flattened());
    for part in input_string {
        chaining.absorb(part);
    }
    chaining.absorb(&[0x80]);
    chaining.pad();
    // 10. and 11. K ‖ X ← temp.
    if let Some((k, x)) = chaining.values.as_flattened().split_first_chunk::<KEY_LEN>() {
        let k = EncryptionKey::<Aes256>::new(k);
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
    key: EncryptionKey<Aes256>,
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

    fn absorb(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.block[self.filled] = *byte;
            self.filled += 1;
            if self.filled == BLOCK_LEN {
                self.absorb_block();
            }
        }
    }

    /// chaining_value ← Block_Encrypt(Key, chaining_value ⊕ block).
    fn absorb_block(&mut self) {
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
            self.absorb_block();
        }
    }
}

impl Drop for Chaining {
    fn drop(&mut self) {
        wipe(self.values.as_flattened_mut());
        wipe(&mut self.block);
    }
}
