//! AES and other block ciphers in counter mode, SP 800-38A Section 6.5.
//!
//! A stream cipher provides confidentiality but not authenticity: an attacker who can change the ciphertext can change
//! the message. Unless something else authenticates the ciphertext, use authenticated encryption instead.
//!
//! The keystream is a function of the key and the counter block: the encryption of that block, read as a big-endian
//! number of 128 bits, and of those that follow (the standard incrementing function of Appendix B.1, on all bits). No
//! two blocks may be encrypted under one key with the same counter, in one message or in two: that would reveal the XOR
//! of their plaintexts. A nonce in the upper half and zeros in the lower half separate messages that are shorter than
//! 2⁶⁴ blocks.
//!
//! A cipher keeps its expanded key: [`restart`](AesCtr::restart) moves it to the keystream of the next message.

#[cfg(test)]
mod tests;

pub use crate::cipher::keystream::{ApplyError, EndOfKeystream};

use super::name::Name;
use crate::base::in_out::InOut;
use crate::base::memory::wiping_stack;
use crate::cipher::arithmetic::blocks::{BLOCK_LEN, Block, Counter};
use crate::cipher::block::aes::{Aes128, Aes192, Aes256};
use crate::cipher::block::{BlockCipher128, EncryptionKey, aes};
use crate::cipher::stream_cipher::{Cipher, Keystream};
use core::marker::PhantomData;

/// AES-128 in counter mode.
pub type Aes128Ctr = AesCtr<Aes128>;

/// AES-192 in counter mode.
pub type Aes192Ctr = AesCtr<Aes192>;

/// AES-256 in counter mode.
///
/// ```
/// use carnelian::cipher::aes_ctr::Aes256Ctr;
/// let (key, nonce) = ([7; 32], [1; 8]);
/// let mut counter = [0; 16];
/// counter[..8].copy_from_slice(&nonce);
///
/// let mut data = *b"attack at dawn";
/// Aes256Ctr::new(&key, &counter).apply(&mut data)?;
/// assert_ne!(&data, b"attack at dawn");
/// Aes256Ctr::new(&key, &counter).apply(&mut data)?;
/// assert_eq!(&data, b"attack at dawn");
/// # Ok::<(), carnelian::cipher::aes_ctr::EndOfKeystream>(())
/// ```
pub type Aes256Ctr = AesCtr<Aes256>;

/// AES in counter mode, with a key of [`Aes128`], [`Aes192`] or [`Aes256`]. Use it as [`Aes128Ctr`], [`Aes192Ctr`] or
/// [`Aes256Ctr`].
///
/// ```
/// use carnelian::cipher::aes_ctr::Aes128Ctr;
/// let mut cipher = Aes128Ctr::new(&[7; 16], &[1; 16]);
/// let message = [9; 1000];
///
/// let mut pieces = message;
/// for piece in pieces.chunks_mut(123) {
///     cipher.apply(piece)?;
/// }
/// cipher.seek(500)?;
/// cipher.apply(&mut pieces[500..600])?;
/// assert_eq!(pieces[500..600], message[500..600]);
/// # Ok::<(), carnelian::cipher::aes_ctr::EndOfKeystream>(())
/// ```
pub type AesCtr<A> = Ctr<A>;

/// A block cipher in counter mode. The nonce of [`new`](Cipher::new) is the first counter block.
pub type Ctr<C> = Cipher<CounterMode<C>>;

/// The keystream of a block cipher in counter mode: the parameter of [`Cipher`] that makes it [`Ctr`].
pub struct CounterMode<C>(PhantomData<C>);

/// Bytes of stack that creating a cipher may use.
const STACK: usize = 1024;

impl<C: BlockCipher128> CounterMode<C> {
    const NAMED: &'static Name = &Name::of(C::NAME, " in counter mode");
}

/// The number of a block is its counter block T, as a big-endian number.
impl<C: BlockCipher128> Keystream for CounterMode<C> {
    const NAME: &'static str = Self::NAMED.as_str();
    type Key = C::Key;
    type Nonce = Block;
    const KEY_STREAM_LEN: u128 = (BLOCK_LEN as u128) << 64;
    type Block = Block;
    type Expanded = EncryptionKey<C>;

    #[inline(always)]
    fn empty() -> EncryptionKey<C> {
        EncryptionKey::empty()
    }

    #[inline(always)]
    fn set(expanded: &mut EncryptionKey<C>, key: &C::Key, nonce: &Block) -> u128 {
        expanded.replace(key);
        u128::from_be_bytes(*nonce)
    }

    #[inline(always)]
    fn xor(expanded: &EncryptionKey<C>, number: u128, data: InOut<'_>) {
        xor_counted_128(expanded, number, data);
    }

    #[inline(always)]
    fn wiping<R>(body: impl FnOnce() -> R) -> R {
        wiping_stack::<STACK, _>(body)
    }
}

impl<C: BlockCipher128> Ctr<C> {
    /// Moves to the start of another keystream of the same key, which begins with the encryption of `counter`. Use it
    /// for many messages: expanding a key takes longer than encrypting a short one.
    ///
    /// ```
    /// use carnelian::cipher::aes_ctr::Aes256Ctr;
    /// let mut cipher = Aes256Ctr::new(&[7; 32], &[0; 16]);
    /// let mut messages = [*b"attack at dawn", *b"attack at noon"];
    /// for (message, nonce) in messages.iter_mut().zip(1u64..) {
    ///     cipher.restart(&(u128::from(nonce) << 64).to_be_bytes());
    ///     cipher.apply(message)?;
    /// }
    /// assert_eq!(cipher.position(), 14);
    ///
    /// cipher.restart(&(1u128 << 64).to_be_bytes());
    /// cipher.apply(&mut messages[0])?;
    /// assert_eq!(&messages[0], b"attack at dawn");
    /// # Ok::<(), carnelian::cipher::aes_ctr::EndOfKeystream>(())
    /// ```
    pub fn restart(&mut self, counter: &[u8; 16]) {
        self.restart_at(u128::from_be_bytes(*counter));
    }
}

/// Section 6.5 from the counter block `counter` on. The kernels count in 32 bits, so a run ends where these wrap.
pub(in super::super) fn xor_counted_128<C: BlockCipher128>(
    key: &EncryptionKey<C>,
    mut counter: u128,
    mut data: InOut<'_>,
) {
    while data.len() > 0 {
        let blocks = (1 << 32) - u64::from(counter as u32);
        let len = (data.len() as u64).min(blocks * BLOCK_LEN as u64) as usize;
        let (run, rest) = data.split_at(len);
        key.xor_counted(Counter::PublicLastBig, &counter.to_be_bytes(), run);
        counter = counter.wrapping_add(u128::from(blocks));
        data = rest;
    }
}

/// Returns the name of the backend that this CPU and the tier in force select.
#[must_use]
pub fn backend() -> &'static str {
    aes::backend()
}
