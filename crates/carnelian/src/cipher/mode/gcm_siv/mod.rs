//! GCM-SIV over any block cipher with blocks of 128 bits, RFC 8452: nonce-misuse-resistant authenticated encryption.
//!
//! Using a nonce for two messages under one key reveals whether the two and their associated data are the same, and
//! nothing else. This protects against accidents and is no reason to reuse nonces: the bounds on an attacker's success
//! grow worse with each reuse (Section 9). Nonces may be drawn at random.
//!
//! No plaintext is released before its tag has been verified: [`open`](Aead::open) and its variants zero the output if
//! the tag is wrong. There is no streaming: the tag of the whole message is computed first, and the keystream is
//! derived from it.

mod derivation;

#[cfg(test)]
mod tests;

pub use crate::cipher::aead::{OpenError, SealError, TooLong};
#[cfg(test)]
pub(in super::super) use derivation::Derivation;
pub use derivation::GcmSivCipher;

use super::name::Name;
use crate::base::in_out::InOut;
use crate::base::memory::{wipe, wiping_stack};
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::cipher::aead::{self, Aead};
use crate::cipher::arithmetic::blocks::{BLOCK_LEN, Block, Counter};
use crate::cipher::block::aes::{Aes128, Aes256};
use crate::cipher::block::{BlockCipher128, EncryptionKey};
use crate::cipher::ghash::{self, function::Polyval, kernel::Key as HashKey};
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::fmt;

/// Bytes in a nonce.
const NONCE_LEN: usize = 12;
/// Bytes in a tag.
const TAG_LEN: usize = aead::TAG_LEN;
/// The longest message, and the longest associated data, in bytes (Section 6).
const MAX_LEN: u64 = 1 << 36;

/// AEAD_AES_128_GCM_SIV.
pub type Aes128GcmSiv = AesGcmSiv<Aes128>;
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
pub type Aes256GcmSiv = AesGcmSiv<Aes256>;

/// AES-GCM-SIV with a key-generating key of [`Aes128`] or [`Aes256`]. Use it as [`Aes128GcmSiv`] or [`Aes256GcmSiv`].
pub type AesGcmSiv<A> = GcmSiv<A>;

/// GCM-SIV with a key-generating key of a block cipher.
///
/// Takes time that depends only on lengths and, in decryption, on whether the tag is right, even if the CPU has no AES
/// instructions. The key is wiped when dropped, and the keys of each message are wiped before the function that uses
/// them returns.
pub struct GcmSiv<C: GcmSivCipher> {
    generating: EncryptionKey<C>,
}

/// Bytes of stack that the keys of a message and values computed from them may use, or key setup.
const STACK: usize = 1024;

/// Bytes of stack that drawing a key and setting it up may use.
const STACK_OF_NEW: usize = 2048;

/// Longer messages are decrypted and authenticated this many bytes at a time: few enough to be still in the L1 cache.
const TILE_LEN: usize = 4096;

/// Bytes of stack that the powers of the authentication key may use for such messages.
const STACK_OF_TILES: usize = 6144;

impl<C: GcmSivCipher> GcmSiv<C> {
    const NAMED: &'static Name = &Name::of(C::NAME, "-GCM-SIV");

    /// Returns a value that has no key yet.
    #[inline(always)]
    fn empty() -> Self {
        Self { generating: EncryptionKey::empty() }
    }
}

impl<C: GcmSivCipher> Aead for GcmSiv<C> {
    const NAME: &'static str = Self::NAMED.as_str();
    const KEY_LEN: usize = C::KEY_LEN;
    const NONCE_LEN: usize = NONCE_LEN;
    const MAX_LEN: u64 = MAX_LEN;
    const MAX_AAD_LEN: u64 = MAX_LEN;
    type Key = C::Key;
    type Nonce = [u8; NONCE_LEN];

    #[inline(never)]
    fn new(key: &C::Key) -> Self {
        wiping_stack::<STACK, _>(|| {
            let mut made = Self::empty();
            made.generating.replace(key);
            made
        })
    }

    #[cfg(feature = "alloc")]
    fn boxed(key: &C::Key) -> Box<Self> {
        let mut made = Box::new(Self::empty());
        made.generating.replace(key);
        made
    }

    #[inline(never)]
    fn generate(random: &mut impl Random) -> Result<Self, RandomError> {
        wiping_stack::<STACK_OF_NEW, _>(|| {
            let mut key = Secret::new(C::Key::default());
            key.draw(random)?;
            Ok(Self::new(key.expose()))
        })
    }

    /// Returns the name of the authenticator's backend.
    fn backend() -> &'static str {
        ghash::backend()
    }

    /// Section 4, encrypt().
    fn seal_in_out(&self, nonce: &[u8; NONCE_LEN], aad: &[u8], data: InOut<'_>) -> Result<[u8; TAG_LEN], TooLong> {
        within_limits(data.len(), aad.len())?;
        Ok(wiping_stack::<STACK, _>(|| {
            let (mut message_authentication_key, mut message_encryption_key) =
                ([0; BLOCK_LEN], self.generating.empty_like_this());
            // derive_keys(key_generating_key, nonce).
            C::derive(&self.generating, nonce, &mut message_authentication_key, &mut message_encryption_key);
            // S_s = POLYVAL(message_authentication_key, padded_ad ++ padded_plaintext ++ length_block).
            let s_s = ghash::kernel::polyval(&message_authentication_key, aad, data.input());
            let tag = tag(&message_encryption_key, s_s, nonce);
            // AES_CTR(message_encryption_key, counter_block, plaintext).
            message_encryption_key.xor_counted_from(Counter::FirstLittle, counter_block(&tag), data);
            wipe(&mut message_authentication_key);
            tag
        }))
    }

    /// Section 5, decrypt(). Plaintext decrypted before the tag is known to be wrong is wiped.
    fn open_in_out(
        &self,
        nonce: &[u8; NONCE_LEN],
        aad: &[u8],
        mut data: InOut<'_>,
        tag: &[u8; TAG_LEN],
    ) -> Result<(), OpenError> {
        within_limits(data.len(), aad.len()).map_err(|too_long| {
            data.output_mut().fill(0);
            OpenError::TooLong(too_long)
        })?;
        let mut expected_tag = wiping_stack::<STACK, _>(|| {
            let (mut message_authentication_key, mut message_encryption_key) =
                ([0; BLOCK_LEN], self.generating.empty_like_this());
            // derive_keys(key_generating_key, nonce).
            C::derive(&self.generating, nonce, &mut message_authentication_key, &mut message_encryption_key);
            // plaintext = AES_CTR(message_encryption_key, counter_block, ciphertext), and then
            // S_s = POLYVAL(message_authentication_key, padded_ad ++ padded_plaintext ++ length_block).
            let (counter_block, all) = (counter_block(tag), data.part(0..data.len()));
            let s_s = if all.len() > TILE_LEN {
                wiping_stack::<STACK_OF_TILES, _>(|| {
                    decrypt_in_tiles(&message_encryption_key, counter_block, &message_authentication_key, aad, all)
                })
            } else {
                message_encryption_key.xor_counted_from(Counter::FirstLittle, counter_block, all);
                ghash::kernel::polyval(&message_authentication_key, aad, data.output())
            };
            wipe(&mut message_authentication_key);
            self::tag(&message_encryption_key, s_s, nonce)
        });
        aead::release(&mut expected_tag, tag, data)
    }
}

/// Decrypts a long message and returns S_s of the plaintext, a part after the other.
fn decrypt_in_tiles<C: BlockCipher128>(
    message_encryption_key: &EncryptionKey<C>,
    mut counter_block: u128,
    message_authentication_key: &Block,
    aad: &[u8],
    mut data: InOut<'_>,
) -> u128 {
    let key = HashKey::new::<Polyval>(message_authentication_key);
    let (mut sum, len) = (ghash::Pieces::<Polyval>::new(), data.len());
    sum.update(&key, aad);
    sum.pad(&key);
    for at in (0..len).step_by(TILE_LEN) {
        let tile = at..len.min(at + TILE_LEN);
        message_encryption_key.xor_counted_from(Counter::FirstLittle, counter_block, data.part(tile.clone()));
        sum.update(&key, &data.output()[tile]);
        // The first 32 bits are the counter, and wrap without a carry into the others.
        let next = (counter_block as u32).wrapping_add((TILE_LEN / BLOCK_LEN) as u32);
        counter_block = counter_block >> 32 << 32 | u128::from(next);
    }
    sum.pad(&key);
    sum.update(&key, &(8 * aad.len() as u64).to_le_bytes());
    sum.update(&key, &(8 * len as u64).to_le_bytes());
    u128::from_le_bytes(sum.sum())
}

/// Returns the tag of a message whose sum is `s_s`, as a little-endian number: AES(message_encryption_key, S_s), with
/// the nonce XORed to the first 12 bytes of S_s and the highest bit of its last byte cleared.
#[inline(always)]
fn tag<C: BlockCipher128>(message_encryption_key: &EncryptionKey<C>, s_s: u128, nonce: &[u8; NONCE_LEN]) -> Block {
    let [rest @ .., a, b, c, d] = *nonce;
    let nonce = u128::from(u32::from_le_bytes([a, b, c, d])) << 64 | u128::from(u64::from_le_bytes(rest));
    let mut tag = [0; BLOCK_LEN];
    let block = (s_s ^ nonce) & (u128::MAX >> 1);
    // XORing zeros with one block of keystream encrypts `block`.
    message_encryption_key.xor_counted_from(Counter::FirstLittle, block, InOut::in_place(&mut tag));
    tag
}

/// Returns the first counter block, as a little-endian number: the tag with the highest bit of its last byte set.
#[inline(always)]
fn counter_block(tag: &Block) -> u128 {
    u128::from_le_bytes(*tag) | 1 << 127
}

/// Checks both lengths.
///
/// # Errors
/// [`TooLong`] if one exceeds [`MAX_LEN`].
fn within_limits(len: usize, aad: usize) -> Result<(), TooLong> {
    TooLong::check("message", MAX_LEN, len)?;
    TooLong::check("associated data", MAX_LEN, aad)
}

impl<C: GcmSivCipher> zeroize::ZeroizeOnDrop for GcmSiv<C> {}

impl<C: GcmSivCipher> fmt::Debug for GcmSiv<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(..)", Self::NAME)
    }
}
