//! AES-GCM-SIV, RFC 8452: encryption that authenticates the message and associated data, which stays in the clear, and that
//! a nonce used twice does not break.
//!
//! A nonce that is used for two messages under one key shows whether the two and their associated data are the same, and
//! nothing else. Use it so by accident, not by design: the bounds on what an attacker can do grow worse with each use
//! (Section 9). Nonces may be drawn at random.
//!
//! No plaintext is given out before its tag has been found right: [`open`](Aead::open) and its relatives leave zeros
//! where it is wrong. There is no encryption in pieces: the tag of the whole message comes first, and the key stream is
//! made of it.

#[cfg(test)]
mod tests;

pub use super::aead::{OpenError, SealError, TooLong};

use super::aead::{self, Aead};
use super::aes::EncryptionKey;
use super::aes::kernel::{BLOCK_LEN, Block, Counter};
use super::ghash::{self, kernel::Key as HashKey, kernel::POLYVAL};
use crate::base::in_out::InOut;
use crate::base::memory::{wipe, wiping_stack};
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use core::fmt;

/// Bytes in a nonce.
const NONCE_LEN: usize = 12;
/// Bytes in a tag.
const TAG_LEN: usize = aead::TAG_LEN;
/// The longest message, and the longest associated data, in bytes (Section 6).
const MAX_LEN: u64 = 1 << 36;

/// AEAD_AES_128_GCM_SIV.
pub type Aes128GcmSiv = AesGcmSiv<16>;
/// AEAD_AES_256_GCM_SIV.
///
/// ```
/// use carnelian::cipher::Aead;
/// use carnelian::cipher::aes_gcm_siv::Aes256GcmSiv;
/// let key = Aes256GcmSiv::new(&[7; 32]);
/// let (nonce, header) = ([1; 12], b"to: Bob");
///
/// let mut message = *b"attack at dawn";
/// let tag = key.seal(&nonce, header, &mut message)?;
/// key.open(&nonce, header, &mut message, &tag)?;
/// assert_eq!(&message, b"attack at dawn");
///
/// assert!(key.open(&nonce, b"to: Eve", &mut message, &tag).is_err());
/// assert_eq!(message, [0; 14]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Aes256GcmSiv = AesGcmSiv<32>;

/// A key-generating key of `KEY_LEN` bytes, 16 or 32. Use it as [`Aes128GcmSiv`], [`Aes256GcmSiv`].
///
/// Takes time that depends on lengths alone, and, when something is opened, on whether its tag is right; also where the CPU
/// has no instructions for AES. The key is wiped when dropped, and the keys of each message before its function returns.
pub struct AesGcmSiv<const KEY_LEN: usize> {
    generating: EncryptionKey<KEY_LEN>,
}

/// Bytes that are decrypted, then authenticated, before the next ones: few enough to be in the fastest cache still.
const TILE_LEN: usize = 4096;

/// Bytes of stack that the keys of a message and what is computed from them may lie in.
const STACK: usize = 8192;

/// The keys of one message.
struct MessageKeys<const KEY_LEN: usize> {
    authentication: HashKey,
    encryption: EncryptionKey<KEY_LEN>,
}

impl<const KEY_LEN: usize> AesGcmSiv<KEY_LEN> {
    /// Section 4, the derivation of the keys of a message.
    #[inline]
    fn message_keys(&self, nonce: &[u8; NONCE_LEN]) -> MessageKeys<KEY_LEN> {
        let mut blocks = [[0; BLOCK_LEN]; 6];
        let used = &mut blocks[..2 + KEY_LEN / 8];
        for (block, counter) in used.iter_mut().zip(0u8..) {
            block[0] = counter;
            block[4..].copy_from_slice(nonce);
        }
        self.generating.encrypt_blocks(used);
        let (mut authentication, mut encryption) = ([0; 16], [0; KEY_LEN]);
        let halves = authentication.chunks_exact_mut(8).chain(encryption.chunks_exact_mut(8));
        for (half, block) in halves.zip(&*used) {
            half.copy_from_slice(&block[..8]);
        }
        let keys = MessageKeys {
            authentication: HashKey::new::<POLYVAL>(&authentication),
            encryption: EncryptionKey::new(&encryption),
        };
        wipe(blocks.as_flattened_mut());
        wipe(&mut authentication);
        wipe(&mut encryption);
        keys
    }
}

impl<const KEY_LEN: usize> Aead for AesGcmSiv<KEY_LEN> {
    const NAME: &'static str = if KEY_LEN == 16 { "AES-128-GCM-SIV" } else { "AES-256-GCM-SIV" };
    const KEY_LEN: usize = match KEY_LEN {
        16 | 32 => KEY_LEN,
        _ => panic!("AES-GCM-SIV has keys of 16 and 32 bytes"),
    };
    const NONCE_LEN: usize = NONCE_LEN;
    const MAX_LEN: u64 = MAX_LEN;
    const MAX_ASSOCIATED_LEN: u64 = MAX_LEN;
    type Key = [u8; KEY_LEN];
    type Nonce = [u8; NONCE_LEN];

    fn new(key: &[u8; KEY_LEN]) -> Self {
        const { assert!(Self::KEY_LEN > 0) };
        Self { generating: EncryptionKey::new(key) }
    }

    fn generate(random: &mut impl Random) -> Result<Self, RandomError> {
        let key = Secret::<[u8; KEY_LEN]>::build(|key| random.fill(key))?;
        Ok(Self::new(key.expose()))
    }

    /// That of the authenticator.
    fn backend() -> &'static str {
        ghash::backend()
    }

    /// Section 4, encrypt().
    fn seal_to(
        &self,
        nonce: &[u8; NONCE_LEN],
        associated: &[u8],
        mut data: InOut<'_>,
    ) -> Result<[u8; TAG_LEN], TooLong> {
        within_limits(data.len(), associated.len())?;
        Ok(wiping_stack::<STACK, _>(|| {
            let keys = self.message_keys(nonce);
            let mut sum = keys.sum_of(associated);
            sum.update(&keys.authentication, data.input());
            let tag = keys.tag(sum, nonce, associated.len(), data.len());
            let all = data.part(0..data.len());
            keys.encryption.xor_counted(Counter::FirstLittle, &first_counter(&tag), all);
            tag
        }))
    }

    /// Section 5, decrypt(). What is decrypted before the tag is known to be wrong is wiped.
    fn open_to(
        &self,
        nonce: &[u8; NONCE_LEN],
        associated: &[u8],
        mut data: InOut<'_>,
        expected: &[u8; TAG_LEN],
    ) -> Result<(), OpenError> {
        within_limits(data.len(), associated.len()).map_err(|too_long| {
            data.output_mut().fill(0);
            OpenError::TooLong(too_long)
        })?;
        let tag = wiping_stack::<STACK, _>(|| {
            let keys = self.message_keys(nonce);
            let (mut sum, mut counter, len) = (keys.sum_of(associated), first_counter(expected), data.len());
            for at in (0..len).step_by(TILE_LEN) {
                let tile = at..len.min(at + TILE_LEN);
                keys.encryption.xor_counted(Counter::FirstLittle, &counter, data.part(tile.clone()));
                sum.update(&keys.authentication, &data.output()[tile]);
                add(&mut counter, (TILE_LEN / BLOCK_LEN) as u32);
            }
            keys.tag(sum, nonce, associated.len(), len)
        });
        aead::release(&tag, expected, data)
    }
}

impl<const KEY_LEN: usize> MessageKeys<KEY_LEN> {
    /// The sum that has taken in the associated data.
    fn sum_of(&self, associated: &[u8]) -> ghash::Pieces<POLYVAL> {
        let mut sum = ghash::Pieces::new();
        sum.update(&self.authentication, associated);
        sum.pad(&self.authentication);
        sum
    }

    /// The tag, of a sum that has taken in associated data and plaintext of these lengths.
    fn tag(&self, mut sum: ghash::Pieces<POLYVAL>, nonce: &[u8; NONCE_LEN], associated: usize, len: usize) -> Block {
        sum.pad(&self.authentication);
        sum.update(&self.authentication, &(8 * associated as u64).to_le_bytes());
        sum.update(&self.authentication, &(8 * len as u64).to_le_bytes());
        let mut tag = sum.sum();
        InOut::in_place(&mut tag[..NONCE_LEN]).xor(nonce);
        tag[BLOCK_LEN - 1] &= 0x7f;
        self.encryption.encrypt_block(&mut tag);
        tag
    }
}

/// The block whose encryption is the first of the key stream.
fn first_counter(tag: &Block) -> Block {
    let mut counter = *tag;
    counter[BLOCK_LEN - 1] |= 0x80;
    counter
}

/// So many blocks on: the first 32 bits count, and wrap without a carry into the others.
fn add(counter: &mut Block, blocks: u32) {
    let [a, b, c, d, ..] = counter;
    let next = u32::from_le_bytes([*a, *b, *c, *d]).wrapping_add(blocks);
    [*a, *b, *c, *d] = next.to_le_bytes();
}

/// # Errors
/// [`TooLong`] for more than [`MAX_LEN`].
fn within_limits(len: usize, associated: usize) -> Result<(), TooLong> {
    TooLong::check("message", MAX_LEN, len)?;
    TooLong::check("associated data", MAX_LEN, associated)
}

impl<const KEY_LEN: usize> zeroize::ZeroizeOnDrop for AesGcmSiv<KEY_LEN> {}

impl<const KEY_LEN: usize> fmt::Debug for AesGcmSiv<KEY_LEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(..)", Self::NAME)
    }
}
