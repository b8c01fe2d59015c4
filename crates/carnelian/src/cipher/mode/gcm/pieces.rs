//! Streaming, and messages that no backend processes in one pass.

use super::kernel::{BLOCK_LEN, Block};
use crate::base::in_out::InOut;
use crate::base::memory::wipe;
use crate::cipher::aead::{self, TAG_LEN};
use crate::cipher::arithmetic::blocks::Counter;
use crate::cipher::block::{BlockCipher128, EncryptionKey};
use crate::cipher::ghash::function::Ghash;
use crate::cipher::ghash::kernel::Key as HashKey;
use crate::cipher::ghash::{self};

/// The longest message, in bytes: 2³⁹ − 256 bits (Section 5.2.1.1).
pub(super) const MAX_LEN: u64 = ((1 << 39) - 256) / 8;

/// The state that Algorithms 4 and 5 share: the keystream, and the GHASH sum, which has absorbed the associated data.
pub struct Pieces<'k, C: BlockCipher128> {
    stream: Keystream<'k, C>,
    key: &'k HashKey,
    sum: ghash::Pieces<Ghash>,
    aad: u64,
    /// CIPH_K(J₀), which masks the sum.
    mask: Block,
}

impl<'k, C: BlockCipher128> Pieces<'k, C> {
    pub(super) fn new(cipher: &'k EncryptionKey<C>, key: &'k HashKey, start: &Block, aad: &[u8]) -> Self {
        let mut mask = *start;
        cipher.encrypt_block(&mut mask);
        let mut sum = ghash::Pieces::new();
        sum.update(key, aad);
        sum.pad(key);
        let stream = Keystream::at(add(start, 1), cipher);
        Self { stream, key, sum, aad: aad.len() as u64, mask }
    }

    /// Returns S = GHASH_H(A ‖ 0ᵛ ‖ C ‖ 0ᵘ ‖ \[len(A)\]₆₄ ‖ \[len(C)\]₆₄) of a ciphertext of `len` bytes.
    pub(super) fn sum(&mut self, len: u64) -> Block {
        let Self { key, sum, aad, .. } = self;
        sum.pad(key);
        sum.update(key, &(8 * *aad).to_be_bytes());
        sum.update(key, &(8 * len).to_be_bytes());
        sum.sum()
    }

    /// Returns T = GCTR_K(J₀, S) = S ⊕ CIPH_K(J₀).
    pub(super) fn masked(&self, s: Block) -> [u8; TAG_LEN] {
        let mut tag = s;
        InOut::in_place(&mut tag).xor(&self.mask);
        tag
    }
}

impl<'k, C: BlockCipher128> aead::Pieces for Pieces<'k, C> {
    type Stream = Keystream<'k, C>;
    const MAX_LEN: u64 = MAX_LEN;

    fn stream(&mut self) -> &mut Self::Stream {
        &mut self.stream
    }

    fn absorb(&mut self, ciphertext: &[u8]) {
        self.sum.update(self.key, ciphertext);
    }

    fn finish(&mut self, len: u64) -> [u8; TAG_LEN] {
        let s = self.sum(len);
        self.masked(s)
    }

    fn take_stream(&mut self) -> Self::Stream {
        let cipher = self.stream.cipher;
        core::mem::replace(&mut self.stream, Keystream::at([0; BLOCK_LEN], cipher))
    }
}

impl<C: BlockCipher128> Drop for Pieces<'_, C> {
    fn drop(&mut self) {
        wipe(&mut self.mask);
    }
}

impl<'k, C: BlockCipher128> Keystream<'k, C> {
    /// Returns the keystream that starts with the encryption of `next`.
    fn at(next: Block, cipher: &'k EncryptionKey<C>) -> Self {
        Self { cipher, next, block: [0; BLOCK_LEN], used: BLOCK_LEN }
    }
}

/// Section 6.5, GCTR_K(ICB, X), incremental.
pub struct Keystream<'k, C: BlockCipher128> {
    cipher: &'k EncryptionKey<C>,
    /// The counter block to encrypt next.
    next: Block,
    /// The keystream block that is partly used.
    block: Block,
    /// Bytes of `block` that are used.
    used: usize,
}

impl<C: BlockCipher128> aead::Stream for Keystream<'_, C> {
    fn apply(&mut self, data: InOut<'_>) {
        let of_block = data.len().min(BLOCK_LEN - self.used);
        let (mut first, rest) = data.split_at(of_block);
        first.xor(&self.block[self.used..]);
        self.used += of_block;
        let whole = rest.len() - rest.len() % BLOCK_LEN;
        let (blocks, mut end) = rest.split_at(whole);
        self.cipher.xor_counted(Counter::LastBig, &self.next, blocks);
        self.next = add(&self.next, whole / BLOCK_LEN);
        if end.len() > 0 {
            self.block = self.next;
            self.cipher.encrypt_block(&mut self.block);
            self.next = add(&self.next, 1);
            self.used = end.len();
            end.xor(&self.block);
        }
    }
}

impl<C: BlockCipher128> Drop for Keystream<'_, C> {
    fn drop(&mut self) {
        wipe(&mut self.block);
    }
}

/// Section 6.2, inc₃₂, applied `blocks` times.
fn add(block: &Block, blocks: usize) -> Block {
    let [rest @ .., a, b, c, d] = *block;
    let count = u32::from_be_bytes([a, b, c, d]).wrapping_add(blocks as u32);
    let mut sum = [0; BLOCK_LEN];
    sum[..12].copy_from_slice(&rest);
    sum[12..].copy_from_slice(&count.to_be_bytes());
    sum
}

/// Encrypts a message incrementally, in parts of any length; returned by [`Gcm::sealer`](super::Gcm::sealer).
///
/// ```
/// use carnelian::cipher::Aead;
/// use carnelian::cipher::aes_gcm::Aes256Gcm;
/// let key = Aes256Gcm::new(&[7; 32]);
/// let mut pieces = [*b"attack ", *b"at dawn"];
///
/// let mut sealer = key.sealer(&[1; 12], b"header");
/// for piece in &mut pieces {
///     sealer.update(piece)?;
/// }
/// let tag = sealer.finish();
///
/// let mut message = pieces.concat();
/// key.open(&[1; 12], b"header", &mut message, &tag)?;
/// assert_eq!(message, b"attack at dawn");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Sealer<'k, C> = aead::Sealer<Pieces<'k, C>>;

/// The first pass of streaming decryption: absorbs all of the ciphertext and checks its tag; returned by
/// [`Gcm::verifier`](super::Gcm::verifier).
///
/// ```
/// use carnelian::cipher::aes_gcm::Aes256Gcm;
/// use carnelian::cipher::{Aead, OpenError};
/// let key = Aes256Gcm::new(&[7; 32]);
/// let mut message = *b"attack at dawn";
/// let tag = key.seal(&[1; 12], b"header", &mut message)?;
///
/// let mut verifier = key.verifier(&[1; 12], b"header");
/// message.chunks(5).try_for_each(|piece| verifier.update(piece))?;
/// let mut opener = verifier.verify(&tag)?;
/// message.chunks_mut(5).try_for_each(|piece| opener.update(piece))?;
/// assert_eq!(&message, b"attack at dawn");
///
/// let verifier = key.verifier(&[1; 12], b"header"); // absorbs nothing of the message
/// assert_eq!(verifier.verify(&tag).err(), Some(OpenError::Forged));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Verifier<'k, C> = aead::Verifier<Pieces<'k, C>>;

/// The second pass of streaming decryption, after the tag has been verified; returned by `Verifier::verify`.
pub type Opener<'k, C> = aead::Opener<Keystream<'k, C>>;
