//! The roles of ciphers that are chosen when the program runs; those of authenticated encryption are in [`super::aead`].

pub use super::aead::role::{DynAead, DynAeadVerifier, DynOpener, DynSealer, PiecesError};

pub(crate) use super::aead::role::key_of;

use super::keystream::{ApplyError, Buffer, EndOfKeystream};
use super::stream_cipher::{Cipher, Keystream};
use crate::base::secret::Secret;
use alloc::boxed::Box;

/// A stream cipher at a position in its keystream, behind an interface that is the same for all of them: what
/// [`StreamCipherAlgorithm::start`](crate::algorithm::StreamCipherAlgorithm::start) returns.
///
/// Encryption and decryption are the same. A stream cipher does not authenticate: an attacker who can change the
/// ciphertext can change the message. Time depends only on lengths and positions. The key and buffered keystream are
/// wiped when it is dropped. Sealed.
pub trait DynStreamCipher: sealed::Sealed + Send + Sync {
    /// Returns the position: the number of bytes of keystream before the next one.
    fn position(&self) -> u128;

    /// Moves to a position, forwards or backwards.
    ///
    /// # Errors
    /// [`EndOfKeystream`] if the position is past the end; the cipher is unchanged then.
    fn seek(&mut self, position: u128) -> Result<(), EndOfKeystream>;

    /// Encrypts or decrypts `data` in place and advances by its length.
    ///
    /// # Errors
    /// [`EndOfKeystream`] if there is less keystream than data; nothing is changed then.
    fn apply(&mut self, data: &mut [u8]) -> Result<(), EndOfKeystream>;

    /// Encrypts or decrypts `input` into `output` and advances by their length.
    ///
    /// # Errors
    /// [`ApplyError`] if the two have different lengths or there is less keystream than input; nothing is changed then.
    fn apply_to(&mut self, input: &[u8], output: &mut [u8]) -> Result<(), ApplyError>;
}

/// A type of stream cipher, with the lengths that its row in the catalogue states.
pub(crate) trait StreamCipher: DynStreamCipher + Sized + 'static {
    const KEY_LEN: usize;
    const NONCE_LEN: usize;
    /// Bytes in a block of keystream.
    const BLOCK_LEN: usize;
    const KEY_STREAM_LEN: u128;

    /// Returns a cipher, on the heap. Both slices have the lengths above.
    fn start(key: &[u8], nonce: &[u8]) -> Box<dyn DynStreamCipher>;
}

impl<K: Keystream> DynStreamCipher for Cipher<K> {
    fn position(&self) -> u128 {
        self.position()
    }

    fn seek(&mut self, position: u128) -> Result<(), EndOfKeystream> {
        self.seek(position)
    }

    fn apply(&mut self, data: &mut [u8]) -> Result<(), EndOfKeystream> {
        self.apply(data)
    }

    fn apply_to(&mut self, input: &[u8], output: &mut [u8]) -> Result<(), ApplyError> {
        self.apply_to(input, output)
    }
}

impl<K: Keystream> StreamCipher for Cipher<K> {
    const KEY_LEN: usize = Self::KEY_LEN;
    const NONCE_LEN: usize = Self::NONCE_LEN;
    const BLOCK_LEN: usize = K::Block::LEN;
    const KEY_STREAM_LEN: u128 = Self::KEY_STREAM_LEN;

    fn start(bytes: &[u8], nonce: &[u8]) -> Box<dyn DynStreamCipher> {
        let mut key = Secret::new(K::Key::default());
        key.write(|key| key.as_mut().copy_from_slice(bytes));
        Self::boxed(key.expose(), &K::Nonce::try_from(nonce).expect("as many bytes as a nonce has"))
    }
}

/// Only this library implements the trait: the catalogue has a row for every type.
mod sealed {
    use super::{Cipher, Keystream};

    pub trait Sealed {}

    impl<K: Keystream> Sealed for Cipher<K> {}
}
